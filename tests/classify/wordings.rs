//! How services and programs put it: sentences that hold no code and no known formula.

use tool_recovery::classify::{Class, Keywords, TextEvidence};
use tool_recovery::facts::{Adapter, Code};

fn class(text: &str) -> Class {
    Keywords::new().classify(&TextEvidence::new(text, Adapter::JsonRpc)).class
}

fn all_are(expected: Class, texts: &[&str]) {
    for text in texts {
        assert_eq!(class(text), expected, "{text}");
    }
}

#[test]
fn what_passes() {
    all_are(
        Class::Transient,
        &[
            "Lock held by deploy #4812, wait until it finishes",
            "Document is being edited in another window",
            "Read replica is lagging too far behind",
            "umount: /mnt: target is busy.",
            "userdel: user ann is currently used by process 812",
            "Code: 159. DB::Exception: Timeout exceeded: elapsed 60.1 seconds, maximum: 60.",
            "org.springframework.dao.OptimisticLockingFailureException: row 7 was changed",
        ],
    );
}

#[test]
fn rates_and_allowances() {
    all_are(
        Class::RateLimited,
        &[
            "You can only make 5 searches every 10 minutes",
            "This key has no requests left today",
            "Your organization has used 100% of its included minutes",
            "The workspace has run out of AI credits",
            "Code: 202. DB::Exception: Too many simultaneous queries. Maximum: 100.",
            "Die API meldet: Zu viele Versuche",
        ],
    );
}

#[test]
fn who_calls() {
    all_are(
        Class::Authentication,
        &[
            "Please provide a valid API token",
            "OPENWEATHER_KEY is not configured",
            "smbclient: session setup failed: NT_STATUS_LOGON_FAILURE",
            "restic: Fatal: wrong password or no key found",
            "Ihre Sitzung ist abgelaufen, bitte melden Sie sich an.",
            "セッションの有効期限が切れました",
            "Meldung 18456, Ebene 14, Status 1",
        ],
    );
}

#[test]
fn what_a_caller_may_not() {
    all_are(
        Class::Permission,
        &[
            "Editing is limited to project admins",
            "You don't own this playlist",
            "Viewer role can't edit",
            "mount: only root can do that",
            "This token was issued without the issues:write scope",
            "Vous n'avez pas l'autorisation de modifier cette page",
            "您没有访问权限",
        ],
    );
}

#[test]
fn what_is_not_there() {
    all_are(
        Class::Unavailable,
        &[
            "Nobody is listening on the agent socket",
            "The plugin that provides this tool was unloaded",
            "meson: ERROR: Dependency \"glib-2.0\" not found, tried pkgconfig and cmake",
            "System error 53 has occurred. The network path was not found.",
            "The RPC server is unavailable.",
            "Kan geen verbinding maken met de server",
        ],
    );
}

#[test]
fn what_is_not_offered() {
    all_are(
        Class::Unsupported,
        &[
            "Webhooks v1 was retired in 2023",
            "Batch mode isn't available yet",
            "This provider has no streaming mode",
            "tar: zstd compression is not compiled in",
            "Formatet stöds inte",
        ],
    );
}

#[test]
fn a_plain_refusal_is_about_the_arguments() {
    all_are(
        Class::WrongArguments,
        &[
            "start must come before end",
            "Amount has to be positive",
            "Zip code and country disagree",
            "pandoc: Unknown input format mdd",
            "rg: nothing to repeat at 3",
            "Der Beleg kann nicht gebucht werden",
        ],
    );
}

#[test]
fn chatter_and_settings_say_nothing() {
    all_are(
        Class::Unknown,
        &[
            "build started (retry=0, timeout=30s)\nstep 4 of 9\n",
            "2026-01-02 10:00:00 INFO app: shutting down\n2026-01-02 10:00:01 INFO app: bye\n",
            "{\"level\":\"info\",\"msg\":\"rate limited, will go on\"}\n",
            "Oops! Something went wrong on our side",
            "The request could not be completed",
            "Segmentation fault (core dumped)",
        ],
    );
}

#[test]
fn formulas_that_outweigh_common_words() {
    all_are(
        Class::Transient,
        &["Error: Lock is held by pid 44", "Another request is in progress for this key", "writing blob: Get \"https://r.example/v2/x\": unexpected EOF"],
    );
    all_are(Class::Permission, &["pg_upgrade: cannot be run as root", "mv: không thể di chuyển 'a': Không đủ quyền truy cập"]);
    all_are(
        Class::Authentication,
        &["SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature is missing", "PKCS12 routines: mac verify failure: maybe wrong password"],
    );
    all_are(
        Class::Unavailable,
        &[
            "Error: Could not find Chromium (rev. 1095492)",
            "ext-intl is missing from your system. Install or enable PHP's intl extension.",
            "WebDriverException: unknown error: session deleted because of page crash",
        ],
    );
    all_are(Class::Unsupported, &["Error: Bottles are supported only on Linux.", "It can convert to EPUB, but not from EPUB."]);
    all_are(
        Class::WrongArguments,
        &["Error: Unable to access jarfile dist/tool.jar", "Error: Could not find or load main class app.Sever", "psql: двусмысленный параметр «--no»"],
    );
}

#[test]
fn plain_sentences_of_people_who_write_tools() {
    all_are(
        Class::Unsupported,
        &["Undo history is not available through the web client", "This scanner has no fax function", "Only Oracle 12 and later know that clause"],
    );
    all_are(
        Class::Unavailable,
        &[
            "The tile provider could not be reached",
            "no R kernel is running",
            "This tool needs the `fd` binary on PATH",
            "Push service not configured on this server",
        ],
    );
    all_are(Class::Permission, &["Viewers cannot rename boards", "The card is write-protected", "Your administrator has turned off printing"]);
    all_are(Class::Authentication, &["Connect your Dropbox account first", "PIN incorrect", "The archive asks for a password"]);
    all_are(Class::Transient, &["The page crashed while printing", "The menu is not yet visible"]);
    all_are(Class::RateLimited, &["Your trial has ended", "Free accounts can only keep 2 boards"]);
    all_are(Class::WrongArguments, &["Choose a day after the first", "The end is before the start"]);
}

#[test]
fn what_nobody_outside_can_help_with() {
    all_are(
        Class::Unknown,
        &[
            "Error: undefined",
            "error: null",
            "a.c:3: internal compiler error: in expand_expr, at expr.c:1",
            "fatal: the importer crashed with signal 11",
            "ERROR:  XX000: tuple concurrently lost",
            "{\"error\":{\"code\":\"UNKNOWN_SERVER_ERROR\"}}",
            "On branch main\nnothing to commit, working tree clean\n",
        ],
    );
}

#[test]
fn what_an_open_status_leaves_open() {
    let under = |code: Code, text: &str| {
        let mut evidence = TextEvidence::new(text, Adapter::Http);
        evidence.code = Some(&code);
        Keywords::new().classify(&evidence).class
    };
    let page = "<html><title>500 Server Error</title><p>Either the server is overloaded or there is an error in the application.</p></html>";
    assert_eq!(under(Code::Http(500), page), Class::Unknown);
    assert_eq!(under(Code::Http(500), r#"{"error":"KeyError: 'cart'"}"#), Class::Unknown, "the server's own code");
    assert_eq!(under(Code::Http(500), r#"{"error":"connect ECONNREFUSED 10.0.0.3:5432"}"#), Class::Unavailable);
    assert_eq!(under(Code::Http(410), r#"{"error":"gone"}"#), Class::WrongArguments);
    assert_eq!(under(Code::Http(410), r#"{"message":"API v1 has been shut down."}"#), Class::Unsupported);
    assert_eq!(under(Code::Http(415), r#"{"error":"unsupported media type"}"#), Class::WrongArguments);
    assert_eq!(under(Code::Grpc(13), "asked for"), Class::Unknown);
    assert_eq!(under(Code::Grpc(13), "permission denied for table carts"), Class::Permission);
    assert_eq!(under(Code::Grpc(9), "asked for"), Class::Unknown);
    assert_eq!(under(Code::Grpc(9), "The table must be archived before that"), Class::WrongArguments);
}

#[test]
fn reply_codes_of_protocols() {
    all_are(
        Class::Transient,
        &["425 Can't open data connection.", "426 Failure writing network stream.", "body error: end of file before message length reached"],
    );
    all_are(Class::Permission, &["553 Could not create file.", "{\"error\":\"unauthorized_client\"}", "{\"code\":\"PLAN_REQUIRED\"}"]);
    all_are(Class::Unsupported, &["502 5.5.1 Command not recognized", "the option `Z` is only accepted on the nightly compiler"]);
    all_are(Class::WrongArguments, &["ERROR:  function datediff(date) does not exist", "File sums.bc is unavailable."]);
    all_are(Class::Unavailable, &["error[E0463]: can't find crate for `rand`", "can't find package tls", "profile service is unavailable"]);
    all_are(
        Class::RateLimited,
        &["552 Requested file action aborted. Exceeded storage allocation", r#"{"type":"https://api.example/problems/rate-limit-exceeded","title":"x"}"#],
    );
}
