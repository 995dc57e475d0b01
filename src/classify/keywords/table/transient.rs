//! What passes by itself: timeouts, locks, overload, restarts.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure, Usual, Weak},
};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "timeout",
        Class::Transient,
        "timed out | time out waiting | timeout waiting | timeout exceeded | timeout after | timeout expired | deadline exceeded | request timeout |
         read timeout | gateway timeout | gateway time-out | context deadline exceeded | exceeded the timeout | exceeded timeout | timeout error |
         timeout while | timeout reached | timeouterror | operation timeout | ^timeout | timeout of ~ exceeded | took too long | took longer than |
         time limit exceeded | execution time limit | did not respond in time | no response within | not respond within | did not complete within |
         deadline expired | response timeout | idle timeout | socket timeout | statement timeout | lock wait timeout | query timeout | wait timeout |
         client.timeout exceeded | exceeded ~ deadline | timed-out | timedout | request time-out | navigation timeout | failed to respond within |
         max execution time | maximum execution time | canceling statement due to statement timeout | killed after | timeout: the | i/o timeout |
         handshake timeout | execution time exceeded | in the time allotted | time allotted | timeout has elapsed | timeout was reached |
         timeout elapsed | timeouts were | request timed | no response received | exceeded its time | run out of time | ran out of time |
         deadline has elapsed | watchdog | sla exceeded | httpclient.timeout | connection timed-out | canceling statement due to",
    )
    .strength(Firm)
    .from(
        "RFC 9110 section 15.5.9; POSIX ETIMEDOUT; gRPC DEADLINE_EXCEEDED",
        "Error: request to inventory timed out after 30s",
        "unknown field 'timeout' in section server",
    ),
    Rule::phrase(
        "lock",
        Class::Transient,
        "database is locked | table is locked | is locked by another | could not get lock | could not acquire lock | unable to acquire lock |
         failed to acquire lock | cannot acquire lock | error acquiring the state lock | state lock | lock could not be acquired |
         another process is using | waiting for file lock | deadlock detected | deadlock found | was deadlocked | resource is locked | currently locked |
         file is locked | another git process | .lock': file exists | index.lock | cannot lock ref | another instance is running | already running |
         another operation is in progress | operation in progress | operation is already in progress | already in progress |
         another update is in progress | another process has | held by process | is being held by | is held by another | lock is held |
         locked by process | unable to lock the administration directory | another process is currently | could not lock | unable to lock |
         failed to lock | waiting for lock | lock timeout | lock not available | could not obtain lock | could not serialize access | concurrency conflict* | aborted because of concurren* | aborted due to concurren* | aborted due to conflict* | achieve consistency level* | write conflict |
         serialization failure | concurrent update | concurrently modified ~ retry | transaction was aborted | optimistic concurrency | resourcelocked |
         conflicting operation | is locked | being modified by another | modified concurrently",
    )
    .strength(Firm)
    .from(
        "SQLite result code SQLITE_BUSY; dpkg and git lock messages; SQLSTATE class 40",
        "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 312 (apt)",
        "column \"locked\" does not exist",
    ),
    Rule::phrase(
        "unavailable.now",
        Class::Transient,
        "service unavailable | service temporarily unavailable | bad gateway | currently unavailable | is unavailable at the moment |
         temporarily out of service | is currently overloaded | server overloaded | server is overloaded | server busy | too busy | system busy |
         is busy | under maintenance | down for maintenance | scheduled maintenance | maintenance mode | warming up | not ready yet | is not ready |
         not yet ready | try again later | please try again | try again in a few | please retry | retry later | retry the request | retry your request |
         retry the transaction | try restarting transaction | temporary failure | temporary error | temporarily failed | transient | temporary problem |
         shutting down | loading the dataset | no leader | is restarting | being restarted | in the process of | is being updated | is being created |
         is being deleted | is initializing | still initializing | no available capacity | out of host capacity | out of capacity | memory ~ exceed limit | memory limit exceeded | exceed the limit of memory | mem usage has exceed* | insufficient capacity | at capacity | model is loading |
         currently loading | temporarily down | momentarily unavailable | briefly unavailable | system is starting | connection pool exhausted |
         connection pool is exhausted | pool timeout | connection limit exceeded | resource exhausted: memory | no more connections | queue is full |
         worker lost | leader changed | may still be processing | waiting to start | is waiting for | containercreating | podinitializing | greylisted |
         greylist | temporarily deferred | temporarily rejected | service not available, closing | mailbox busy | try again | still in progress | is pending |
         has not finished | not finished | still running | is still | being provisioned | being deployed | being created | reconnecting |
         retry shortly",
    )
    .from(
        "RFC 9110 section 15.6.4; gRPC UNAVAILABLE; PostgreSQL class 53 and 57",
        "The service is under maintenance. Please retry later.",
        "unavailable_until must be a date: invalid argument",
    ),
    Rule::code(
        "code.transient",
        Class::Transient,
        "service_unavailable | temporarily_unavailable | timeout_error | request_timeout | gateway_timeout | deadline_exceeded | server_busy |
         overloaded_error | internal_timeout | connection_reset | connection_timeout | lock_timeout | resource_locked | conflicting_operation |
         conflicting_operation_in_progress | operation_in_progress | operation_aborted | concurrent_modification | deadlock_detected | read_timeout |
         connect_timeout | transient_error | backend_error | server_is_busy | engine_overloaded | timeout | timed_out | overloaded | resource_in_use |
         transaction_conflict | transaction_in_progress | server_timeout | temporary_failure | retryable_error | retry_later | unavailable | aborted |
         pool_timeout | transaction_canceled | try_again | not_ready | resource_not_ready | replica_set_no_primary | memory_limit_exceeded |
         out_of_memory | insufficient_memory",
    )
    .from(
        "RFC 6749 section 4.1.2.1 (temporarily_unavailable); AWS, Azure and Google error codes",
        "{\"error\":\"temporarily_unavailable\"}",
        "{\"error\":\"not_found\",\"path\":\"/request_timeout\"}",
    ),
    Rule::phrase("changed.midway", Class::Transient, "file changed as we read it | changed during | was modified during | changed while reading")
        .strength(Usual)
        .from("GNU tar manual, warnings", "tar: a.log: file changed as we read it", "changed files: 3; permission denied"),
    Rule::phrase("busy.words", Class::Transient, "busy running | ^busy | ^loading redis | ^tryagain | ^clusterdown | ^masterdown | ^oom command | misconf")
        .strength(Sure)
        .from("Redis protocol error prefixes (redis.io, errors)", "LOADING Redis is loading the dataset in memory", "ERR unknown option LOADING"),
    Rule::exact("jsonrpc.timeout", Class::Transient, "-32001: Request timed out").strength(Firm).from(
        "MCP TypeScript SDK, ErrorCode.RequestTimeout",
        "MCP error -32001: Request timed out (session 4)",
        "MCP error -32001: no reply",
    ),
    Rule::phrase("timeout.word", Class::Transient, "timeout | timeouts | time-out").strength(Weak).from(
        "RFC 9110 section 15.5.9",
        "Error: upstream timeout",
        "Error: timeout must be a number",
    ),
    Rule::phrase(
        "unavailable.passing",
        Class::Transient,
        "too many connections | too many clients | remaining connection slots | max number of clients | maximum number of connections | starting up |
         is starting up | is shutting down | in recovery mode | temporarily unavailable | sorry, too many | is still starting | leader election |
         not the leader | server is busy | overloaded | circuit breaker | circuit_breaking* | circuit breaking | another operation ~ in progress |
         another upgrade | temporarily overloaded | is currently unable to handle | currently unable to handle | no leader | loading the dataset |
         connection is draining | the connection is draining",
    )
    .strength(Firm)
    .from(
        "PostgreSQL SQLSTATE classes 53 and 57; RFC 9110 section 15.6.4",
        "FATAL:  sorry, too many clients already",
        "the overloadedX function: invalid argument",
    ),
];
