//! Whether a failure's words say that an answer was lost on the way: a timeout, a reset, a closed connection. Whatever was asked for may have been done all the same.
//!
//! The words of a tool are no fact: they hold nothing. They only take away the advice to send a write again.

use super::text::decisive_line;
use super::text::lines::{find_ignore_case, head, line_around};
use super::text::window::Window;
use super::{Classification, Source};

/// A text up to this many bytes is read as a whole; of a longer one, as much around the deciding words and of its message.
const REGION: usize = 1024;

/// Words of a lost answer, in lower case, with `|` between them.
const LOST: &[&str] = &[
    // Time ran out: RFC 9110 section 15.5.9 and 15.6.5, POSIX ETIMEDOUT, gRPC DEADLINE_EXCEEDED.
    "timed out | timed-out | timedout | timed_out | timeout | time-out | time out | time_out | is timing out | \
     deadline exceeded | deadline expired | deadline has elapsed | exceeded the deadline | deadlineexceeded | \
     deadline_exceeded | took too long | took longer than | time limit | timelimit | time_limit | time allotted | \
     no time left | ran out of time | run out of time | exceeded its time | max execution time | \
     maximum execution time | execution time exceeded | gave up waiting | no response | no reply | no answer | failed to respond | not respond | \
     not properly respond | respond in time | respond within | answer in time | reply in time | complete in time | \
     complete within | finish in time | read timed | write timed | request timed | hyt00 | hyt01 | [errno 110] | \
     (os error 110) | [winerror 10060]",
    // The connection broke: POSIX ECONNRESET, EPIPE and ECONNABORTED, RFC 9113 section 7, libcurl 18, 52, 55 and 56.
    "connection reset | reset by peer | peer reset | reset the connection | connection was reset | stream reset | \
     econnreset | connreset | connectionreset | connection_reset | disconnect/reset | reset before headers | \
     broken pipe | brokenpipe | epipe | econnaborted | connection abort | connectionabort | connection_abort | \
     connection was aborted | forcibly closed | hang up | hung up | connection closed | closed connection | \
     closed the connection | closed by remote | closed by peer | connection was closed | \
     connection is closed | connection has been closed | underlying connection | connectionclosed | connection_closed | \
     peer closed | peer_closed | server closed | socket closed | socket_closed | stream closed | stream_closed | \
     body closed | transport closed | transfer closed | session was closed | abnormal closure | connection lost | \
     lost connection | lost the connection | connectionlost | connection_lost | connection_loss | connectionloss | \
     network connection was lost | connection dropped | connection interrupted | connection was interrupted | \
     connection terminated | terminating connection | stream terminated | connection broken | broke off | \
     unexpectedly closed | closed unexpectedly | connection unexpectedly | prematurely | premature close | \
     premature end | prematureclose | premature_close | server disconnected | serverdisconnected | remotedisconnected | \
     unexpected disconnect | remote end closed | empty reply | empty response | empty_response | unexpected eof | \
     unexpected end of stream | unexpected end of file from | early eof | : eof | end-of-file on communication | \
     transport is closing | \
     stream error | network_changed | network changed | network error | networkerror | mongonetwork | fetch failed | \
     failed to fetch | ssl_error_syscall | incomplete read | incompleteread | incomplete_read | incomplete chunked | incomplete_chunked | incomplete message | \
     badstatusline | remoteprotocolerror | chunkedencodingerror | clientpayloaderror | communicationsexception | \
     communication link failure | nohttpresponse | und_err_socket | goaway | rpc failed | gone away | recv failure | \
     send failure | keepalive failed | no data received | reply lost | response lost | answer lost | response was lost | \
     answer was lost | [errno 104] | [errno 32] | (os error 104) | (os error 32) | [winerror 10054] | ora-03113 | \
     ora-03114 | ora-03135 | curl: (18) | curl: (28) | curl: (52) | curl: (55) | curl: (56) | curl: (92)",
    // A gateway lost the server behind it: RFC 9110 section 15.6.3. Or the text says itself that nobody knows.
    "bad gateway | bad_gateway | badgateway | gateway error | gateway_error | may still be | may have been | may or may not | \
     might have been | not acknowledge | unknown whether | status unknown | outcome unknown | status is unknown | \
     outcome is unknown | restarted while | killed while | terminated while | interrupted while",
    // The messages of glibc for ETIMEDOUT, ECONNRESET and EPIPE in other languages.
    "wartezeit für die verbindung ist abgelaufen | zurückgesetzt | datenübergabe unterbrochen | zeitüberschreitung | \
     expiration du délai | ré-initialisée | relais brisé | délai d'attente | expiró el tiempo | reinicializada | \
     tubería rota | tiempo de espera | ligação expirada | tempo esgotado | ligação reposta | conexão fechada | \
     túnel quebrado | pipe quebrado | connessione scaduta | connessione interrotta | pipe interrotta | タイムアウト | \
     リセットされました | 超时 | 逾時 | 超過時間 | 对方重设 | 對方重設 | 断开的管道 | 管線損壞 | 연결 시간 초과 | 시간이 초과 | 연결을 끊음 | 파이프가 깨어짐 | время ожидания | \
     тайм-аут | таймаут | \
     превышено время | истекло время | соединение разорвано | обрыв канала | przekroczono czas | \
     przekroczono limit czasu | zaman aşımı | tidsgränsen",
];

/// Words that look like those, where something was waited for before anything was sent or done.
const BEFORE: &[&str] = &["lock wait timeout | lock wait time-out | lockwaittimeout | lock_wait_timeout | lock timeout | lock_timeout | \
     locktimeout | lock request time out | timed out waiting for lock | timed out waiting for the lock | \
     timeout waiting for lock | timeout waiting for the lock | timed out waiting to lock | timed out acquiring | \
     timeout acquiring | connection pool timeout | pool timeout | pool_timeout | pooltimeout | pool timed out | \
     timed out waiting for a connection from | timed out getting connection from | \
     timeout waiting for connection from pool"];

/// Names of facts and of suggestions that come without words: exceptions, statuses and exit codes of programs.
const RULES: &[&str] = &[
    "timeout",
    "exception.timeout",
    "exception.connection_lost",
    "io.interrupted",
    "http.408",
    "http.502",
    "http.504",
    "grpc.deadline_exceeded",
    "exit.124",
    "exit.curl",
    "exit.rsync",
    "signal.alrm",
];

/// Statuses in a text: a gateway, or the server itself, gave up waiting or lost the other side.
const STATUSES: &[&str] = &["408", "502", "504", "520", "522", "524"];

/// Whether `classification` of `text` rests on, or stands beside, words of a lost answer. It reads no more than a few [`REGION`]s.
pub(crate) fn says_answer_lost(classification: &Classification, text: &str) -> bool {
    let Some((start, end)) = classification.span else {
        let words = classification.source != Source::Trusted || classification.rule == "none";
        return RULES.contains(&classification.rule) || (words && is_said(message(classification, text)));
    };
    let (start, end) = (start as usize, end as usize);
    let status = classification.rule == "http.text.5xx" && text.get(start..end).is_some_and(|words| STATUSES.iter().any(|status| words.contains(status)));
    // A short text is its own message, and has the line in it.
    status || is_said(message(classification, text)) || (text.len() > REGION && is_said(around(text, start, end)))
}

/// The part that says what went wrong by its place, or all of a short text.
fn message<'a>(classification: &Classification, text: &'a str) -> &'a str {
    if text.len() <= REGION {
        return text;
    }
    let found = classification.message.and_then(|(start, end)| text.get(start as usize..end as usize));
    head(found.unwrap_or_else(|| decisive_line(text)), REGION)
}

/// The line of the deciding words, as far as it is near them.
fn around(text: &str, start: usize, end: usize) -> &str {
    let (first, last) = line_around(text, start);
    let near = |at: usize| (at..text.len()).find(|i| text.is_char_boundary(*i)).unwrap_or(text.len());
    let (from, until) = (near(first.max(start.saturating_sub(REGION / 2))), near(last.max(end).min(end.saturating_add(REGION / 2))));
    text.get(from..until).unwrap_or_default()
}

fn is_said(words: &str) -> bool {
    let words = without_waits(&Window::new(words).text).to_lowercase();
    each(LOST).any(|lost| words.contains(lost))
}

/// Without the words of [`BEFORE`], where they begin a word: a `block timeout` waits for no lock.
fn without_waits(words: &str) -> String {
    let mut left = words.to_owned();
    for before in each(BEFORE) {
        let mut from = 0;
        while let Some(at) = left.get(from..).and_then(|rest| find_ignore_case(rest, before)).map(|at| from + at) {
            let end = at + before.len();
            if begins_a_word(&left, at) {
                left.replace_range(at..end, " ");
            }
            from = at + 1;
        }
    }
    left
}

/// Whether a word of ASCII begins at `at`, also inside of a name as `LockTimeout` does in `MySqlLockTimeout`.
fn begins_a_word(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let last = at.checked_sub(1).and_then(|last| bytes.get(last));
    !last.is_some_and(u8::is_ascii_alphanumeric) || bytes.get(at).is_some_and(u8::is_ascii_uppercase) && last.is_some_and(u8::is_ascii_lowercase)
}

fn each(words: &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    words.iter().flat_map(|words| words.split(" | "))
}
