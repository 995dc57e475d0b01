//! Web services and work-group services: what they say of callers, plans, rates and their own state.

use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure, Usual},
};
use crate::classify::{Class, Subkind};

const SOURCE: &str = "error texts of mail, calendar, issue, chat, payment and model services";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "service.permission",
        Class::Permission,
        "invalid permissions | invalid permission | can only be ~ by the | may only be ~ by | only be changed by | only be edited by |
         only be deleted by | only be performed by | only be accessed by | only be viewed by | only be used by | only the organizer |
         only the creator | only the author | only the assignee | only the host | only the account owner | only organizers | only owners |
         only maintainers | only staff | only managers | only moderators | only collaborators | is not enabled for | are not enabled for |
         not been enabled for | not enabled for your | available to premium | premium users | paid plan | premium feature | requires a paid |
         requires a subscription | subscription required | just a moment | checking your browser | enable javascript and cookies |
         verify you are human | are you a robot | unusual traffic | access to this page has been denied | bot detection | access has been denied |
         ip has been banned | you have been banned | has banned your | error 1020 | error 1006 | haven't granted it | not been granted |
         requires approval | requires your approval | needs approval | awaiting approval | was not approved | plan mode | rule violations |
         insufficient role | role does not allow | not a moderator | not a collaborator | not enough rights | don't have rights | do not have rights |
         does not have rights | not have sufficient | you need ~ access | you need ~ permission | you need ~ role | you need (at least one of) |
         need permission | needs permission | lacking permission | lack permission | not entitled | not licensed | license ~ required | no license |
         requires a license | private repository | invite-only | members only | denied access | access blocked | user ~ may not | may not push |
         may not merge | may not deploy | may not delete | is suspended | being suspended | was suspended | have the permission |
         not enough privileges | necessary to have the grant | access denied: | access denied.",
    )
    .strength(Firm)
    .from(SOURCE, "Only owners may archive a channel", "the banner_x: connection refused"),
    Rule::phrase(
        "service.scope",
        Class::Permission,
        "scope ~ required | scopes ~ required | scope is required | without `workflow` scope | or it may not exist | or perhaps it does not exist |
         no pg_hba.conf entry | permission to ~ has not been enabled | requires the ~ scope | missing the ~ scope | blocked by robots |
         disallowed by robots | robots.txt | 403 access denied | externally-managed-environment",
    )
    .strength(Sure)
    .from(
        "RFC 6750 section 3.1; RFC 9309; Google Cloud and PostgreSQL access messages",
        "the scope files:write is needed: scope is required",
        "telescopes required_x: connection refused",
    ),
    Rule::phrase(
        "service.auth",
        Class::Authentication,
        "provide credentials | asked for credentials | support for password authentication was removed | application-specific password |
         less secure app | user is not logged in | connect your account | account is not connected | no account connected | reconnect your |
         re-authorize | reauthorize | authorize the app | authorization has expired | authorization expired | authorization is required |
         grant has expired | consent is required | cookie has expired | cookie expired | invalid cookie | cookies are no longer fresh |
         confirm you're not a bot | sign in to confirm | login expired | unable to log in | could not log in | cannot log in | failed to log in |
         failed to login | logon failure | log on failed | cannot sign in | failed to sign in | sign-in failed | sign in failed | bad username |
         wrong username | unknown api key | api key does not exist | api key has been | api key was | wrong api key | malformed api key |
         no api token | missing api token | no access token | auth required | auth error | session is no longer valid | session not valid |
         session has been terminated | session has ended | token has been | token is no longer | expired credentials | expired session | expired key |
         key has expired | key expired | key has been revoked | keys have been revoked | certificate revoked | verify your identity |
         identity could not be | signature mismatch | signature is invalid | signature is not valid | signature does not match | invalid secret |
         secret is invalid | webhook signature | not set in the environment | is not set. set | _key environment variable | _token environment variable | _secret environment variable | _password environment variable |
         _credentials environment variable | set ~_api_key |
         set ~_token | environment variable ~ is not set",
    )
    .strength(Firm)
    .from(SOURCE, "Please re-authorize the app", "the not_linked table: permission denied"),
    Rule::phrase(
        "service.rate",
        Class::RateLimited,
        "exceeded rate limits | exceeded rate limit | too many simultaneous | too many parallel | too many update operations | too many table update |
         too many submissions | too many searches | too many downloads | too many emails | too many recipients per | too many sms |
         too many tokens per | too many login | too many sign | too many verification | too many codes | does not permit further calls | rate limiter |
         error 1015 | being rate | [throttled] | slow mode | cooldown | cooling down | requests in a short | in a short time | limit for this minute |
         per minute limit | limit per minute | limit per second | limit per hour | per hour limit | rpm limit | tpm limit | qps limit |
         high request volume | excessive requests | msg 40501, | usage is too high | reached the maximum rate",
    )
    .sub(Subkind::Throttle)
    .strength(Firm)
    .from(SOURCE, "Too many simultaneous logins.", "floods_x: connection refused"),
    Rule::phrase(
        "service.quota",
        Class::RateLimited,
        "has reached its | have reached your | you've reached | you have reached | reached its ~ quota | reached its ~ limit | reached the ~ quota |
         reached the ~ limit | reached your ~ limit | reached the maximum | exceed its ~ limit | exceeds its ~ limit | exceed your ~ limit |
         exceed the ~ quota | over its ~ limit | storage limit | storage is full | mailbox full | mailbox is full | drive is full | out of storage |
         exceeded message limit | none remaining | 0 remaining | no more credits | credits exhausted | credits have been | balance is too low |
         low balance | balance too low | trial has ended | trial expired | trial has expired | monthly cap | daily cap | spending cap |
         budget exceeded | budget has been | over budget | seat limit | no seats | license limit | exceeds your quota | exceeded for quota |
         project quota | account limit | limit of your plan | limits of your plan | plan's limit | plan limits | plan allows | your plan's |
         msg 40544, | exhausted your | exhausted its | request limit for the",
    )
    .sub(Subkind::Quota)
    .strength(Firm)
    .from(SOURCE, "Your trial has ended.", "the free_plan table: permission denied"),
    Rule::phrase(
        "service.transient",
        Class::Transient,
        "retrying may solve | a retry may | may succeed if retried | safe to retry | can be retried | should be retried | lock request time out |
         time out period | time-out period | exclusive access to | being used by another | is locked by | locked for editing | checked out by |
         someone else is editing | edited by another | another user is | by another transaction | another request is | another job is |
         another run is | another build is | concurrent request | concurrent modification | simultaneous update | optimistic lock* | stale object |
         row was updated or deleted | has been changed by another | no data received | connection closed at byte | closed at byte | post ~ : eof |
         get ~ : eof | put ~ : eof | read tcp ~ eof | rpc ~ eof | http ~ : eof | ^eof | not the current leader | fewer in-sync replicas |
         not enough replicas | not primary | not master | node is recovering | no primary | rebalancing | failing over | cannot achieve consistency |
         rejected execution | rejected_execution | exceeded time limit | operation exceeded | breaker is open | circuit ~ is open | circuit ~ open |
         not currently accepting | server not initialized | not yet initialized | not initialized yet | before initialization | spinning up |
         being prepared | still processing | still indexing | is indexing | being indexed | being migrated | is migrating | being moved |
         move in progress | maintenance window | high demand | experiencing issues | experiencing high | intermittent | brief outage | stockout |
         pool_exhausted | no capacity | cluster is busy | server too busy | too much load | load shed* | shed load | backpressure |
         unexpected eof from | execution context was destroyed | frame got detached | interrupted by another navigation | not attached to the dom |
         etcdserver: request timed out | etcdserver: leader changed | etcdserver: no leader | etcdserver: too many requests | etcdserver: server stopped |
         etcdserver: unhealthy | failed to obtain lock | lock conflict | lock contention | dns timeout | read timed | write timed | gave up waiting |
         gave up after | reset the connection | peer reset | econnreset | connection was reset | connection was aborted | connection was interrupted |
         lost communication with | connection was terminated | connection was lost | socket closed | socket was closed |
         unexpectedly terminated the connection | msg 1205, | msg 1222, | msg 40613, | msg 40197, | msg 49918, | msg 701, | msg 9002, | msg 1105, |
         meldung 1205, | meldung 1222, | ora-30006 | ora-08177 | ora-04031 | ora-04030 | ora-01652 | ora-01653 | ora-01654 | ora-01691 | ora-12518 |
         ora-12528 | ora-12535 | ora-02049 | ora-00257 | ora-03136 | (57p03) | (57p01) | (53300) | (55006) | connection not available and |
         dropped from queue | already locked | create lock | another command | is running. waiting | lock.exclusive | waiting for it to complete |
         pool ~ timed out | checkout timeout | queue timeout",
    )
    .strength(Firm)
    .from(
        "error texts of databases, brokers, browsers and web services about their own passing state",
        "Job aborted, it can be retried",
        "the capacities table: permission denied",
    ),
    Rule::phrase(
        "sql.number.auth",
        Class::Authentication,
        "msg 18456, | meldung 18456, | mens. 18456, | messaggio 18456, | mensagem 18456, | msg 18452, | meldung 18452, | ora-01004 | ora-28009 | (28p01",
    )
    .strength(Sure)
    .from("SQL Server and Oracle error references", "Meldung 18456, Ebene 14", "Meldung 208, Ebene 16"),
    Rule::phrase(
        "sql.number.permission",
        Class::Permission,
        "msg 229, | meldung 229, | mens. 229, | messaggio 229, | mensagem 229, | msg 230, | msg 262, | msg 297, | msg 300, | msg 916, | msg 3906, | msg 15247, |
         msg 15151, | msg 1088, | meldung 262, | meldung 916, | ora-01045 | ora-01950 | ora-16000 | ora-01456 | ora-01720",
    )
    .strength(Sure)
    .from("SQL Server and Oracle error references", "Mens. 229, Nivel 14", "Mens. 208, Nivel 16"),
    Rule::phrase("sql.number.limit", Class::RateLimited, "msg 40501, | msg 10928, | msg 10929, | msg 49919, | msg 49920,").sub(Subkind::Throttle).strength(Sure).from(
        "SQL Server error references: resource governance",
        "Msg 10928, Level 20",
        "Msg 208, Level 16",
    ),
    Rule::phrase("sql.number.quota", Class::RateLimited, "msg 40544, | msg 40549, | ora-01536").sub(Subkind::Quota).strength(Sure).from(
        "SQL Server and Oracle error references: size quotas",
        "Msg 40544, Level 17",
        "Msg 208, Level 16",
    ),
    Rule::phrase(
        "sql.number.argument",
        Class::WrongArguments,
        "msg 4060, | msg 911, | msg 208, | msg 207, | msg 102, | msg 156, | msg 515, | msg 547, | msg 2627, | msg 2601, | msg 8152, | msg 2628, | msg 245, |
         msg 8134, | meldung 208, | meldung 207, | meldung 102, | meldung 4060, | ora-12899 | ora-02291 | ora-02292 | ora-02290 | ora-01438 | ora-01476 |
         ora-00979 | ora-00918 | ora-01427 | ora-00913 | ora-00947 | ora-00903 | ora-00923 | ora-00932 | ora-01789 | ora-04043 | ora-01918 | ora-00959",
    )
    .strength(Sure)
    .from("SQL Server and Oracle error references", "Msg 547, Level 16", "Msg 18456, Level 14"),
    Rule::phrase(
        "sql.number.service",
        Class::Unavailable,
        "ora-12505 | ora-12543 | ora-12545 | ora-12560 | ora-01109 | ora-27101 | server is not found or not accessible",
    )
        .sub(Subkind::Service)
        .strength(Sure)
        .from("Oracle error reference; ODBC driver messages", "ORA-12543: TNS:destination host unreachable", "ORA-00942: x"),
    Rule::code(
        "service.code.transient",
        Class::Transient,
        "unable_to_lock_row | insufficient_instance_capacity | insufficient_capacity | allocation_failed | zonal_allocation_failed |
         overconstrained_allocation_request | retryable_error | another_operation_in_progress | job_backend_error | resource_pool_exhausted |
         zone_resource_pool_exhausted | not_writable_primary | not_primary | write_conflict | exceeded_time_limit | max_time_ms_expired |
         primary_stepped_down | interrupted_due_to_repl_state_change | es_rejected_execution | rejected_execution | mailbox_move_in_progress |
         timeout_expired | server_unavailable | query_timeout | entity_is_locked | operation_timed_out | container_being_deleted | model_not_ready |
         model_timeout | dependency_timeout | lock_conflict | concurrent_update | rebalance_in_progress | leader_not_available | not_leader |
         not_enough_replicas | internal_server_unavailable | stale_element_reference",
    )
    .from("AWS, Azure, Google Cloud, MongoDB, Salesforce and Kafka error codes", "{\"code\":\"AllocationFailed\"}", "{\"message\":\"permission denied\",\"path\":\"/allocation_failed\"}"),
    Rule::code(
        "service.code.permission",
        Class::Permission,
        "api_disabled_for_org | api_currently_disabled | functionality_not_enabled | insufficient_access_on_cross_reference_entity | billing_disabled |
         consumer_suspended | user_project_denied | iam_permission_denied | access_token_scope_insufficient | domain_policy | account_is_disabled |
         insufficient_parent_permissions | invalid_permissions_or_model_not_found | missing_subscription_registration | subscription_not_registered |
         not_enough_permissions | outside_organization | private_resource | plan_upgrade_required | premium_required | license_required |
         subscription_required | approval_required | missing_permissions | missing_access",
    )
    .from("Salesforce, Google Cloud, Azure and Discord error codes", "{\"reason\":\"BILLING_DISABLED\"}", "{\"message\":\"connection refused\",\"path\":\"/billing_disabled\"}"),
    Rule::part(
        "part.kind_of_limit",
        Class::RateLimited,
        "message_limit | send_limit | query_limit | api_limit | usage_limit | daily_limit | hourly_limit | account_limit | plan_limit | spending_limit |
         credit_limit | call_limit | download_limit | storage_limit | seat_limit | request_limit | monthly_limit | rate_exceeded | over_limit",
    )
    .sub(Subkind::Quota)
    .strength(Firm)
    .from("naming of error codes in web APIs", "{\"code\":\"OverSeatLimit\"}", "{\"message\":\"connection refused\",\"path\":\"/seat_limit\"}"),
    Rule::phrase(
        "service.inactive",
        Class::Unavailable,
        "is inactive | either inactive | soft-deleted | has been deactivated | is deactivated | is paused | has been paused | is hibernated |
         hosted on-premise",
    )
        .sub(Subkind::Service)
        .strength(Usual)
        .from(SOURCE, "The project is paused.", "paused_x: permission denied"),
    Rule::phrase(
        "service.permission.word",
        Class::Permission,
        "your role | acl | entitlement | embargo* | is private | confidential | blocked for | not trusted | untrusted | security restrictions |
         banned | captcha | automated access | lack the | no rights | not approved | not an owner | not an admin | available only to |
         available only on | only available to",
    ).strength(Usual).from(SOURCE, "The folder is private.", "privately held: connection refused"),
    Rule::phrase(
        "service.auth.word",
        Class::Authentication,
        "not linked | sign in to | log in to | login to | app password | no token | no auth | no session | token was | token does not |
         token not found | token could not | mfa | 2fa | otp | two factor | multi-factor | hmac | client secret | api key in",
    ).strength(Usual).from(SOURCE, "MFA was skipped", "mfa_x: connection refused"),
    Rule::phrase(
        "service.rate.word",
        Class::RateLimited,
        "wait a few | wait a moment | too often | backoff | back off | spam protection | flood | qps | excessive number of | request volume |
         api calls | call limit | call rate | ratelimiter | maximum rate | cool down | too many pending | too many jobs | too many operations",
    ).sub(Subkind::Throttle).strength(Usual).from(SOURCE, "You are posting too often.", "backoff_x: connection refused"),
    Rule::phrase(
        "service.quota.word",
        Class::RateLimited,
        "would exceed | free trial | free plan | free tier | account balance | quota for | exhausted the | all of your | used up | used all |
         plan includes | no remaining | seats available | billing cycle | billing period",
    ).sub(Subkind::Quota).strength(Usual).from(SOURCE, "This order would exceed 3", "billing cycle_x: connection refused"),
    Rule::phrase(
        "service.transient.word",
        Class::Transient,
        "retry may | election | rebalance | failover | bulkhead | cold start | booting | is booting | waking up | is waking | is preparing |
         is processing | being processed | temporarily | capacity | changed since | another process | another session | another transaction |
         cannot lock | file lock | table lock | row lock | giving up | in maintenance | for maintenance | hiccup | glitch | stalled | hung up |
         connection is closed | connection has been closed | retryable | retriable | timed out after | high load | heavy load",
    ).strength(Usual).from(SOURCE, "The node is booting.", "capacity_x: permission denied"),
];
