//! The way to a service: names, routes, TLS.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual, Weak},
};
use crate::classify::{Class, Subkind};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "dns.temporary",
        Class::Transient,
        "temporary failure in name resolution | temporary failure resolving | temporary dns failure | servfail | server misbehaving |
         try again (eai_again) | dns lookup timed out | resolution timed out",
    )
    .strength(Sure)
    .from(
        "RFC 3493 section 6.4 EAI_AGAIN; RFC 1035 section 4.1.1 SERVFAIL",
        "getaddrinfo: Temporary failure in name resolution",
        "getaddrinfo: Name or service not known",
    ),
    Rule::phrase(
        "dns.unknown",
        Class::Unavailable,
        "name or service not known | could not resolve host | couldn't resolve host | could not resolve hostname | could not resolve proxy |
         no such host | unknown host | nodename nor servname provided | getaddrinfo failed | getaddrinfo enotfound |
         no address associated with hostname | no address associated with name | unable to resolve host | cannot resolve host | name resolution failed |
         err_name_not_resolved | host not found | nxdomain | unable to look up | failed to lookup address information | unable to resolve the host |
         the remote name could not be resolved | could not translate host name | bad address (no such host) | failed to resolve host |
         failed to resolve ' | failed to resolve \" | name could not be resolved | hostname could not be resolved | host could not be resolved",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from(
        "RFC 3493 section 6.4 EAI_NONAME; RFC 1035 NXDOMAIN",
        "ping: db.internal: Name or service not known",
        "no such hostile feature: invalid argument",
    ),
    Rule::phrase(
        "connect.failed",
        Class::Unavailable,
        "failed to connect to | could not connect to | couldn't connect to | cannot connect to | can't connect to | unable to connect to |
         failed to establish a new connection | failed to establish connection | could not establish connection | unable to establish connection |
         error connecting to | failed to open a connection | connection could not be established | could not open a connection |
         unable to access ~ failed to connect | cannot open a connection | failed to connect | connect failed | connection failed |
         error trying to connect | error sending request for url | failed to dial | tcp connect error | connection error | could not connect | unable to connect | network error |
         fetch failed | failed to fetch | err_connection_refused | err_internet_disconnected | couldn't connect | cannot connect | unable to reach |
         could not reach | not reachable | unreachable | could not contact | unable to contact | failed to reach | no healthy upstream |
         nothing is listening | connection closed | server closed | not connected | is not running | isn't running | not running | server is down |
         service is down | host is offline | is offline | daemon running | is the server running | make sure the server is running |
         failed to start server | server not started | transport closed | no server running | bus connection: no such file | imagepullbackoff |
         errimagepull | failing to pull image | failed to pull image",
    )
    .sub(Subkind::Service)
    .from(
        "libcurl error codes (CURLE_COULDNT_CONNECT); Docker and PostgreSQL client messages",
        "Cannot connect to the Docker daemon at tcp://10.0.0.7:2375.",
        "connected to db; permission denied for table t",
    ),
    Rule::phrase(
        "connect.timeout",
        Class::Transient,
        "connect timeout | connection timeout | timed out connecting | timed out trying to connect | connect timed out | connecttimeout |
         connect timeout error | timeout exceeded while connecting | timed out while connecting | timeout connecting",
    )
    .strength(Firm)
    .from(
        "java.net.SocketTimeoutException; libcurl CURLE_OPERATION_TIMEDOUT",
        "HttpConnect: connect timed out",
        "unknown option 'connect timeout': invalid argument",
    ),
    Rule::phrase(
        "tls.certificate",
        Class::Unavailable,
        "certificate verify failed | certificate has expired | self-signed certificate | self signed certificate |
         unable to get local issuer certificate | certificate signed by unknown authority | unable to verify the first certificate |
         certificate is not trusted | certificate problem | x509: certificate | certificate is not valid | certificate name mismatch |
         no alternative certificate subject name | hostname mismatch | pkix path building failed | unable to find valid certification path |
         ssl certificate | certificate is valid for | err_tls_cert_altname_invalid | the remote certificate is invalid |
         server certificate verification failed | untrusted root | certificate unknown | cert_has_expired | unable_to_verify_leaf_signature |
         depth_zero_self_signed_cert | not yet valid",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from(
        "RFC 5280 section 6 (path validation); OpenSSL verify(1) messages",
        "SSL: CERTIFICATE_VERIFY_FAILED certificate verify failed: unable to get local issuer certificate",
        "client certificate required: 401 Unauthorized",
    ),
    Rule::phrase(
        "tls.version",
        Class::Unsupported,
        "alert protocol version | unsupported protocol version | no protocols available | unsupported protocol | no shared cipher |
         no cipher suites in common | no matching key exchange method | no matching host key type | no matching cipher | no matching mac |
         protocol version not supported | handshake failure: no | tlsv1 alert protocol version | no matching ~ found. their offer | no mutual signature |
         unsupported ssl version | inappropriate fallback | legacy renegotiation",
    )
    .strength(Firm)
    .from(
        "RFC 8446 section 6 (protocol_version alert); RFC 4253 section 7.1",
        "remote error: tls: alert protocol version",
        "the protocol version is 2; permission denied",
    ),
    Rule::phrase(
        "tls.scheme",
        Class::WrongArguments,
        "wrong version number | plain http request was sent to https port | http request to an https server | server gave http response to https client |
         first record does not look like a tls handshake | packet length too long | unrecognized ssl message",
    )
    .strength(Firm)
    .from("RFC 8446 section 5.1; Go net/http", "http: server gave HTTP response to HTTPS client", "version number 3 is out: connection refused"),
    Rule::phrase(
        "tls.handshake",
        Class::Unavailable,
        "ssl handshake failed | tls handshake failed | handshake failed | handshake failure | ssl error | ssl_connect | ssl connection",
    )
    .sub(Subkind::Service)
    .strength(Usual)
    .from("RFC 8446 section 6 (handshake_failure)", "SSL handshake failed with peer", "hands shaken, failures 0: permission denied"),
    Rule::phrase(
        "connection.lost",
        Class::Transient,
        "server disconnected | remote end closed connection | closed by remote host | empty reply from server | connection was closed |
         connection lost | lost connection | socket hang up | unexpected eof while reading | unexpected end of stream | stream closed |
         stream terminated by | premature close | premature end | connection dropped | connection interrupted | network connection was lost |
         server closed the connection unexpectedly | closed the connection unexpectedly | transfer closed with | peer closed connection |
         connection closed before | incomplete message | upstream connect error | disconnect/reset before headers | prematurely closed |
         connection terminated | connection closed while | incomplete chunked read | unexpected disconnect | err_connection_reset |
         err_connection_closed | early eof | rpc failed | the remote end hung up unexpectedly | goaway | failed to respond |
         connection closed unexpectedly | server has gone away | lost connection to mysql server | the underlying connection was closed |
         response ended prematurely | err_empty_response | keepalive failed | recv failure | send failure | nghttp2_internal_error |
         reset before headers | connection forcibly | session was closed | terminating connection | body closed | connection unexpectedly closed |
         unexpectedly closed | closed unexpectedly",
    )
    .strength(Firm)
    .from(
        "libcurl error codes 18, 52, 55, 56; RFC 9113 section 7",
        "requests: Remote end closed connection without response",
        "closed: 3 connections, dropped: 0; permission denied",
    ),
    Rule::phrase("proxy.required", Class::Authentication, "proxy authentication required | proxy authentication failed").strength(Sure).from(
        "RFC 9110 section 15.5.8",
        "tunnel: Proxy Authentication Required",
        "proxy: connection refused",
    ),
    Rule::phrase(
        "port.invalid",
        Class::WrongArguments,
        "invalid port | port out of range | bad port | bad/illegal format | missing url | no scheme supplied | no connection adapters were found |
         invalid url | malformed url | url is malformed | invalid uri | not a valid url | unsupported protocol scheme | relative url without a base |
         only absolute urls are supported | failed to parse url | invalid hostname | invalid host | illegal characters found in url |
         first path segment in url cannot contain colon | missing protocol scheme",
    )
    .sign(Sign::Address)
    .strength(Firm)
    .from("RFC 3986; libcurl error code 3", "request: Invalid URL 'htp:/x': No scheme supplied", "portal invalidated; connection refused"),
    Rule::phrase(
        "unavailable.word",
        Class::Unavailable,
        "not available | unavailable | is down | no longer running | not responding | offline | crashed | gone away | not started | has exited |
         terminated unexpectedly | not loaded | failed to download | download failed | has died | kernel died | died unexpectedly | died before |
         was killed",
    )
    .sub(Subkind::Service)
    .strength(Weak)
    .from("POSIX ENXIO; messages of services that are not there", "error: Metrics API not available", "service temporarily unavailable"),
    Rule::phrase(
        "mail.transient",
        Class::Transient,
        "421 4.* | (421, * | 421-4.* | 450 4.* | 450, b'4.* | 451 4.* | 451, b'4.* | 452 4.* | 452, b'4.* | 421, b'4.* | ^421 | ^450 | ^451",
    )
    .strength(Firm)
    .from("RFC 5321 section 4.2; RFC 3463; RFC 5530", "450 4.2.0 Greylisted, see the help page", "550 5.1.1 User unknown"),
    Rule::phrase(
        "mail.permission",
        Class::Permission,
        "550 5.7.* | 550, b'5.7.* | 550, b\"5.7.* | 550-5.7.* | 554 5.7.* | 554, b'5.7.* | 553 5.7.* | [noperm] | [authorizationfailed] |
         [contactadmin] | relay access denied | relaying denied",
    )
    .strength(Sure)
    .from("RFC 5321 section 4.2; RFC 3463; RFC 5530", "554 5.7.1 Relay access denied", "550 5.1.1 User unknown"),
    Rule::phrase(
        "mail.auth",
        Class::Authentication,
        "535 5.7.* | 535, b'5.7.* | 530 5.7.0 authentication | 530 5.7.1 authentication | 534 5.7.* | 534, b'5.7.* | 535 authentication |
         [authenticationfailed] | [expired] | 530 not logged in | 530 login | 530 please login",
    )
    .strength(Sure)
    .from("RFC 5321 section 4.2; RFC 3463; RFC 5530", "535 5.7.8 Username and Password not accepted", "550 5.1.1 User unknown"),
    Rule::phrase("mail.quota", Class::RateLimited, "[overquota] | [limit] | 5.4.5 * | b'5.4.5 * | 552 5.2.2 | 5.2.2 *")
        .sub(Subkind::Quota)
        .strength(Sure)
        .from("RFC 5321 section 4.2; RFC 3463; RFC 5530", "NO [OVERQUOTA] Account exceeded limits", "550 5.1.1 User unknown"),
    Rule::phrase(
        "mail.argument",
        Class::WrongArguments,
        "550 5.1.* | 550, b'5.1.* | 553 5.1.* | 553, b'5.1.* | 501 5.* | 552 5.3.* | 552, b'5.3.* | user unknown | no such user | unknown mailbox |
         mailbox unavailable | mailbox not found | recipient address rejected | sender address rejected | [nonexistent] | [alreadyexists] | [cannot] |
         [trycreate] | [badcharset] | 550 no such | 550 file",
    )
    .strength(Usual)
    .from("RFC 5321 section 4.2; RFC 3463; RFC 5530", "550 5.1.1 User unknown", "535 5.7.8 Username and Password not accepted"),
    Rule::phrase("imap.transient", Class::Transient, "[unavailable] | [inuse] | [serverbug] | temporary authentication failure").strength(Sure).from(
        "RFC 5530 section 3",
        "b'[UNAVAILABLE] Temporary authentication failure'",
        "[NONEXISTENT] no such mailbox",
    ),
    Rule::phrase(
        "net.transient",
        Class::Transient,
        "err_network_changed | err_timed_out | err_connection_timed_out | err_network_io_suspended | err_http2_ping_failed | err_quic_protocol_error |
         err_incomplete_chunked_encoding | err_content_length_mismatch",
    )
    .strength(Sure)
    .from("Chromium net error list", "page.goto: net::ERR_NETWORK_CHANGED", "page.goto: net::ERR_CERT_DATE_INVALID"),
    Rule::phrase(
        "net.unavailable",
        Class::Unavailable,
        "err_cert_* | err_ssl_* | err_address_unreachable | err_name_resolution_failed | err_proxy_connection_failed | err_tunnel_connection_failed |
         err_internet_disconnected | has been closed | browser has been closed | target closed",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from("Chromium net error list", "page.goto: net::ERR_CERT_DATE_INVALID", "page.goto: net::ERR_NETWORK_CHANGED"),
    Rule::phrase(
        "connect.socket",
        Class::Unavailable,
        "connect: no such file or directory | .sock: no such file | connect() failed: no such file | socket ~ no such file or directory |
         socket: no such file",
    )
    .sub(Subkind::Service)
    .strength(Sure)
    .from(
        "unix(7), errors of connect(2): ENOENT",
        "dial unix /run/app.sock: connect: no such file or directory",
        "open notes.md: no such file or directory",
    ),
];
