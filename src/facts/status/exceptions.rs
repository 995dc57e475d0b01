//! Exception type names, by what they say.

use crate::classify::{Class, Subkind};

/// Names that say the same.
#[derive(Debug)]
pub(crate) struct Group {
    /// The rule id.
    pub(crate) rule: &'static str,
    pub(crate) class: Class,
    pub(crate) subkind: Option<Subkind>,
    /// Whether the name alone settles the class. Otherwise it is one piece of evidence among others.
    pub(crate) sure: bool,
    /// The last segments of the names, in their exact spelling, with `|` between them.
    pub(crate) names: &'static str,
}

impl Group {
    /// The names one by one.
    pub(crate) fn each_name(&self) -> impl Iterator<Item = &'static str> {
        self.names.split('|').map(str::trim).filter(|name| !name.is_empty())
    }
}

const fn sure(rule: &'static str, class: Class, names: &'static str) -> Group {
    Group { rule, class, subkind: None, sure: true, names }
}

const fn hint(rule: &'static str, class: Class, names: &'static str) -> Group {
    Group { rule, class, subkind: None, sure: false, names }
}

const fn sub(mut group: Group, subkind: Subkind) -> Group {
    group.subkind = Some(subkind);
    group
}

/// Every group. Names are compared exactly, so that `NotFound` and `notfound` are different things.
pub(crate) const GROUPS: &[Group] = &[
    sure(
        "exception.timeout",
        Class::Transient,
        "TimeoutError | ReadTimeout | ConnectTimeout | ConnectionTimeout | PoolTimeout | WriteTimeout | OpenTimeout | ReadTimeoutError |
         ConnectTimeoutError | TimeoutException | TimeoutExpired | SocketTimeoutException | HttpTimeoutException | HttpConnectTimeoutException |
         ServerTimeoutError | ConnectionTimeoutError | APITimeoutError | APIConnectionTimeoutError | DeadlineExceeded | SQLTimeoutException |
         QueryTimeoutException | QueryCanceled | QueryTimeoutError | LockWaitTimeoutException | LockTimeoutException | LockTimeout | WaitTimeoutError |
         ReadTimeoutException | WriteTimeoutException | ConnectTimeoutException | RequestTimeoutException | RequestTimeoutError | TimeoutRejectedException | GatewayTimeout |
         UND_ERR_CONNECT_TIMEOUT | UND_ERR_HEADERS_TIMEOUT | UND_ERR_BODY_TIMEOUT | BodyTimeoutError | HeadersTimeoutError | ETIMEDOUT | ETIME",
    ),
    sure(
        "exception.connection_lost",
        Class::Transient,
        "ConnectionResetError | ConnectionAbortedError | BrokenPipeError | RemoteDisconnected | RemoteProtocolError | ServerDisconnectedError |
         IncompleteRead | ChunkedEncodingError | ConnectionClosedError | ConnectionLost | NoHttpResponseException | BadStatusLine | ClientPayloadError |
         ECONNRESET | ECONNABORTED | EPIPE | CommunicationsException | PrematureCloseException |
         BadGateway | UND_ERR_SOCKET | ERR_STREAM_PREMATURE_CLOSE",
    ),
    sure(
        "exception.busy",
        Class::Transient,
        "BlockingIOError | DeadlockDetected | SerializationFailure | LockNotAvailable | TooManyConnections | DeadlockLoserDataAccessException |
         CannotAcquireLockException | LockAcquisitionException | PessimisticLockException | SQLTransientException | SQLRecoverableException | SQLTransientConnectionException |
         TransientError | ServiceUnavailable | ServiceUnavailableError | ServiceUnavailableException | CannotConnectNow | AlreadyLocked | LockException |
         LockError | EAGAIN | EBUSY | EADDRINUSE | ETXTBSY | BindException | PoolTimeoutError | OverloadedError | ResourceBusyException | BusyException |
         SQLiteBusyException | DatabaseBusyException | NotLeaderOrFollowerException | NotLeaderForPartitionException | LeaderNotAvailableException |
         NotEnoughReplicasException | NotEnoughReplicasAfterAppendException | CoordinatorLoadInProgressException | CoordinatorNotAvailableException |
         NotCoordinatorException | RebalanceInProgressException | ConcurrentTransactionsException | DisconnectException |
         ObjectOptimisticLockingFailureException | OptimisticLockingFailureException | OptimisticLockException | StaleObjectStateException |
         StaleObjectError | ConcurrencyFailureException | TransientDataAccessException | TransientDataAccessResourceException |
         PessimisticLockingFailureException | DbUpdateConcurrencyException | DBConcurrencyException | Deadlocked | CallNotPermittedException |
         BulkheadFullException | BrokenCircuitException | CircuitBreakerError | CircuitBreakerOpenException | HystrixRuntimeException |
         NotWritablePrimary | WriteConflict | OverloadedException | WriteTimeoutError | CannotSerializeTransactionException",
    ),
    // The same names are used for archives and files that cannot be read, and for what a page does meanwhile.
    hint(
        "exception.interrupted",
        Class::Transient,
        "ReadError | WriteError | IncompleteReadError | TaskCanceledException | RejectedExecutionException | NotControllerException |
         StaleElementReferenceException | ElementClickInterceptedException | ElementNotInteractableException | ConnectionPoolTimeoutException",
    ),
    hint(
        "exception.exhausted",
        Class::Transient,
        "MemoryError | OutOfMemoryError | OutOfMemoryException | NoMemoryError | ENOSPC | ENOMEM | EMFILE | ENFILE | EDQUOT | DiskFull",
    ),
    sub(
        sure(
            "exception.unreachable",
            Class::Unavailable,
            "ConnectionRefusedError | UnknownHostException | NoRouteToHostException | EndpointConnectionError | HttpHostConnectException | ECONNREFUSED |
         EHOSTUNREACH | ENETUNREACH | EHOSTDOWN | ENETDOWN | ServerSelectionTimeoutError | MongoServerSelectionError | ClientConnectorError |
         ClientConnectorDNSError | NameResolutionError | NoBrokersAvailable | BrokerNotAvailableException | CannotConnectError | ConnectionNotEstablished | SequelizeConnectionRefusedError |
         SequelizeHostNotFoundError | NoHostAvailableException | NoHostAvailable | ENOTFOUND",
        ),
        Subkind::Service,
    ),
    sub(
        hint(
            "exception.connection",
            Class::Unavailable,
            "ConnectionError | ConnectError | ConnectException | NewConnectionError | APIConnectionError | gaierror | SocketException | SSLError |
         SSLCertVerificationError | SSLHandshakeException | SSLException | ProxyError | CertificateVerifyError | MaxRetryError |
         ResourceAccessException | ConnectionBad | ConnectionFailed | CannotGetJdbcConnectionException | DataAccessResourceFailureException |
         HttpRequestException | SequelizeConnectionError | BrowserClosedError | TargetClosedError |
         URLError | SocketError | WebException | SSLPeerUnverifiedException | InvalidSessionIdException | SessionNotCreatedException | NoSuchWindowException",
        ),
        Subkind::Service,
    ),
    sub(
        sure(
            "exception.module",
            Class::Unavailable,
            "ModuleNotFoundError | ClassNotFoundException | NoClassDefFoundError | DllNotFoundException | MissingSpecError | GemNotFound |
         PackageNotFoundError | CommandNotFoundException | UnsatisfiedLinkError | TesseractNotFoundError |
         ExecutableNotFound | NoSuchDriverException | TypeInitializationException | TypeLoadException |
         EntryPointNotFoundException | ProviderNotFoundException | ServiceConfigurationError | ERR_DLOPEN_FAILED",
        ),
        Subkind::Module,
    ),
    // These loaders also take the path of a script.
    sub(hint("exception.loader", Class::Unavailable, "LoadError | MODULE_NOT_FOUND | ERR_MODULE_NOT_FOUND"), Subkind::Module),
    sure(
        "exception.authentication",
        Class::Authentication,
        "AuthenticationError | AuthenticationException | AuthenticationFailed | AuthenticationFailedException | NotAuthenticated | NoCredentialsError |
         PartialCredentialsError | CredentialRetrievalError | NoAuthHandlerFound | BadCredentialsException | DefaultCredentialsError | RefreshError |
         Unauthorized | UnauthorizedError | UnauthorizedException | TokenExpiredError | TokenExpiredException | ExpiredTokenException |
         ExpiredSignatureError | JsonWebTokenError | InvalidTokenError | InvalidPassword | InvalidAuthorizationSpecification | SMTPAuthenticationError |
         CredentialUnavailableError | CredentialUnavailableException | ClientAuthenticationError | InvalidGrantError | InvalidClientError |
         BadCredentialsError | Unauthenticated | CredentialsProviderError | CredentialsError | TokenRetrievalError | UnauthorizedSSOTokenError |
         SSOTokenLoadError | LoginError | SignatureDoesNotMatchException | SaslAuthenticationException |
         InsufficientAuthenticationException | CredentialsExpiredException | UsernameNotFoundException | ExpiredJwtException | MalformedJwtException |
         JwtException | JwtValidationException | UnauthorizedHttpException | InvalidAuthenticityToken | TokenMismatchException | TokenError |
         InvalidToken | ExpiredToken | NotLoggedInError | AuthError",
    ),
    sure(
        "exception.permission",
        Class::Permission,
        "PermissionError | AccessDeniedException | AccessDenied | UnauthorizedAccessException | PermissionDenied | PermissionDeniedError |
         PermissionDeniedException | Forbidden | ForbiddenError | ForbiddenException | InsufficientPrivilege |
         AccessControlException | AccessDeniedError | NotAuthorizedError | EACCES | EPERM | EROFS | ReadOnlyFileSystemException |
         ReadOnlySqlTransaction | AuthorizationError | NotPermittedError | SecurityError | TopicAuthorizationException | GroupAuthorizationException |
         ClusterAuthorizationException | TransactionalIdAuthorizationException | AuthorizationDeniedException | AuthorizationException |
         AccessDeniedHttpException | ERR_ACCESS_DENIED",
    ),
    hint("exception.security", Class::Permission, "SecurityException"),
    sub(
        sure(
            "exception.throttle",
            Class::RateLimited,
            "TooManyRequests | TooManyRequestsError | TooManyRequestsException | Throttled | ThrottlingException | ThrottledException | ThrottlingError |
         RateLimitExceeded | RateLimitExceededError | RateLimitExceededException | RateLimitedError | RatelimitException | FloodWaitError | RetryAfter |
         ProvisionedThroughputExceededException | RequestLimitExceeded | SlowDown |
         RequestNotPermitted | RateLimiterRejectedException | ThrottleRequestsException | TooManyRequestsHttpException |
         ThrottlingQuotaExceededException",
        ),
        Subkind::Throttle,
    ),
    hint("exception.limit", Class::RateLimited, "RateLimitError | ResourceExhausted | LimitExceededException"),
    sub(
        sure(
            "exception.quota",
            Class::RateLimited,
            "QuotaExceeded | QuotaExceededError | QuotaExceededException | ServiceQuotaExceededException | InsufficientQuotaError",
        ),
        Subkind::Quota,
    ),
    sure(
        "exception.unsupported",
        Class::Unsupported,
        "NotImplementedError | NotImplementedException | UnsupportedOperationException | UnsupportedOperation | NotSupportedException |
         NotSupportedError | FeatureNotSupported | PlatformNotSupportedException | SQLFeatureNotSupportedException | UnsupportedAlgorithm |
         UnsupportedClassVersionError | MethodNotImplemented | MethodNotAllowed | OperationNotSupportedException | NoSuchAlgorithmException |
         UnsupportedError | ENOSYS | EOPNOTSUPP | ENOTSUP | EPROTONOSUPPORT | EAFNOSUPPORT | UnsupportedOperationError | NotImplementedYetException |
         HttpRequestMethodNotSupportedException | UnsupportedVersionException | AtomicMoveNotSupportedException",
    ),
    sure(
        "exception.script",
        Class::WrongArguments,
        "KeyError | IndexError | NameError | SyntaxError | IndentationError | TabError | UnboundLocalError | ZeroDivisionError | AssertionError |
         RecursionError | OverflowError | FloatingPointError | ArithmeticException | DivideByZeroException | ZeroDivisionError | StackOverflowError |
         SystemStackError | NoMethodError | FrozenError | ReferenceError | RangeError | ClassCastException | InvalidCastException |
         IndexOutOfBoundsException | ArrayIndexOutOfBoundsException | StringIndexOutOfBoundsException | IndexOutOfRangeException | KeyNotFoundException |
         NegativeArraySizeException | ArrayStoreException | ConcurrentModificationException | CompilationError | NoSuchMethodError | NoSuchFieldError |
         NoSuchMethodException | MissingMethodException | MissingMemberException | ParseError | StopIteration | NoSuchFieldException |
         ArgumentCountError | AbstractMethodError | InstantiationException | UndefVarError | BoundsError | DomainError | InexactError",
    ),
    sure(
        "exception.argument",
        Class::WrongArguments,
        "ArgumentException | ArgumentNullException | ArgumentOutOfRangeException | IllegalArgumentException | NumberFormatException |
         FormatException | InputMismatchException | InvalidArgumentException | InvalidArgumentError | ParamValidationError |
         ConstraintViolationException | BadParameter | NoSuchOption | UsageError | MissingParameter | URISyntaxException | MalformedURLException |
         UriFormatException | InvalidURL | InvalidSchema | MissingSchema | UnsupportedProtocol | LocalProtocolError | DateTimeParseException |
         DateTimeException | JsonMappingException | InvalidFormatException |
         UnrecognizedPropertyException | ValueInstantiationException | HttpMessageNotReadableException | MethodArgumentNotValidException |
         MissingServletRequestParameterException | MethodArgumentTypeMismatchException | ZodError | CastError | ValidationError | ValidationException |
         PydanticUserError | SchemaError | UnknownFormatConversionException | PatternSyntaxException | IllegalFormatException | DOMException |
         InvalidParameterException | ParserConfigurationException | MarshalException | JsonException | JsonSerializationException | InvalidArgument | ERR_INVALID_ARG_TYPE | ERR_INVALID_ARG_VALUE | ERR_INVALID_URL | ERR_OUT_OF_RANGE | TopicExistsException |
         UnknownTopicOrPartitionException | InvalidTopicException | RecordTooLargeException | InvalidConfigurationException |
         InvalidReplicationFactorException | OffsetOutOfRangeException | GroupIdNotFoundException | ParameterMissing | RoutingError |
         NotFoundHttpException | BadRequestHttpException | ModelNotFoundException | UnprocessableEntityHttpException | InputValidationError |
         EEXIST | ENOTEMPTY | EINVAL | ENAMETOOLONG | ELOOP | E2BIG | EDOM | ERANGE | EXDEV",
    ),
    sure(
        "exception.sql",
        Class::WrongArguments,
        "IntegrityError | UniqueViolation | ForeignKeyViolation | NotNullViolation | CheckViolation | UndefinedTable | UndefinedColumn | DuplicateTable |
         DuplicateColumn | InvalidTextRepresentation | NumericValueOutOfRange | StringDataRightTruncation | DataError | SQLSyntaxErrorException |
         SQLIntegrityConstraintViolationException | SQLDataException | DuplicateKeyException | DuplicateKeyError | DataIntegrityViolationException |
         BadSqlGrammarException | InvalidCatalogName | AmbiguousColumn | DatatypeMismatch | GroupingError | DivisionByZero | UniqueConstraintError |
         UniqueConstraintViolationException | ForeignKeyConstraintError | RecordInvalid | RecordNotUnique | RecordNotFound | DoesNotExist |
         MultipleObjectsReturned | BulkWriteError",
    ),
    // Content in a form that is not read: perhaps another tool's job.
    hint(
        "exception.format",
        Class::WrongArguments,
        "JsonParseException | JsonSyntaxException | JsonReaderException | SAXParseException | XMLSyntaxError | ScannerError |
         ParserError | YAMLException | TOMLDecodeError | BadZipFile | ZipException | EmptyDataError | InvalidDataException | MismatchedInputException | UnidentifiedImageError | LZMAError | CharacterCodingException |
         MalformedInputException | UnmappableCharacterException | BadGzipFile | NotSerializableException | SerializationException | RecordDeserializationException",
    ),
    hint(
        "exception.value",
        Class::WrongArguments,
        "ArgumentError | ValueError | TypeError | AttributeError | UnicodeDecodeError | UnicodeEncodeError | UnicodeError | EncodingError | JSONDecodeError |
         LookupError | ImportError | NullPointerException | NullReferenceException | InvalidOperationException | IllegalStateException |
         ProgrammingError | SQLException | SqlException | OperationalError | StatementInvalid | MongoServerError | ResponseError |
         NoSuchElementException | NotFound | NotFoundError | NotFoundException | ResourceNotFoundException | ResourceNotFoundError |
         EntityNotFoundException | BadRequest | BadRequestError | BadRequestException | UnprocessableEntityError | UnprocessableEntity | ConflictError |
         Conflict | ConflictException | InvalidRequestError | InvalidRequestException | InvalidRequest | FailedPrecondition | AlreadyExists |
         ArrowInvalid | YAMLError | UndefinedFunction | SyntaxErrorException | NoSuchKey | NoSuchBucket | InvalidPathException | PathTooLongException |
         TemplateNotFound | UndefinedError | TooManyRedirects | InvalidHeader | EOFError | UnsupportedEncodingException |
         UnsupportedCharsetException | InvalidSelectorException | NoRegionError | MissingResourceException | CryptographicException | InvalidKeyException | EBADF | ESRCH | ENXIO",
    ),
    hint(
        "exception.file",
        Class::WrongArguments,
        "FileNotFoundError | FileNotFoundException | NoSuchFileException | DirectoryNotFoundException | FileExistsError | FileAlreadyExistsException |
         DirectoryNotEmptyException | ENOENT | NotDirectoryException",
    ),
    hint("exception.is_directory", Class::WrongArguments, "IsADirectoryError | EISDIR"),
    hint("exception.not_directory", Class::WrongArguments, "NotADirectoryError | ENOTDIR"),
];
