//! Unsupported: not implemented at all.

use crate::classify::Class;
use crate::classify::keywords::rule::{Rule, Strength::Firm};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "unsupported",
        Class::Unsupported,
        "not supported | is not supported | are not supported | isn't supported | not currently supported | currently not supported |
         not yet supported | does not support | doesn't support | do not support | don't support | no support for | unsupported | is unsupported |
         unsupported operation | unsupported version | unsupported protocol | unsupported scheme | unsupported command | unsupported codec |
         unsupported feature | unsupported method | unsupported by | cannot support | not available on this platform | not available in this version |
         not available for this | not available on windows | only available on | only works on | only available in |
         requires version | requires a newer | requires node | requires python | requires-python | requires go >= | requires rustc |
         unsupported platform for | incompatible version | unsupported wheel | unknown encoder | unknown decoder | encoder not found |
         decoder not found | encoder ~ not found | decoder ~ not found | no decoder | codec not | could not find codec | unknown compression |
         compiled without | built without | not compiled with | not built with | was not compiled | support disabled | disabled in this build |
         not enabled in this build | disabled at compile time | compiled out | support not | is disabled in lib | not supported or disabled |
         no such protocol | unknown protocol | unknown scheme | unsupported url scheme | unknown transport | remote helper | is not a known protocol |
         unsupported storage | unsupported locale | no longer works | has been removed | specified ~ your ruby version |
         protocol version mismatch | protocol incompatibility | is only supported | not supported via | does not allow this method |
         no suitable authentication method | is not enabled | which is not enabled | not enabled on | are disabled for this | is switched off |
         not enabled | does not provide | lacks support | without support | notimp | unknown method",
    )
    .from(
        "POSIX ENOTSUP; SQLSTATE 0A000; RFC 9110 section 15.6.2",
        "Error: live resize is not supported on this volume type",
        "unknown option --unsupported-x",
    ),
    Rule::phrase(
        "unimplemented",
        Class::Unsupported,
        "not implemented | not yet implemented | unimplemented | is not implemented | isn't implemented | no implementation | has no implementation |
         not been implemented | todo: implement | not available in this build | feature is not available | feature is not enabled |
         feature not available | feature not enabled | not a supported | remote helper | command not understood | command not implemented |
         command unrecognized | is unimplemented on this machine | function is unimplemented | is not available for this account |
         is not available for this api version",
    )
    .strength(Firm)
    .from("RFC 9110 section 15.6.2; gRPC UNIMPLEMENTED; POSIX ENOSYS", "export to parquet is not implemented", "unknown option --not-implemented"),
    Rule::phrase(
        "unsupported.value",
        Class::WrongArguments,
        "unsupported value | unsupported media type | unsupported content type | unsupported content-type | unsupported type | unsupported operand |
         unsupported parameter | unsupported argument | unsupported option | unsupported key | unsupported field | unsupported file type |
         unsupported file format | unsupported image type | unsupported format character | unsupported attribute | unsupported block type |
         not supported between instances | unsupported currency | unsupported language | unsupported locale | unsupported charset |
         unsupported encoding | unsupported data type | unsupported date",
    )
    .strength(Firm)
    .from("RFC 9110 section 15.5.16; messages of validators", "Unsupported value: \"LoadBalancr\"", "unsupported_valuesX: connection refused"),
    Rule::phrase(
        "unsupported.authorization",
        Class::Authentication,
        "unsupported authorization | unsupported authentication | authentication plugin | authentication method ~ not supported",
    )
    .strength(Firm)
    .from("RFC 9110 section 11.6.1", "Unsupported authorization scheme: Digest", "unsupported operation"),
    Rule::phrase(
        "unsupported.platform",
        Class::Unsupported,
        "unsupported platform | unsupported architecture | architecture ~ does not match | not compatible with your version |
         not compatible with this version | not compatible with your operating system | ebadengine | ebadplatform | wrong platform |
         wrong architecture | for this architecture | no matching manifest for | does not match the detected host platform | unsupported class file |
         has been compiled by a more recent version | not a supported wheel | required--this is only | your ruby version is |
         requires a different python | protocol not found | currently not supported in container | unsupported engine | unsupported terraform",
    )
    .strength(Firm)
    .from(
        "POSIX ENOEXEC; npm EBADENGINE; Java UnsupportedClassVersionError",
        "x.whl is not a supported wheel on this platform.",
        "the platforms match; connection refused",
    ),
];
