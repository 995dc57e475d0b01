//! Words of which the neighbours say another kind than they say alone.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual},
};
use crate::classify::{Class, Subkind};

const SERVICES: &str = "messages of web services, brokers and databases, in their own words";
const SYSTEMS: &str = "Windows system messages, R and Odoo in their translations";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "narrower.credential",
        Class::Authentication,
        "denied ~ invalid token | denied ~ bad token | denied ~ expired token | denied ~ token expired | denied ~ token has expired |
         denied ~ invalid credentials | denied ~ bad credentials | denied ~ invalid api key | denied ~ not logged in | forbidden ~ invalid token |
         forbidden ~ expired token | forbidden ~ token expired | forbidden ~ invalid credentials | forbidden ~ invalid api key |
         not authorized ~ token expired | not authorized ~ expired token | not authorized ~ invalid token | not authorized (return code |
         not authorised (return code | connection failed: not authorized | connection refused: not authorized | connection refused, not authorized |
         connection refused, not authorised | connection refused: not authorised | connection refused: bad user",
    )
    .strength(Sure)
    .from(
        "MQTT 3.1.1 section 3.2.2.3 (CONNACK return codes 4 and 5); RFC 6750 section 3.1",
        "broker says: Connection Refused, not authorised.",
        "access denied; invalid tokens_x: 3",
    ),
    Rule::phrase(
        "narrower.authentication",
        Class::Authentication,
        "authentication error | authentication problem | authentication was rejected | error of authentication",
    )
    .strength(Firm)
    .from("RFC 9110 section 11", "Gateway: Authentication problem", "authentication errors_x: connection refused"),
    Rule::phrase(
        "narrower.cursor",
        Class::WrongArguments,
        "sync token ~ no longer valid | sync token ~ expired | sync token ~ invalid | page token ~ no longer valid | page token ~ expired |
         page token ~ invalid | page token ~ not valid | next token ~ expired | next token ~ invalid | continuation token ~ expired |
         continuation token ~ invalid | continuation token ~ not valid | delta token ~ expired | delta token ~ no longer valid | resume token ~ expired |
         resume token ~ invalid | upload token ~ expired | upload token ~ invalid | pagination token ~ expired | pagination token ~ invalid |
         invalid sync token | invalid page token | invalid pagetoken | invalid next token | invalid nexttoken | invalid continuation token |
         invalid pagination token | invalid delta token | invalid resume token | invalid upload token | expired page token | expired sync token |
         expired cursor | cursor ~ expired | cursor ~ no longer valid",
    )
    .strength(Sure)
    .from(SERVICES, "The continuation token 3f is no longer usable: invalid", "the page token_x: access token expired"),
    Rule::code(
        "narrower.code.cursor",
        Class::WrongArguments,
        "full_sync_required | invalid_page_token | invalid_sync_token | expired_page_token | invalid_next_token | expired_next_token |
         invalid_continuation_token | invalid_pagination_token | sync_state_not_found | unsupported_grant_type | unsupported_response_type | rest_no_route |
         no_route_matched | no_such_route",
    )
    .from(
        "Google Calendar, AWS and Microsoft Graph error lists; RFC 6749 section 5.2; WordPress REST API",
        "{\"code\":\"ExpiredNextTokenException\"}",
        "{\"message\":\"connection refused\",\"path\":\"/invalid_page_token\"}",
    ),
    Rule::phrase(
        "narrower.privileged",
        Class::Permission,
        "must be privileged | be privileged to | requires privileged | needs privileged | only privileged | privileged user* only | not privileged",
    )
    .strength(Firm)
    .from("cron(8), mount(8), traceroute(8)", "only privileged users may flood", "the privileged_list: connection refused"),
    Rule::phrase(
        "narrower.groups",
        Class::Permission,
        "está permitida para | están permitidas para | está permitido para | is allowed for the following groups | allowed for the following groups |
         est autorisée pour les groupes | est autorisé pour les groupes | ist für die folgenden gruppen | ist für folgende gruppen | é permitida para |
         è consentita per i | è consentita ai | no puede modificar registros | no puede crear registros | no puede eliminar registros |
         not allowed to modify | not allowed to create | not allowed to access",
    )
    .strength(Firm)
    .from(SYSTEMS, "Esta acción está permitida para gerentes", "the groups_x: connection refused"),
    Rule::part("narrower.part.permission", Class::Permission, "access_error | access_violation | access_rule").strength(Firm).from(
        "naming of exception types in class libraries",
        "acme.errors.LedgerAccessError",
        "{\"message\":\"connection refused\",\"path\":\"/x_access_error\"}",
    ),
    Rule::phrase(
        "narrower.frequency",
        Class::RateLimited,
        "frequency limit | frequency limits | frequency limited | frequency control | frequency exceeded | frequency is too high | frequency too high |
         call frequency | request frequency | access frequency | sending frequency | limit of frequency | frequency of requests | frequency of calls",
    )
    .sub(Subkind::Throttle)
    .strength(Firm)
    .from(SERVICES, "code 11: call frequency out of range", "the frequency_x: connection refused"),
    Rule::phrase(
        "narrower.held",
        Class::Transient,
        "siendo utilizado por otro | siendo usado por otro | von einem anderen prozess verwendet | utilisé par un autre processus | usado por outro processo |
         utilizzato da un altro processo | używany przez inny proces | door een ander proces | av en annan process | занят другим процессом |
         используется другим процессом | 別のプロセスで使用 | 别的进程正在使用 | 另一个程序正在使用 | 另一程序正在使用 | 다른 프로세스가 사용",
    )
    .strength(Firm)
    .from(SYSTEMS, "a.db: Datei wird von einem anderen Prozess verwendet", "otros procesos: 3; Keine Berechtigung"),
    Rule::phrase(
        "narrower.leader",
        Class::Transient,
        "no cluster leader | no elected leader | no known leader | no current leader | no raft leader | no active leader | leader not elected |
         leader is not elected | cluster has no leader | without a leader | no master elected | no elected master | no active master |
         name node is in safe mode | namenode is in safe mode | is in safe mode. | in safemode | safe mode will be turned off",
    )
    .strength(Firm)
    .from("Raft, ZooKeeper and HDFS error texts", "The shard is without a leader", "the leaders_x: permission denied"),
    Rule::code("narrower.code.safe_mode", Class::Transient, "safe_mode | safe_mode_exception | retriable | no_cluster_leader | leader_not_elected").from(
        "HDFS and Raft error names",
        "{\"code\":\"leader_not_elected\"}",
        "{\"message\":\"permission denied\",\"path\":\"/leader_not_elected\"}",
    ),
    Rule::part("narrower.part.transient", Class::Transient, "connection_loss | session_moved | operation_timeout | connection_timeout | leader_election")
        .strength(Firm)
        .from("ZooKeeper, KeeperException codes", "acme.errors.LinkConnectionLoss", "{\"message\":\"permission denied\",\"path\":\"/x_connection_loss\"}"),
    Rule::phrase(
        "narrower.refused",
        Class::Unavailable,
        "unavailable: ~ connection refused | unavailable: ~ no such host | unavailable: ~ name resolution | unavailable: ~ unknown host |
         unavailable: ~ no route to host | unavailable ~ desc ~ connection refused",
    )
    .sub(Subkind::Service)
    .strength(Sure)
    .from("gRPC UNAVAILABLE with the cause of connect(2) behind it", "UNAVAILABLE: dial: no route to host", "UNAVAILABLE: draining"),
    Rule::phrase(
        "narrower.module",
        Class::Unavailable,
        "can't load plugin | cannot load plugin | unable to load plugin | failed to load plugin | no plugin found | no plugin named | no plugin called |
         no driver found | no driver named | no extension found | es gibt kein paket namens | es gibt kein paket mit | aucun package nommé |
         no hay paquete llamado | no hay ningún paquete llamado | non c'è alcun pacchetto chiamato | não há nenhum pacote chamado | 'という名前のパッケージ |
         という名前のパッケージはありません | нет пакета под названием | entweder falsch geschrieben | n'est pas reconnu en tant que commande |
         no se reconoce como un comando | non è riconosciuto come comando | não é reconhecido como um comando | nie jest rozpoznawana jako polecenie |
         не является внутренней или внешней",
    )
    .sub(Subkind::Module)
    .strength(Firm)
    .from(SYSTEMS, "Erreur : aucun package nommé ‘terra’ n'est trouvé", "the plugin_x is loaded: permission denied"),
    Rule::part("narrower.part.module", Class::Unavailable, "no_such_module | no_such_plugin | no_such_driver | plugin_load | driver_load | module_missing")
        .sub(Subkind::Module)
        .strength(Firm)
        .from(
            "naming of exception types in class libraries",
            "acme.errors.NoSuchDriverError: x",
            "{\"message\":\"permission denied\",\"path\":\"/no_such_driver\"}",
        ),
    Rule::phrase(
        "narrower.device",
        Class::Unavailable,
        "could not open port | cannot open port /dev/* | can't open port /dev/* | could not open serial | cannot open serial | unable to open serial |
         no active device | no model loaded | no models loaded | model is not loaded | no_active_device | no playback device | state terminated | terminated state | state: terminated | state stopped | stopped state |
         state: stopped | state suspended | suspended state | state hibernated",
    )
    .sub(Subkind::Service)
    .strength(Sure)
    .from(
        "pySerial; Spotify Web API, player errors; states of clusters and machines",
        "warehouse 7 is in a stopped state",
        "the states_x: permission denied",
    ),
    Rule::phrase(
        "narrower.value",
        Class::WrongArguments,
        "unsupported target* | unsupported source_* | unsupported country* | unsupported voice* | unsupported unit* | unsupported timezone* |
         unsupported time zone* | unsupported region_* | unsupported interval* | unsupported resolution* | unsupported grant* | unsupported language* |
         unsupported period* | unsupported symbol*",
    )
    .strength(Firm)
    .from(SERVICES, "unsupported voice_id: kea", "unsupportedX: connection refused"),
    Rule::phrase(
        "narrower.recipient",
        Class::WrongArguments,
        "inactive recipient* | inactive address* | marked as inactive | suppression list | is suppressed | hard bounce | hard bounced | has bounced |
         bounced address | address is on the | recipient is on the | package not found at | can't resolve './* | can't resolve '../* |
         cannot find module './* | cannot find module '../*",
    )
    .strength(Sure)
    .from(
        "mail services' suppression lists; readers of office documents; bundlers and relative paths",
        "Recipient skipped: it is on our suppression list",
        "the bounces_x: connection refused",
    ),
    Rule::phrase(
        "narrower.convergence",
        Class::WrongArguments,
        "failed to converge | did not converge | does not converge | not converging | could not converge | no convergence",
    )
    .strength(Usual)
    .from("SciPy, NumPy and R optimizers", "fit: the solver did not converge", "the converged_x: connection refused"),
    Rule::phrase(
        "narrower.scheme",
        Class::Unsupported,
        "unrecognized filesystem | unrecognized scheme | unrecognised scheme | unrecognized protocol | unrecognized url scheme",
    )
    .strength(Firm)
    .from("mount(8); readers of URIs", "open: unrecognized scheme in rsyncs://a", "the schemes_x: connection refused"),
    Rule::phrase(
        "narrower.form",
        Class::WrongArguments,
        "is not ~ encrypted data | not encrypted data | is not encrypted | not an encrypted | magic bytes not found |
         magic number not found | parsing failed | is not a gzip | is not a compressed | input is not | does not start with | does not look like a |
         doesn't look like a | does not appear to be a | doesn't appear to be a",
    )
    .sign(Sign::Format)
    .strength(Usual)
    .from("gpg(1); readers of one form", "vault: this input is not encrypted", "the encrypted data_x: connection refused"),
    Rule::phrase(
        "narrower.format",
        Class::Unsupported,
        "not support the ~ format | not support ~ file format | not support the old | doesn't support the old | not support legacy | not support ~ files",
    )
    .sign(Sign::Format)
    .strength(Firm)
    .from("readers of one form about another", "this reader does not support the old binary layout", "the supported format: connection refused"),
];
