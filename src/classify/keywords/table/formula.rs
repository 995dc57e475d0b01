//! Whole formulas that say more than the general code, the type name or the common words they come with.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure},
};
use crate::classify::{Class, Subkind};

const CLOUD: &str = "AWS API common errors; Azure Resource Manager and Storage errors; Google Cloud API errors; Stripe API errors";
const PROGRAMS: &str = "messages of command line programs and their translations";

pub(super) const RULES: &[Rule] = &[
    Rule::code("formula.code.held", Class::Transient, "idempotency_key_in_use | invalid_db_instance_state | idempotent_request_in_progress | request_in_progress").from(
        CLOUD,
        "{\"code\":\"request_in_progress\"}",
        "{\"message\":\"permission denied\",\"path\":\"/request_in_progress\"}",
    ),
    Rule::phrase(
        "formula.held",
        Class::Transient,
        "another in-progress request | another request ~ in progress | is locked by another | locked by another process | already being held |
         lock is held | lock file is already | lock file already | is already running | already in progress | is not in available state |
         is not in the available state | reading blob ~ eof | get \"https:// ~ eof | get \"http:// ~ eof | post \"https:// ~ eof | post \"http:// ~ eof | copying ~ unexpected eof | transfer ~ unexpected eof |
         download ~ unexpected eof",
    )
    .strength(Firm)
    .from("Stripe API errors; lock libraries; Go net/http and container image tools", "cache is locked by another worker", "lock is heldX: permission denied"),
    Rule::code("formula.code.account", Class::Permission, "opt_in_required | scope_locked | not_signed_up").from(
        CLOUD,
        "{\"code\":\"ScopeLocked\"}",
        "{\"message\":\"connection refused\",\"path\":\"/opt_in_required\"}",
    ),
    Rule::phrase(
        "formula.permission",
        Class::Permission,
        "only ~ if you've signed up | not signed up for | must sign up for | are not subscribed to this | scope(s) are locked | running as root is not |
         kann nicht als root | không đủ quyền | không được phép | pas être exécuté en tant que | no se puede ejecutar como | não pode ser executado como |
         non può essere eseguito da | нельзя запускать от имени | api project is not authorized | project is not authorized to use",
    )
    .strength(Firm)
    .from(PROGRAMS, "You must sign up for the beta", "signed up for the list: connection refused"),
    Rule::code(
        "formula.code.credential",
        Class::Authentication,
        "request_time_too_skewed | request_in_the_future | request_expired | signature_expired | authentication_denied | auth_challenge_required",
    )
    .from(CLOUD, "{\"code\":\"RequestTimeTooSkewed\"}", "{\"message\":\"connection refused\",\"path\":\"/signature_expired\"}"),
    Rule::phrase(
        "formula.credential",
        Class::Authentication,
        "error loading sso token | sso token ~ does not exist | token for ~ does not exist | client password must be | maybe wrong password |
         wrong password or | token is not set | api_token is not set | _token is not set | _key is not set | _secret is not set | _password is not set |
         authentication failure | authentication_denied | scram-server* | sasl authentication | sasl: scram*",
    )
    .strength(Firm)
    .from("AWS CLI; PostgreSQL SCRAM clients; OpenSSL; POSIX shell parameter expansion", "SASL authentication: the exchange ended", "token for sale: connection refused"),
    Rule::phrase("formula.rate", Class::RateLimited, "is over the account limit | over the per-account limit | over the account's limit")
        .sub(Subkind::Throttle)
        .strength(Sure)
        .from(CLOUD, "Egress is over the account limit.", "the account limit page: connection refused"),
    Rule::phrase(
        "formula.browser",
        Class::Unavailable,
        "browser has closed | browser has disconnected | browser was closed | browser has been closed | session deleted | session deleted because of |
         not connected to devtools | chrome not reachable | tab crashed | target closed | invalid session id: | session not created: this version of",
    )
    .sub(Subkind::Service)
    .strength(Sure)
    .from("W3C WebDriver, errors; messages of browser drivers", "unknown error: tab crashed", "the browser was closedX: permission denied"),
    Rule::phrase(
        "formula.install",
        Class::Unavailable,
        "could not find chrome | could not find chromium | could not find firefox | could not find browser | could not find a browser |
         did not perform an installation | missing from your system | not installed on your system | error: package ~ does not exist |
         install the ~ extra | install ~ with the ~ extra | install or enable ~ extension | enable php's | requires ext-* |
         missing required extension | required extension ~ missing | optional dependency | peer dependency ~ not installed | extra is not installed |
         provider is not configured | backend is not configured | service is not configured",
    )
    .sub(Subkind::Module)
    .strength(Firm)
    .from("Puppeteer; Composer; javac; messages of Python packages with extras", "Could not find Firefox (rev. 1183)", "the extras are here: permission denied"),
    Rule::phrase(
        "formula.server",
        Class::Unavailable,
        "nenhum servidor está | aucun serveur n'est | kein server läuft | ningún servidor en ejecución | сервер не работает | nessun server in esecuzione |
         サーバーが動作していません | 没有服务器进程正在运行 | no server running | no server is running",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from("PostgreSQL pg_ctl and its translations; tmux", "pg_ctl: kein Server läuft", "no server runningX: permission denied"),
    Rule::phrase("formula.certificate", Class::Unavailable, "insecurecertificateexception | insecure certificate | nssfailure*")
        .sub(Subkind::Service)
        .strength(Firm)
        .from("W3C WebDriver, errors", "insecure certificate: the chain ends in an unknown root", "certificates: permission denied"),
    Rule::phrase(
        "formula.unsupported",
        Class::Unsupported,
        "supported only on | supported only in | supported only with | supported only for | supported only by | works only on | works only with |
         available only with version | but not from | version ~ does not satisfy | does not satisfy that requirement | cannot edit binary |
         can't edit binary",
    )
    .strength(Firm)
    .from(PROGRAMS, "Snapshots are supported only on btrfs.", "not from here: connection refused"),
    Rule::phrase(
        "formula.limits",
        Class::Unsupported,
        "only changes | only edits | only updates existing | only modifies existing | only creates new | only works on ~ not on | takes a ~ to ~ use |
         use another operation | use another method | use another function | use another endpoint | use another action | use a different operation |
         use a different endpoint",
    )
    .sign(Sign::Limits)
    .strength(Firm)
    .from("Model Context Protocol, tools: errors that the model can act on", "append_row only updates existing sheets", "the only changes were ours: connection refused"),
    Rule::code("formula.code.value", Class::WrongArguments, "no_registered_provider_found | sku_not_available | invalid_api_version_parameter").from(
        CLOUD,
        "{\"code\":\"SkuNotAvailable\"}",
        "{\"message\":\"connection refused\",\"path\":\"/sku_not_available\"}",
    ),
    Rule::phrase(
        "formula.argument",
        Class::WrongArguments,
        "unable to access jarfile | could not find or load main class | unbound variable | : readonly variable | : parameter not set |
         no sufficiently similar match | the config profile ~ could not be found | синтаксична помилка | синтаксическая ошибка | двусмысленный |
         неоднозначный | неоднозначна | mehrdeutig | option ambiguë | ambigüedad | lỗi cú pháp | ligne au milieu | raptowny koniec | składni",
    )
    .strength(Firm)
    .from(PROGRAMS, "sh: 3: TARGET_DIR: parameter not set", "variables unbound: connection refused"),
];
