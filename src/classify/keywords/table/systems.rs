//! What Windows, R and cluster software say, also in other languages, and words of the same kinds.

use crate::classify::keywords::rule::{Rule, Strength::Firm};
use crate::classify::{Class, Subkind};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "windows.sharing",
        Class::Transient,
        "von einem anderen prozess verwendet | durch einen anderen prozess verwendet | utilisé par un autre processus | siendo utilizado por otro proceso |
         siendo usado por otro proceso | usado por outro processo | utilizado por outro processo | utilizzato da un altro processo |
         door een ander proces gebruikt | używany przez inny proces | занят другим процессом | используется другим процессом | 別のプロセスで使用中 |
         別のプロセスが使用中 | 正由另一进程使用 | 另一个程序正在使用 | 另一个进程正在使用 | 由另一個處理序使用 | 다른 프로세스가 | 다른 프로세스에서",
    )
    .strength(Firm)
    .from(
        "Windows system messages 32 and 33 (ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION) in its languages",
        "Die Datei wird von einem anderen Prozess verwendet.",
        "Die Datei wurde von einem anderen Prozess erzeugt.",
    ),
    Rule::phrase(
        "r.package",
        Class::Unavailable,
        "es gibt kein paket namens | aucun package nommé | no hay ningún paquete llamado | no hay paquete llamado | não há nenhum pacote chamado |
         non c'è alcun pacchetto chiamato | нет пакета под названием | という名前のパッケージはありません | 不存在叫 | 라고 불리는 패키지가 없습니다",
    )
    .sub(Subkind::Module)
    .strength(Firm)
    .from("R, message catalogues of its base packages", "aucun package nommé ‘terra’ n'est trouvé", "un package nommé ‘terra’ est chargé"),
    Rule::phrase(
        "plugin.load",
        Class::Unavailable,
        "can't load plugin | cannot load plugin | could not load plugin | failed to load plugin | unable to load plugin | no plugin named | no such plugin |
         plugin ~ is not installed | no driver named",
    )
    .sub(Subkind::Module)
    .from("Entry points of Python packages, browsers' and editors' loaders of plugins", "can't load plugin: codecs:opus", "plugin loaded: opus"),
    Rule::phrase(
        "cluster.leader",
        Class::Transient,
        "no cluster leader | no known leader | no elected leader | has no leader | without a leader | leader is unknown | leader unknown | no primary shard |
         no master node | no active namenode | name node is in safe mode | namenode is in safe mode | cluster is in safe mode | quorum lost | lost quorum |
         quorum is lost | no quorum",
    )
    .strength(Firm)
    .from("Consul, Raft and HDFS: answers while a leader is elected or a node starts", "the ring has no leader", "the leader said: out of range"),
    Rule::part("cluster.connection", Class::Transient, "connection_loss | connection_lost | safe_mode | no_leader | quorum_lost | session_moved")
        .strength(Firm)
        .from("Apache ZooKeeper (KeeperException), HDFS (SafeModeException)", "keeper.errors.ConnectionLossError", "connection_lost.txt was written"),
    Rule::phrase(
        "cursor.token",
        Class::WrongArguments,
        "sync token is | synctoken is | invalid sync token | page token is | pagetoken is | invalid page token | page token ~ invalid | page token ~ expired |
         continuation token is | invalid continuation token | next token is | nexttoken is | invalid next token | next_token is | pagination token is |
         invalid pagination token | invalid cursor | cursor is invalid | cursor is no longer valid | cursor has expired | cursor is expired | scroll id is |
         starting token is",
    )
    .strength(Firm)
    .from("Google, AWS and Microsoft list methods: tokens of pages, which are no credentials", "The pageToken is not valid.", "The token is not valid."),
    Rule::phrase(
        "rate.frequency",
        Class::RateLimited,
        "frequency limit | frequency limited | frequency exceeds | frequency exceeded | request frequency | call frequency | invocation frequency |
         too high a frequency | frequency is too high | operate too often | operation too frequent | requests too frequent | request is too frequent",
    )
    .sub(Subkind::Throttle)
    .from("Open platforms of Chinese vendors in English (Feishu, WeChat, DingTalk)", "message frequency limited", "the frequency of the signal was read"),
    Rule::phrase(
        "groups.permission",
        Class::Permission,
        "must be privileged | allowed for the following groups | allowed to the following groups | permitida para los siguientes grupos |
         permitido para los siguientes grupos | autorisée pour les groupes suivants | für folgende gruppen erlaubt | für die folgenden gruppen erlaubt |
         permitida aos seguintes grupos | consentita ai seguenti gruppi | you must be the owner of",
    )
    .strength(Firm)
    .from(
        "Odoo (ir.model.access) and its translations; util-linux",
        "This operation is allowed for the following groups: Sales",
        "These groups follow: Sales",
    ),
];
