//! How sentences put it, whatever the service: a thing and what is wrong with it, on one line.

use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Usual, Weak},
};
use crate::classify::{Class, Subkind};

const SOURCE: &str = "usual English sentences of services; NTSTATUS and HRESULT values (MS-ERREF)";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "wording.auth",
        Class::Authentication,
        "api key ~ wrong | api key ~ incorrect | api key ~ not match | api key ~ not configured | api key ~ not recognized | api key ~ rejected |
         api key ~ revoked | api key ~ not valid | api key ~ could not be verified | api key ~ cannot be verified | api key ~ expired |
         access key ~ wrong | access key ~ incorrect | access key ~ not match | access key ~ not configured | access key ~ not recognized |
         access key ~ rejected | access key ~ revoked | access key ~ not valid | access key ~ could not be verified | access key ~ cannot be verified |
         access key ~ expired | secret key ~ wrong | secret key ~ incorrect | secret key ~ not match | secret key ~ not configured |
         secret key ~ not recognized | secret key ~ rejected | secret key ~ revoked | secret key ~ not valid | secret key ~ could not be verified |
         secret key ~ cannot be verified | secret key ~ expired | api token ~ wrong | api token ~ incorrect | api token ~ not match |
         api token ~ not configured | api token ~ not recognized | api token ~ rejected | api token ~ revoked | api token ~ not valid |
         api token ~ could not be verified | api token ~ cannot be verified | api token ~ expired | access token ~ wrong | access token ~ incorrect |
         access token ~ not match | access token ~ not configured | access token ~ not recognized | access token ~ rejected | access token ~ revoked |
         access token ~ not valid | access token ~ could not be verified | access token ~ cannot be verified | access token ~ expired |
         auth token ~ wrong | auth token ~ incorrect | auth token ~ not match | auth token ~ not configured | auth token ~ not recognized |
         auth token ~ rejected | auth token ~ revoked | auth token ~ not valid | auth token ~ could not be verified | auth token ~ cannot be verified |
         auth token ~ expired | client token ~ wrong | client token ~ incorrect | client token ~ not match | client token ~ not configured |
         client token ~ not recognized | client token ~ rejected | client token ~ revoked | client token ~ not valid |
         client token ~ could not be verified | client token ~ cannot be verified | client token ~ expired | password ~ wrong | password ~ incorrect |
         password ~ not match | password ~ not configured | password ~ not recognized | password ~ rejected | password ~ revoked |
         password ~ not valid | password ~ could not be verified | password ~ cannot be verified | password ~ expired | passphrase ~ wrong |
         passphrase ~ incorrect | passphrase ~ not match | passphrase ~ not configured | passphrase ~ not recognized | passphrase ~ rejected |
         passphrase ~ revoked | passphrase ~ not valid | passphrase ~ could not be verified | passphrase ~ cannot be verified | passphrase ~ expired |
         credential ~ wrong | credential ~ incorrect | credential ~ not match | credential ~ not configured | credential ~ not recognized |
         credential ~ rejected | credential ~ revoked | credential ~ not valid | credential ~ could not be verified | credential ~ cannot be verified |
         credential ~ expired | credentials ~ wrong | credentials ~ incorrect | credentials ~ not match | credentials ~ not configured |
         credentials ~ not recognized | credentials ~ rejected | credentials ~ revoked | credentials ~ not valid |
         credentials ~ could not be verified | credentials ~ cannot be verified | credentials ~ expired | missing client token | missing auth token |
         missing api token | missing token | missing secret key | missing access key | missing password | secret ~ wrong | secret ~ incorrect |
         secret ~ expired | login ~ could not be verified | login ~ rejected | login ~ invalid | _key ~ not configured | _key ~ not set |
         _key ~ is missing | _key ~ is required | _token ~ not configured | _secret ~ not set | _secret ~ not configured | _password ~ not set |
         must run ~ login | need to run ~ login | run ~ login first | run ~ auth login | provide a valid ~ token | provide a valid ~ key |
         provide valid credentials | valid api key | valid api token | valid access token | valid credentials | a valid session |
         nt_status_logon_failure | nt_status_wrong_password | nt_status_account_locked_out | nt_status_password_expired | 0x8007052e |
         user name or password | user or password | username and password | username or password | email or password | wrong api key |
         wrong access key | wrong credential | wrong credentials | wrong password | wrong api token | wrong access token | wrong secret |
         incorrect api key | incorrect access key | incorrect credential | incorrect credentials | incorrect password | incorrect api token |
         incorrect access token | incorrect secret | expired api key | expired access key | expired credential | expired credentials |
         expired password | expired api token | expired access token | expired secret | rejected api key | rejected access key | rejected credential |
         rejected credentials | rejected password | rejected api token | rejected access token | rejected secret | grant revoked | consent revoked |
         access revoked | has to be renewed | must be renewed | needs to be renewed | renew your | cookie ~ absent | cookie ~ missing | cookie header |
         authorization header absent | auth header absent | key header absent | token header absent | authorization header missing | authentication header missing | auth header missing |
         key header missing | token header missing | signature header missing | identify you | who you are | api-key-header | api-key | api-schlüssel | no bot token |
         no ~ token set | no ~ key set | no ~ key configured | no ~ token configured | no ~ credentials | no ~ password | token ~ not set |
         token ~ not found in | unknown credentials | unknown client | unknown application | unknown issuer | issuer ~ mismatch |
         audience ~ mismatch | audience invalid | kid ~ not found | clock skew | not yet authenticated | first sign | first log | signed out |
         logged out | been logged out | been signed out | sign back in | log back in | session ~ not found on login | session lost |
         link your ~ account | not paired | unpaired | hostkey | host key | no hostkey | incorrect pin | wrong pin | invalid pin | pin is | passkey |
         security key | challenge failed | bearer missing | no bearer | bearer ~ missing | no configured account | signin |
         log on once | log on again | has lapsed | credentials are out of date | credentials ~ out of date | not signed in |
         unsigned request | request is not signed | sign in afresh | authenticate first | authenticate yourself | prove your identity |
         unverified account | email not verified | verify your email | account ~ not verified | not activated | activate your account",
    )
    .strength(Firm)
    .from(SOURCE, "The password for the share was rejected", "rejected passwords_x: connection refused"),
    Rule::phrase(
        "wording.permission",
        Class::Permission,
        "limited to ~ admin* | limited to ~ owner* | limited to ~ member* | limited to ~ user* | reserved for | don't own | do not own | doesn't own |
         does not own | account type | not allowed by | not permitted by | turned off by | switched off by | disabled by | locked by ~ admin* |
         policy does not | policy forbids | policy prevents | on your allow-list | allow-list | allowlist | not belong to this workspace |
         not belong to this organization | not belong to your | must be an owner | must be a maintainer | only root | need the ~ role |
         needs the ~ role | requires the ~ role | role ~ is required | role required | must have the ~ role | must have ~ permission |
         must have ~ access | must have write | must have admin | outside the organization | outside your organization | external sharing |
         nt_status_access_denied | 0x80070005 | not open to | closed to | is locked by ~ admin* | may not be shared | by an administrator |
         by the administrator | by your organization | by your administrator | your organization has disabled | legal hold | not cleared | superuser |
         sysadmin | as administrator | elevated | only ~ admin* | only ~ owner* | only ~ member* | only ~ user* | only ~ users | only ~ account* |
         only ~ customer* | only ~ businesses | only ~ subscriber* | only ~ manager* | only ~ maintainer* | only ~ moderator* | only ~ employee* |
         only ~ staff | were removed from | was removed from this | removed from the channel | viewer role | read role | view only | view-only |
         comment only | can view but | can't edit | cannot edit | list of trusted | trusted addresses | not trusted | issued without |
         without the ~ scope | without ~ scope | without scope | lacks ~ scope | lacks scope | admins only | owners only | members only | staff only |
         moderators only | editors only | contact an admin* | contact the owner | contact your ~ owner | contact its owner | ask an admin* |
         ask the owner | ask an owner | request access | to get access | get access | gain access | was declined | declined by | denied by |
         rejected by | user said no | user refused | vetoed | not a participant | not an attendee | not the organizer | not the author |
         not the creator | not yours | someone else's | belongs to another user | belongs to another account | belongs to someone else |
         owned by another | owned by someone else | owned by ~ and | other people's | may not invite | may not ~ people | may not create |
         may not view | may not read | may not access | may not use | cannot invite | kicked | shadowbanned | sandboxed | restricted mode | safe mode |
         parental | age-restricted | geo-blocked | geoblocked | region-locked | not available to your | cannot be shared | your seat | seat does not |
         locked by the owner | locked by an admin | locked for you | is not in this channel | not in this channel | not in this workspace |
         not in this team | not part of this team | no maintainer | no admin | you are no | off-limits | group only | team only | by the ~ group only |
         need edit rights | edit rights | write rights | admin rights | read rights | right on this | rights on this | rights for this |
         content filter | content policy | guardrail* | moderation | safety system | usage policies | usage policy |
         terms of service | acceptable use | not cleared for | not provisioned for",
    )
    .strength(Usual)
    .from(SOURCE, "Exports are reserved for editors", "reserved seats_x: connection refused"),
    Rule::phrase(
        "wording.quota",
        Class::RateLimited,
        "left today | left this month | left this week | used 100% | 100% of | included minutes | per day exceeded | per month exceeded |
         number of ~ per day | more than ~ per day | more than ~ per month | at most ~ per day | up to ~ per day | only ~ per day |
         maximum of ~ per day | exceeded ~ per day | exceeded ~ per month | daily ~ cap | monthly ~ cap | monthly allowance | requests left |
         calls left | credits left | no ~ left | spent your | has been spent | used its | exceeded its ~ limit | seats ~ used | free ~ used up |
         maximum number of ~ for your plan | run out of | ran out of ~ credits | out of ~ credits | credits ~ used | ai credits | plan covers |
         plan includes | a month; | each month | each day | included in your ~ plan | included requests | top up | topup | buy more | add credits |
         purchase more | upgrade for more | billing hard | hard limit | soft limit | quota is gone | is used up | are used up | used all your |
         quota ~ is zero | quota ~ spent | allotment | no ~ minutes left | overage | today's maximum | today's limit | this month's limit |
         maximum of ~ invit* | subscription includes | subscription allows | plan has | wallet empty | wallet is empty | recharge | refill |
         out of funds | out of minutes | out of storage space | prepaid | pay as you go | no quota | quota of | no allowance | hit ~ maximum |
         one ~ per day",
    )
    .sub(Subkind::Quota)
    .strength(Usual)
    .from(SOURCE, "You have no lookups left", "leftovers: 3; permission denied"),
    Rule::phrase(
        "wording.rate",
        Class::RateLimited,
        "every ~ minutes | every ~ seconds | requests/min | requests/minute | req/min | req/s | requests/s | requests/second | requests/hour |
         calls/min | /min for | per minute | per second | per hour | cap hit | cap reached | limit hit | in the bucket | token bucket | retry in ~ s |
         retry in | number of ~ per hour | more than ~ per hour | more than ~ per minute | more than ~ per second | slow it down | pace | you sent |
         messages in ~ s | requests in ~ s | too fast | calm down | in the last minute | in the last hour | in the last ~ seconds |
         in the last ~ minutes | per 5 min | min window | minute window | sliding window | rolling window | quota for this hour |
         quota for this minute | quota this minute | anti-spam | wait ~ before ~ again | wait ~ seconds | wait ~ minutes | wait until ~ to |
         throttle engaged | throttle | throttled for | request budget | budget ~ window | current window | one ~ per hour | one ~ per minute |
         one ~ per second | concurrent ~ limit | session limit | parallel limit | limit ~ reached | in flight | simultaneous requests",
    )
    .sub(Subkind::Throttle)
    .strength(Usual)
    .from(SOURCE, "Post once every 3 minutes", "everything in minutes_x; permission denied"),
    Rule::phrase(
        "wording.transient",
        Class::Transient,
        "lock held by | held by | already held | failed to get ~ lock | get ~ lock | obtain ~ lock | acquire ~ lock | acquiring ~ lock | wait until |
         wait for ~ to finish | wait for ~ to complete | was interrupted | got interrupted | interrupted because | drained | being drained | recycled |
         was evicted | incomplete response | please reload | reload it | reload the page | ran longer than | running longer than | ran too long |
         running too long | nt_status_io_timeout | nt_status_sharing_violation | nt_status_disk_full | 0x80070020 | 0x80072ee2 | check back |
         come back later | come back in | in a moment | in a minute | shortly | is updating | is rebuilding | being rebuilt | is syncing | is still |
         not finished | unfinished | pending operation | queue is | backlog | spooling | hiccups | handover | did not appear within |
         not appear in time | not ~ within ~ ms | within ~ ms | hibernating | resuming | to resume | network changed | changed under | fetch it again |
         changed while | changed meanwhile | in the meantime | was changed by | has changed since | out of sync | not yet in sync | still active |
         still open by | at once; | cannot run at once | cannot run concurrently | run in parallel | takes a minute | take a few | first boot |
         starting, | is starting | not yet up | coming up | still coming up | repeat the request | send it again | resend | submit again | retrying |
         will be retried | dropped mid | mid-transfer | interrupted by | handshake interrupted | broken off | cut off | cut short |
         aborted by the peer | partial response | partial content | truncated response | response truncated | incomplete read | read incomplete |
         rolling out | rollout | hold your | until it ends | until it is done | lagging | too far behind | replication lag | no free runner |
         no free worker* | no free slot* | no idle | a newer run | newer run replaced | replaced by a newer | having trouble |
         having problems | having issues | we are on it | working on it | closed connection | other instance active | lock file ~ active |
         open lock file | being edited | edited in another | open in another | in another window | in another tab | in another session | overflowed |
         queue overflow* | queue full | buffer full | rendering | is rendering | compiling | is compiling | is generating | is scanning | is copying |
         is restoring | is backing up | is upgrading | upgrade in progress | is downloading | is provisioning",
    )
    .strength(Weak)
    .from(SOURCE, "The old leader was recycled", "evictions_x: permission denied"),
    Rule::phrase(
        "wording.unavailable",
        Class::Unavailable,
        "open display | x display | no display | no devices/emulators | device offline | no device ~ connected | no worker* | no workers |
         no consumer* | no broker* | no backend* | is disconnected | process exited | server ~ exited | exited before | to host failed |
         unable to perform an operation on node | nt_status_host_unreachable | nt_status_connection_refused | nt_status_bad_network_name | 0x800706ba |
         0x80072ee7 | 0x80072efd | 0x80070035 | 0x80070422 | did not start | cannot start | could not be started | unable to start | not started yet |
         is dead | is stopped | has stopped | was stopped | shut down | no longer available | no longer responds | does not respond | did not answer |
         does not answer | no answer | no route | no dns | unknown host | not reachable | out of service | outage | switched off |
         nobody is listening | nothing listens | no one is listening | has been uninstalled | was uninstalled | been removed from the server |
         host terminated | tools are gone | is gone | process terminated | process ended | process died | server terminated | server ended |
         server died | connection ~ was refused | was refused - did | refused the connection | refused to connect | connection was refused |
         socket is not | socket not found | no socket | not found in current path | not found in the current path | not in your path | no agent |
         no such host | no server | no servers | no instance* ~ running | none running | not up | is unreachable | unresponsive |
         does not exist on this host | cannot be contacted | could not be contacted | no response from | powered off | turned off | was unloaded |
         is unloaded | not found on the network | not set up on | asleep | is sleeping | couldn't communicate with | could not communicate with |
         cannot communicate with | unable to communicate with | failed to communicate with | answered nothing | nothing on port | not attached |
         is absent | not plugged in | not deployed | no deployment | not provisioned | no backend | no upstream |
         driver ~ not loaded | not registered with | not enrolled",
    )
    .sub(Subkind::Service)
    .strength(Usual)
    .from(SOURCE, "Sensor 3 has stopped", "the stoppers_x: permission denied"),
    Rule::phrase(
        "wording.unsupported",
        Class::Unsupported,
        "by this api version | by this version | in this version | in this edition | in this mode | not a feature | not compiled in | compiled in |
         isn't available yet | not available yet | not yet available | not offered | does not offer | do not offer | doesn't offer | don't offer |
         is not possible on | method ~ is not allowed | enterprise edition | community edition | pro edition | no such feature | has no streaming |
         has no ~ mode | has no ~ support | not available in your version | 0a000: | nt_status_not_supported | 0x80004001 | not offered in |
         not offered for | cannot be used on this | not available on | not available in | on this platform | on this system | no equivalent |
         out of scope | not possible with this | no longer offered | never implemented | coming soon | read-only api | cannot be ~ by this ~ version |
         not meant to | not intended to | was retired | were retired | is retired | lacks write | lacks the ability | lacks ~ operations |
         lacks ~ support | inappropriate ioctl | installed ~ version does not | version does not support | not supported before |
         only works with ~ version | no such capability | capability ~ missing | missing capability | capability not | does not have this feature |
         not part of the ~ api | not exposed | no api for | no endpoint for | no way to | not something | has no such export | speaks protocol |
         protocol ~ only | never made it into | has no ~ offering | is deprecated and | gone since | unknown terminal | unknown architecture |
         unknown platform | unknown codec | does not have std | no such operation | no such method | not a capability | cannot do that |
         can't do that | not able to do | client is too old | server is too old | client too old | server too old | version too old |
         version is too old | too new | requires android | requires ios | requires macos | requires windows | requires linux",
    )
    .strength(Usual)
    .from(SOURCE, "Dark mode is coming soon", "soon_x: permission denied"),
    Rule::phrase(
        "wording.argument",
        Class::WrongArguments,
        "nothing matches | matches nothing | could not be located | cannot be located | has to be | have to be | no ~ with that | no ~ with this |
         with that id | with this id | with that name | longer than | shorter than | larger than | smaller than | higher than | lower than |
         earlier than | later than | fails the | failed the | differ | differs | overlap* | out of order | in the past | in the future |
         of ~ requested | requested ~ of | no such device | nt_status_object_name_not_found | nt_status_no_such_file | 0x80070002 | 0x80070057 |
         does not fit | exceeds | beyond | nonexistent | non-existent | misspelled | mistyped | typo | check the spelling | wrong number | unknown to |
         not among | none matched | zero results | no hits | no such | was deleted | been deleted | were deleted | deleted message | ends before |
         starts after | letters only | digits only | you passed | passed ~ but | checksum | unknown input | unknown output | not on the appropriate |
         is closed | already closed | already open | already merged | already done | disagree | bigger than | same as | is the same | are the same |
         is reserved | reserved word | reserved name | reserved keyword | never both | not both | unknown here | does not belong |
         belongs to a different | wrong order | swapped",
    )
    .strength(Weak)
    .from(SOURCE, "Both dates overlap", "overlapX: connection refused"),
];
