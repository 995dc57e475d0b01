//! Arguments: usage errors of command lines, validation of requests.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Faint, Firm, Weak},
};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "usage.option",
        Class::WrongArguments,
        "unrecognized option | unrecognised option | unknown option | invalid option | illegal option | no such option | unknown flag |
         unknown shorthand flag | flag provided but not defined | unrecognized argument* | unrecognised argument* | unexpected argument |
         unknown argument | unrecognized flag | unknown switch | invalid flag | bad flag | bad option | unsupported option | option ~ is unknown |
         option ~ not recognized | unknown parameter | unexpected parameter | unrecognized parameter | requires an argument | option requires |
         argument required | requires a value | expected one argument | expected at least one argument | flag needs an argument | missing argument* |
         missing required argument* | the following arguments are required | required arguments were not provided | required argument |
         too many arguments | too few arguments | not enough arguments | expected ~ arguments | takes ~ arguments | accepts ~ arg* |
         requires at least ~ arg* | requires exactly ~ arg* | wrong number of arguments | missing operand | extra operand | unexpected operand |
         missing file operand | mutually exclusive | cannot be used with | cannot be combined with | not allowed with argument | cannot specify both |
         conflicts with | you may not specify more than one | required flag* | required option* | missing required option* | missing parameter* |
         unknown configuration option | bad configuration option | extra argument | no value specified | needs a value | invalid choice |
         invalid choice: | possible values | is not one of | must be one of | expected one of | only one of | either ~ or ~ must be | at least one of |
         excess arguments | unexpected extra argument | got unexpected extra | unknown or unsupported option | extra inputs are not permitted |
         extra fields not permitted | non-integer argument | invalid command arguments",
    )
    .strength(Firm)
    .from(
        "POSIX utility syntax guidelines; getopt_long(3); argparse, clap, click, cobra",
        "tool: unrecognized option '--fast'",
        "the page 'unknown option' moved: connection refused",
    ),
    Rule::phrase(
        "usage.command",
        Class::WrongArguments,
        "unknown command | no such command | invalid command | unknown subcommand | unrecognized command | unrecognized subcommand |
         unrecognised command | is not a git command | not a valid command | invalid subcommand | unknown verb | unknown action | unknown target |
         no rule to make target | missing script | no such task | task ~ not found | unknown task | unknown operation | command ~ is not defined |
         there are no commands defined | no such subcommand | unknown redis command | unknown statement | unrecognized statement | unknown goal |
         unknown lifecycle phase",
    )
    .strength(Firm)
    .from("cobra, clap, git and npm usage messages", "docker: unknown command: docker biuld", "the handler of unknown_commands failed: connection refused"),
    Rule::phrase(
        "usage.help",
        Class::WrongArguments,
        "^usage: | --help' for more information | --help\" for more | -h for help | for usage information | see usage | invalid usage | usage error |
         incorrect usage | ^uso: | ^aufruf: | ^utilisation | ^использование | ^用法 | 使用法",
    )
    .strength(Weak)
    .from("GNU coding standards, --help", "usage: tool [-h] file", "usage of memory 3%; connection refused"),
    Rule::phrase(
        "value.exists",
        Class::WrongArguments,
        "must be unique | not unique | has already been taken | already taken | already in use | already exists | already exist | already defined |
         already registered | already a member | already contains | still in use | has dependents | depends on it",
    )
    .from("RFC 9110 section 15.5.10; Rails and Django uniqueness messages", "Name has already been taken", "the seats are takenX: connection refused"),
    Rule::phrase(
        "value.range",
        Class::WrongArguments,
        "invalid range | invalid length | out of range | out of bounds | exceeds the maximum | exceeds maximum | exceeds the limit of | exceeds limit |
         exceeds max | above the maximum | below the minimum | greater than the maximum | is greater than | is less than | less than or equal |
         greater than or equal | must be less | must be greater | must be at least | must be at most | must be between | must be positive |
         must be non-negative | must be in the | must be < | must be > | must be before | must be after | must not exceed | cannot be negative |
         cannot be zero | cannot exceed | too long | too short | too small | too big | too large | too many items | maximum allowed | maximum length |
         minimum length | max length | length must",
    )
    .from(
        "JSON Schema validation 2020-12 sections 6.2 to 6.5",
        "the page size should be at most 100; 101 is out of range",
        "long-range plan: connection refused",
    ),
    Rule::phrase(
        "value.required",
        Class::WrongArguments,
        "must be set | must be specified | must be provided | must be present | must be defined | must specify | must provide | must supply |
         cannot be empty | cannot be blank | cannot be null | can't be blank | can't be empty | can not be empty | may not be blank | may not be null |
         may not be empty | is required | are required | is mandatory | field required | this field is required | required field | required property |
         required parameter | required key | required attribute | required but | is missing | are missing | missing field | missing property |
         missing key | missing value | missing required | missing mandatory | missing data | not provided | was not provided | not specified |
         not supplied | no value for | non-empty | is empty",
    )
    .from(
        "JSON Schema validation 2020-12 section 6.5.3; pydantic, zod and Django messages",
        "query.width: Field required",
        "the required_fields table: connection refused",
    ),
    Rule::phrase(
        "value.type",
        Class::WrongArguments,
        "invalid type | invalid argument type | invalid cast | incorrect type | must be of type | must be lowercase | must be valid | must be either |
         must start with | must begin with | must end with | must contain | must match | must conform | cannot be converted | expected format |
         wrong type | wrong format | wrong value | type mismatch | mismatched types | does not match | did not match | doesn't match | no match |
         didn't match | unexpected type | unexpected format | unsupported media type | unsupported file type | unsupported content type |
         unsupported type | no matching | no matches | cannot convert | could not convert | failed to convert | unable to convert | unable to coerce |
         cannot cast | cannot coerce | cannot unmarshal | cannot deserialize | could not deserialize | deserialization | input should be | unmatched |
         not of type | is not of type",
    )
    .from(
        "JSON Schema validation 2020-12 section 6.1; pydantic, zod and encoding/json messages",
        "json: cannot unmarshal string into Go struct field",
        "type matcher_x: connection refused",
    ),
    Rule::phrase(
        "value.unknown",
        Class::WrongArguments,
        "unknown value | unknown field | unknown property | unknown key | unknown column | unknown parameter | unknown type | unknown table |
         unknown database | unknown attribute | unknown identifier | unknown variable | unknown name | unknown user | unknown channel |
         unknown revision | unknown function | unknown object | unknown resource | unknown id | unknown file | unknown package | unknown format |
         unknown region | unknown profile | unknown instance | unknown image | unknown key type | unknown word | unknown unit | unknown time zone |
         unrecognized | unrecognised | not recognized | not recognised | additional properties | additional property | additionalproperties |
         extra fields | extra inputs | extra field | not permitted ~ extra | extra keys | unknown module | unknown repository | unknown topic |
         unknown queue | unknown index",
    )
    .from(
        "JSON Schema validation 2020-12 (additionalProperties); messages of validators",
        "Unknown field 'nmae'",
        "the unknown_fields table: connection refused",
    ),
    Rule::phrase(
        "value.missing",
        Class::WrongArguments,
        "bad interpreter: no such | no such | not exist | doesn't exist | does not exist | do not exist | did not exist | don't exist | not found |
         not be found | could not find | couldn't find | cannot find | can't find | unable to find | failed to find | no results | no record |
         no entry | no entries | no resource | no project | no valid | not known | not defined | undeclared | not declared | not registered |
         not configured | not assigned | not a member | cannot locate | could not locate | unable to locate | failed to locate | no rows |
         no _ exists | no ~ exists at | no ~ file found | no ~ found in",
    )
    .strength(Weak)
    .sign(Sign::Missing)
    .from(
        "messages of command-line tools and services for a name that nothing has",
        "release v9: not found",
        "the lost-and-found table: connection refused",
    ),
    Rule::phrase(
        "value.invalid",
        Class::WrongArguments,
        "invalid value | invalid literal | invalid number | invalid integer | invalid date | invalid time | invalid format | invalid input |
         invalid data | invalid parameter | invalid param | invalid field | invalid id | invalid identifier | invalid name | invalid path |
         invalid email | invalid regular expression | invalid regex | invalid pattern | invalid query | invalid expression | invalid reference |
         invalid size | invalid character | invalid escape | invalid encoding | invalid mode | invalid user | invalid group | invalid signal |
         invalid revision | invalid refspec | invalid key | invalid index | invalid state | invalid operation | invalid cursor | invalid filter |
         invalid header | invalid content | invalid body | invalid payload | invalid configuration | invalid config | invalid setting | invalid version |
         invalid requirement | invalid specification | invalid spec | invalid region | invalid zone | invalid image | invalid tag | invalid label |
         invalid color | invalid duration | invalid timestamp | invalid uuid | invalid hex | invalid base64 | invalid numeric | invalid byte |
         invalid multibyte | invalid utf-8 | invalid utf8 | invalid patch | invalid context | invalid channel | invalid cron | invalid glob |
         invalid selector | invalid xpath | invalid assignment | invalid use of | invalid operand* | invalid conversion | invalid memory |
         invalid module | invalid enum | invalid property | invalid attribute | invalid column | invalid table | is invalid | is not valid |
         not a valid | not valid | isn't valid | not a number | not an integer | not an object | not an array | not a string | not numeric |
         is malformed | malformed | ill-formed | bad value | bad argument | bad format | bad date | bad substitution | bad revision | bad object |
         bad config | bad escape | bad character | bad number | bad parameter | bad input | bad query | incorrect value | incorrect format |
         illegal value | illegal character | illegal argument | illegal number | illegal base64 | unexpected value | unexpected field |
         unexpected property | unexpected key | unexpected keyword | unexpected end | unexpected input | unexpected identifier | unexpected string |
         unexpected number | unexpected symbol | unexpected line | unsupported value | validation error | validation errors | validation failed |
         failed validation | schema validation",
    )
    .from("JSON Schema validation 2020-12; messages of validators", "Invalid date: '31-31'", "the invalidated cache: connection refused"),
    Rule::phrase(
        "value.weak",
        Class::WrongArguments,
        "must be a | must be an | must be | must not be | must not contain | must not | must have | must include | must exist | must use | should be |
         should have | should not | cannot contain | cannot be parsed | missing | too few | at most | at least | not match any | mismatch |
         already been | already has | duplicate | conflict | not empty | in use by | cannot be undone | unexpected | ambiguous | no item | no user |
         no file | no changes | nothing to | nothing added | no input | no data | no target | none of | undefined | not set | not in the | not part of |
         not an | not a | isn't a | can't be | cannot be | can not be | parsing failed | failed parsing | error in syntax | can't decode |
         cannot assign | constraint | violates | violation | expected | expecting | instead got | but got | got: | received: | cannot use |
         cannot iterate | cannot read propert* | cannot set propert* | cannot access | cannot open | could not open | couldn't open | can't open |
         failed to open | unable to open | failed to open/read | could not read | cannot read | failed to read | unable to read | cannot load |
         failed to load | could not load | cannot stat | cannot determine | cannot delete | cannot remove | cannot overwrite | cannot create |
         cannot move | cannot rename | cannot merge | cannot apply | cannot modify | cannot update | cannot add | cannot insert | cannot reference |
         cannot resolve | could not resolve | unresolved | unable to infer | not enough | insufficient number | incompatible | inconsistent |
         not compatible | corrupt* | truncated | unterminated | unclosed | unfinished | unbalanced | incomplete | did you mean | similar name exists |
         most similar command | perhaps you meant | maybe you meant | did you intend | exceeds | must issue | requires a project | there is no |
         no makefile found | no rule to make | specify a | does not contain a | frozen mode | locked mode | not mergeable | unknown |
         does not appear to | not in a correct format | cannot install | not expected | no longer exists | has no | have no | no commits |
         no pull requests | no such | required | is outside | are outside | refusing to | refuses to | invalid",
    )
    .strength(Weak)
    .from("messages of command-line tools and services", "head must be something else", "the must-read list: connection refused"),
    Rule::phrase(
        "value.refusal",
        Class::WrongArguments,
        "cannot | can't | can not | may not | must | need to | needs to | only | not accepted | not possible | not applicable | wrong | illegal | bad |
         already | outside | exceeded | incorrect | improper | lacks | too many | too much | too few | no more than | not part | not belong |
         does not | doesn't | do not | don't | is not | are not | isn't | aren't | was not | were not | wasn't | not match | was expected |
         not accept | refer to | no longer",
    )
    .strength(Faint)
    .from(
        "messages of command-line tools and services that refuse what they were given",
        "Refunds need a captured charge first: it was not captured",
        "read-only memory: connection refused",
    ),
    Rule::phrase(
        "value.size",
        Class::WrongArguments,
        "message larger than | larger than max | larger than the maximum | request too large | request is too large | message too long |
         message is too long | maximum context length | context length | context window | too many tokens | token limit | prompt is too long |
         input is too long | exceeds the model | file is too large | file too large | image too large | body too large | content is too long |
         too many results | result set too large | exceeds the maximum allowed | maximum size | size limit | exceeds maximum length |
         maximum length exceeded | exceeded maximum length",
    )
    .strength(Firm)
    .from(
        "RFC 9110 section 15.5.14; gRPC maximum message size",
        "grpc: received message larger than max (5242880 vs. 4194304)",
        "largest message 3; connection refused",
    ),
];
