//! How people who write tools put it: plain sentences, each kind of obstacle by the phrases that are particular to it.

use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Usual, Weak},
};
use crate::classify::{Class, Subkind};

const SOURCE: &str = "messages of tool servers, desktop programs and web services, in their own words";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "sentence.unsupported",
        Class::Unsupported,
        "not available for | not available over | not available through | not available via | not available with | isn't part of | is not part of |
         has no ~ capability | has no ~ unit | has no ~ function | has no ~ feature | build lacks | version lacks | driver lacks | backend lacks |
         windows only | linux only | macos only | ios only | android only | feature was removed | feature has been removed | was removed in v* |
         removed in version | were removed in | only ~ and later | only ~ or later | only ~ and newer | only ~ or newer | kernel too old |
         is too old for | illegal instruction | http method ~ not allowed | by this driver | by this renderer | by this backend | by this codec |
         by this engine | by this client | incompatible with this version | incompatible with your version | incompatible with the installed |
         incompatible with the current | has been sunset | was sunset | not something this | not part of this |
         aren't supported | wasn't supported | weren't supported | feature gate | only offered in | only offered by | only offered for | only offered on |
         are not possible | is not possible with | is not possible in | not possible on | ignores this | edition does not include | plan does not include |
         edition doesn't include | was never built | need version | needs version | or higher | speaks ~ only | unrecognized api version |
         unknown api version | no codec | in this build | tenant does not have | does not have this | has been discontinued | was discontinued |
         needs a newer | need a newer | needs a later | desktop app only | mobile app only | only in the desktop app | only in the mobile app",
    )
    .strength(Usual)
    .from(SOURCE, "Layers cannot be merged by this renderer", "windows onlyX: permission denied"),
    Rule::phrase(
        "sentence.unavailable",
        Class::Unavailable,
        "could not be reached | cannot be reached | can't be reached | couldn't be reached | sandbox ~ terminated | container ~ terminated |
         environment ~ terminated | connection to the ~ server was closed | connection to ~ server closed | no kernel is | no kernel | no running kernel |
         no ~ kernel is running | no ~ dynos running | no ~ processes running | no ~ instance running | index has not been built | not been indexed yet |
         server not found | service not configured | service is not set up | not configured on this server | not configured on the server |
         warehouse ~ suspended | cluster ~ suspended | instance ~ suspended | is suspended and cannot | has gone offline | went offline | is currently offline |
         no healthy | dns lookup | lookup failed | can't reach | cannot reach | could not reach | couldn't reach | unable to reach | failed to reach |
         nobody answered | no one answered | plugin failed to start | server failed to start | helper failed to start | process failed to start |
         service ~ shut down | server ~ shut down | device is switched off | device is turned off | machine is switched off | is powered down |
         lost its connection to",
    )
    .sub(Subkind::Service)
    .strength(Usual)
    .from(SOURCE, "The map provider can't be reached", "the server not foundX: permission denied"),
    Rule::phrase(
        "sentence.program",
        Class::Unavailable,
        "needs the ~ binary | requires the ~ binary | needs ~ on path | needs ~ on your path | needs ~ to be installed | requires ~ to be installed |
         must be installed | has to be installed | browsers are missing | binaries are missing | drivers are missing | is required but ~ not installed |
         the ~ binary is missing | the ~ executable is missing | run npx playwright install |
         could not load the native | native library | could not load ~ library | cannot load ~ library | failed to load ~ library |
         model file missing | model file is missing | weights are missing | download it first",
    )
    .sub(Subkind::Module)
    .strength(Firm)
    .from(SOURCE, "This tool requires the `fd` binary", "installed by hand: permission denied"),
    Rule::phrase(
        "sentence.permission",
        Class::Permission,
        "your administrator has | an administrator has | your admin has | chose not to allow | chose to deny | did not allow this | didn't allow this |
         network access is disabled | internet access is disabled | access is disabled in | shared with you as | guests can't | guests cannot |
         guests may not | viewers can't | viewers cannot | members can't | members cannot | ask to be invited | write-protected | write protected |
         safe browsing | unless you are root | unless you are an admin* | unless you are the owner | missing access | verified sender | sender identity |
         for admins | for owners |
         belongs to somebody else | belong to somebody else | action blocked | action was blocked | request blocked by |          the user declined | user has declined | user disapproved | need to be in the ~ group | need to be in the ~ team | need to be in the ~ role |
         must be in the ~ group | must be in the ~ role | bot is not in | app is not in the | not a member of",
    )
    .strength(Firm)
    .from(SOURCE, "Guests may not upload files", "write-protectedX: connection refused"),
    Rule::phrase(
        "sentence.authentication",
        Class::Authentication,
        "connect your ~ account | link your ~ account | authorization needed | authorization is needed | authentication needed | authentication is needed |
         login needed | login is needed | pin incorrect | incorrect pin | wrong pin | passcode | asked for a password | asks for a password |
         wants a password | no password was | no password given |
         session no longer valid | session is no longer | token no longer | token is no longer | key is no longer valid | access token missing |
         token missing | token is missing | key is missing | credentials missing | credentials are missing | anonymous access | anonymous login |
         anonymous users | client certificate ~ not accepted | certificate of the client | client certificate | consent needed | consent required |
         reauthorize | signed out | logged out",
    )
    .strength(Firm)
    .from(SOURCE, "Link your Strava account to continue", "connect your bank, not your accounts_x: connection refused"),
    Rule::phrase(
        "sentence.transient",
        Class::Transient,
        "page crashed | page has crashed | page is crashed | not yet visible | not yet ready | not yet loaded | not yet attached | not yet rendered |
         not ready yet | is using port | already using port | review and try | try the ~ again |
         catching up | ended early | closed early | ended prematurely | ended unexpectedly | reset by peer | is flaky | closed while loading | is reloading |
         please reload",
    )
    .strength(Usual)
    .from(SOURCE, "The dialog is not yet rendered", "page crashedX: permission denied"),
    Rule::phrase(
        "sentence.quota",
        Class::RateLimited,
        "credits exceeded | maximum credits | exceeded your credits | free accounts can | free users can | free accounts are | free users are |
         free plan allows | add a payment method | trial has ended | trial has expired | trial expired | trial is over",
    )
    .sub(Subkind::Quota)
    .strength(Usual)
    .from(SOURCE, "Free users can store 3 files", "a trial of patience: permission denied"),
    Rule::phrase(
        "sentence.argument",
        Class::WrongArguments,
        "pick a | pick another | choose a | choose another | choose a different | is before | is after | comes before | comes after | date after |
         date before | enter a | supply a | give a | try another | try a different |
         is made up | wanted a | wanted an | have that name | has that name | have this name | share that name",
    )
    .strength(Weak)
    .from(SOURCE, "Pick a seat first", "the week is beforehand: permission denied"),
];
