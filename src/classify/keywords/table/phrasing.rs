//! The obstacles once more, in the words of servers, agents' tools and drivers that follow no product's wording.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual, Weak},
};
use crate::classify::{Class, Subkind};

const SOURCE: &str = "messages of tool servers, drivers and agents' tools, in their own words";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "phrasing.unsupported",
        Class::Unsupported,
        "cannot be produced by this | can't be produced by this | beyond what this | beyond the capabilities | is not understood by | are not understood by |
         model lacks | kernel lacks | server lacks | engine lacks | platform lacks | device lacks | browser lacks | can't be run on this |
         cannot be run on this | cannot run on this | can't run on this | does not run on this | doesn't run on this | needs ~ or newer | requires ~ or newer |
         needs ~ or later | requires ~ or later | requires ~ or above | was dropped in | were dropped in | has been dropped in | api is gone |
         endpoint is gone | api was shut down | endpoint was shut down | api has been shut down | not accept patch | not accept put | not accept post |
         not accept delete | patch is not allowed | put is not allowed | post is not allowed | allowed methods: | allowed methods are | supported methods are |
         supported methods: | no handler is registered | no encoder for | no decoder for | no codec for | no renderer for | is not spoken |
         not configured with config_* | is not provided by this | are not provided by this | does not implement this | doesn't implement this |
         do not implement this | did not match a known command | not a known command | capability is absent | feature is absent | on our roadmap |
         on the roadmap | unavailable on this | unavailable in this version | unavailable in this edition | can't be used with this |
         minimum supported version | minimum version is | client is outdated | client is out of date | version is outdated | only ~ operations are implemented |
         only ~ is implemented | only ~ are implemented | not been ported | never supported | no longer ~ supported | stopped supporting | drops support |
         dropped support | support was removed | support has been removed | support ended | end-of-life | end of life | does not know how to |
         doesn't know how to | has no concept of | there is no ~ in this version | no native ~ support | not wired up | not hooked up | is a stub |
         not ready for production use | requires ~ version >= | requires ~ version at least | on the current platform | unavailable on the current |
         not available on the current | missing from this build | unavailable for this endpoint | unavailable for this operation | not available before",
    )
    .strength(Firm)
    .from(SOURCE, "Support for SHA-1 handshakes ended; support was removed", "a long list of roads; permission denied"),
    Rule::phrase(
        "phrasing.limits",
        Class::Unsupported,
        "this tool can only | this server can only | this command can only | this endpoint can only | this driver can only | this function can only |
         works on existing | works only on existing | only works on existing | existing files only | existing records only | existing rows only |
         only changes existing | only edits existing | only updates existing | cannot create new | does not create new | doesn't create new",
    )
    .sign(Sign::Limits)
    .strength(Firm)
    .from(SOURCE, "rename_item works on existing items", "the existing network: connection refused"),
    Rule::phrase(
        "phrasing.service",
        Class::Unavailable,
        "has not been started | have not been started | has not started | isn't started | is not started | is it up? | is it running? | is it online |
         gpu not detected | device not detected | hardware not detected | camera not detected | printer not detected | no _ connected | no active connection |
         no open connection | no connection to the | no open session with | not connected to any | exited with code ~ before | no address for |
         no addresses for | host cannot be resolved | endpoint cannot be resolved | name cannot be resolved | host could not be resolved |
         endpoint could not be resolved | socket missing | socket is missing | not found on this node | no available server | no server available |
         no servers available | no available backend | no backend available | connect to server failed | no runner* online | no agent* online |
         no worker* online | no node* online | no device* online | no start database manager | not accepting connections | does not currently know of service |
         attempts to connect | connection attempts failed | could not contact | unable to contact | cannot contact | failed to contact | no longer running |
         is not up | isn't up | not been deployed | has not been deployed | failed to launch the browser | nothing is running | nothing running |
         has not joined | not part of the cluster | backend is down | server is down | service is down | host is down | site is down | daemon is down |
         is not currently responding | no usable | instance connected | error while fetching server api version | not seem to be running |
         n't seem to be running | server went away | connection to ~ refused",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from(SOURCE, "The vault daemon has not been started", "the starters have not startedX: permission denied"),
    Rule::phrase(
        "phrasing.program",
        Class::Unavailable,
        "locate a java | locate java | locate the java | executables could not be found | executable could not be found | on your system's path |
         on the system path | not on the path | not on path | not on your path | found on this machine | found on this computer |
         library ~ could not be loaded | module ~ could not be loaded | plugin ~ could not be loaded | driver ~ could not be loaded |
         extension ~ could not be loaded | optional package | bindings are missing | bindings missing | you need lib* | sdk could not be found |
         sdk ~ not found | fish: unknown command | cannot import name | runtime ~ is not installed | toolchain ~ not installed | is not yet installed |
         must first be installed | has to be installed first | have to install | you need to install | needs to be installed | need to be installed |
         did not initialize yet | has not been generated | have not been generated | prebuilt binary | no prebuilt | unable to find utility | tool or in path |
         executable ~ does not exist | executable ~ doesn't exist |
         is not downloaded | not been downloaded | no such kernel",
    )
    .sub(Subkind::Module)
    .strength(Firm)
    .from(SOURCE, "The dot executable could not be found", "the need to install trust: permission denied"),
    Rule::phrase(
        "phrasing.permission",
        Class::Permission,
        "can't do that here | cannot do that here | is for staff | are for staff | is for members | is for maintainers | is for paying | is ignored by |
         is excluded by | are excluded by | is hidden by | outside of the sandbox | deny list | denylist | deny rule | blocklist | blacklisted |
         is disabled for this session | disabled for this session | disabled in this session | writing is disabled | writes are disabled | editing is disabled |
         token may only | key may only | account may only | administrator has disabled | admin has disabled | owner has disabled | approval process |
         cannot force-push | can't force-push | cap_net_* | cap_sys_* | cap_dac_* | insufficient clearance | not visible to you | in protected mode |
         readonly mode | has not been enabled by | has not been enabled for | no select permission | no write permission | no read permission |
         no execute permission | no such permission granted | has no ~ permission on | not able to access the ~ under the current | may not run sudo |
         may not perform | may not delete | may not see | may not publish | may not send | license does not permit | licence does not permit |
         license does not allow | licence does not allow | no valid license | no valid licence | license not found | license is required | licence is required |
         license required | not licensed | unlicensed | no license | license expired | license has expired | licence has expired | licensing error |
         plan does not allow | is needed to do this | only readable by | not shared with | isn't shared with | cannot be edited because it is |
         outside your organisation | under embargo | quarantined | locked by policy | held for review | needs approval | requires approval | awaiting approval |
         not approved | must approve | must be approved | has to approve | without approval | scope ~ is needed | scope ~ needed | role ~ needed |
         unsolicited mail | spamhaus | considered spam | flagged as spam | location is not supported | country is not supported | region is not supported |
         command not allowed | blocked pattern | contains blocked | marked as secret | admin must | admin has to | cancelled the consent | protected resource",
    )
    .strength(Firm)
    .from(SOURCE, "notes.md is excluded by .toolignore", "the denylists_x table: connection refused"),
    Rule::phrase(
        "phrasing.authentication",
        Class::Authentication,
        "please authenticate | authenticate first | key rejected | key was rejected | token rejected | token was rejected | credentials rejected |
         credentials were rejected | password rejected | rejected the key | rejected the token | rejected the credentials | rejected the password |
         token does not match any | token not supplied | token was not supplied | key not supplied | credentials not supplied | password not supplied |
         token not given | api key disabled | api key is disabled | key has been disabled | token disabled | _token to use | _token to a | _api_key to |
         bad pin | bad otp | bad passcode | request signature could not be | request signature cannot be | signature does not verify | hmac does not |
         did not present a certificate | certificate was not presented | certificate presented by the client | no client certificate | anonymous requests |
         anonymous calls | ldap: error code 49 | reconnect the account | reconnect your account | consent has expired | no pg_hba.conf entry |
         username and/or password | user name and/or password | client key mismatch | failed to unlock the key* | agent refused operation | vault is sealed |
         must be verified before | verify your account | verify your identity | verify your email | verify your phone | confirm your identity |
         token is not active | token not active | token is not yet | token used before | token used too early | activate your license |
         access token is unavailable | p4passwd | no session cookie | cookie is missing | cookie missing | no api token | no auth header | who you are |
         identity could not be | identity cannot be | unknown identity | login has expired | login expired | log back in | sign back in | login to continue |
         issue a starttls | access key id you provided | access key ~ does not exist | client_id or secret | client id or secret | has not been decrypted |
         not been decrypted | refused to unlock",
    )
    .strength(Firm)
    .from(SOURCE, "The relay rejected the key", "a token of thanks was rejectedX: connection refused"),
    Rule::phrase(
        "phrasing.rate",
        Class::RateLimited,
        "space out your | spread out your | calls in ~ seconds | calls in ~ minutes | only ~ an hour | only ~ a day | only ~ a minute | may ~ again in |
         rate too high | rate is too high | unusual rate | rate of unsolicited | too many connections from | exceeded ~ ops/s | ops/sec | qps limit |
         rps limit | exceeded ~ qps | exceeded ~ rps | flood_wait | over query limit | more than ~ times per | cooldown | cooling down | requests too frequent |
         too frequent | exceeded the allowed number of requests | exceeded ~ queries/day | exceeded ~ requests/day | exceeded ~ calls/day |
         before the next call | before the next request",
    )
    .sub(Subkind::Throttle)
    .strength(Firm)
    .from(SOURCE, "Please space out your uploads", "the rate too highX: permission denied"),
    Rule::phrase(
        "phrasing.quota",
        Class::RateLimited,
        "budget exhausted | budget is exhausted | budget exceeded | budget is spent | max daily | maximum daily | daily maximum | monthly maximum |
         reached its maximum of | reached your maximum of | reached the maximum number of ~ for | credits have run out | credits ran out | ran out of credits |
         run out of credits | licensed number of | number of licensed | no seats left | all seats are taken | all licenses are in use | licenses are in use |
         over its limit for | over your limit for | over the free",
    )
    .sub(Subkind::Quota)
    .strength(Firm)
    .from(SOURCE, "The render budget is spent", "the budget of fear: permission denied"),
    Rule::phrase(
        "phrasing.transient",
        Class::Transient,
        "in a bit | cold start | owned by pid | locked by pid | owned by another process | else is editing | else is using | else has it open |
         port ~ is in use | port ~ in use | file in use | file is in use | device in use | device is in use | another ~ is running | another ~ instance is |
         with this project open | is under way | is underway | broke off | peer closed the | waited ~ for the lock | waited ~ for a lock | finish in time |
         respond in time | complete in time | answer in time | start in time | reply in time | momentarily | heap exhausted | memory pressure | low on memory |
         stepped down | downtime | rolled back, retry | being built | was not closed cleanly | service restart | is timing out | did not properly respond |
         worker died | no reply within | no answer within | esservfail | eservfail | abnormal closure | working copy ~ locked | run 'svn cleanup' |
         operation was aborted due to timeout | is being prepared | is being migrated | is being moved | is being processed | is being indexed |
         is being reindexed | is being replaced | being replaced | being rotated | being restored | currently being | presently being | come back soon |
         be back soon | be back shortly | right back | terminated by other | change in progress | poll again | newer one arrived | holds the workspace |
         holds the lock | lost the connection | is converging | is going on |
         connection broken",
    )
    .strength(Usual)
    .from(SOURCE, "Port 8125 is in use", "the momentarilyX of fame: permission denied"),
    Rule::phrase(
        "phrasing.argument",
        Class::WrongArguments,
        "extraneous | unexpected eof in archive | unpermitted parameter | not allowed to be empty | symbol not allowed | character not allowed |
         values are not allowed | mapping values are | non-hexadecimal | badly formed | cycle detected | circular reference | circular dependency |
         is circular | non-unique | could not be broadcast | odd length | want ~ have | expects ~ got | wanted ~ found | wanted ~ got | need ~ got |
         needs ~ got | unsupported_grant_type | does not match a verified | status is a duplicate | err_unsafe_port | character that is not allowed |
         characters that are not allowed",
    )
    .strength(Firm)
    .from(SOURCE, "depth: want integer, have text", "the oddX length; permission denied"),
    Rule::phrase(
        "phrasing.form",
        Class::WrongArguments,
        "not well-formed (invalid token | unknown suffix | unknown extension | not an audio file | not a video file | not a media file | not a spreadsheet |
         not a notebook | eof marker not found",
    )
    .strength(Sure)
    .sign(Sign::Format)
    .from("expat error codes; zstd(1); messages of readers of one form", "talk.txt is not an audio file", "the suffix unknownX: connection refused"),
    Rule::phrase(
        "phrasing.value",
        Class::WrongArguments,
        "is negative | too low | too high | couldn't set | could not set | cannot set | unable to set | failed to set | by that name | of that name |
         nobody is called | no one is called | 0 rows | over the limit of | more than the | use the format | pass either | give either | provide either |
         specify either | make sense of | more than one match | no unpushed | is called | there's no | no luck | not exist | exists | is over | is unknown |
         seems to be off | looks off | is the wrong | wrong length | is archived | is broken | is damaged | is garbled | is unreadable | is not readable |
         differ | error opening | unable to resolve | call ~ first | use ~ first | run ~ first | open ~ first | select ~ first | set ~ first | is inverted |
         nothing selected | nothing is selected | matched nothing | could not interpret | cannot interpret | precedes | symlink loop | name taken |
         name is taken | no text between",
    )
    .strength(Weak)
    .from(SOURCE, "Nobody is called Ann", "the callX of that: permission denied"),
    Rule::phrase(
        "phrasing.unsaid",
        Class::Unknown,
        "assertion ~ failed | assertion failed | stack overflow | tests failed | something broke | something is broken | unreachable code |
         should never happen | nil pointer dereference | null pointer | on our side | on our end | unexpected response from",
    )
    .strength(Firm)
    .from(SOURCE, "Something broke in the renderer", "the assertions_failed table: permission denied"),
    Rule::code("phrasing.ldap.permission", Class::Permission, "insufficient_access_rights | unwilling_to_perform | confidentiality_required").from(
        "RFC 4511 section 4.1.9",
        "{\"code\":\"unwillingToPerform\"}",
        "{\"message\":\"connection refused\",\"path\":\"/unwilling_to_perform\"}",
    ),
    Rule::phrase("phrasing.mail.rate", Class::RateLimited, "unusual rate | too many connections from your ip | rate of unsolicited")
        .sub(Subkind::Throttle)
        .strength(Sure)
        .from(
            "RFC 5321 section 4.2; mail providers' 421 4.7.0 replies",
            "421 4.7.28 An unusual rate of mail came from here",
            "an unusual rateX: connection refused",
        ),
];
