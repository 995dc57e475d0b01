//! Wrong tool: the message itself sends the caller to another one.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual},
};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "tool.instead",
        Class::WrongTool,
        "use the ~ tool instead | use ~ tool instead | use a different tool | use another tool | please use the ~ tool | use the dedicated |
         wrong tool | not the right tool | not the correct tool | switch to the ~ tool | must be done with | use the function ~ instead |
         should be done with | use the ~ endpoint instead | use the ~ api instead | use the ~ command instead | instead of this tool |
         for ~ use the ~ tool | can be handled by the | use the ~ api instead | use _ instead of this tool | should use the ~ tool |
         use the ~ function instead | call the ~ tool instead | try the ~ tool instead",
    )
    .strength(Sure)
    .from(
        "Model Context Protocol, tools: errors that the model can act on",
        "read_text cannot open images. Use the view_image tool instead.",
        "the --fast flag is deprecated, use --quick instead: unknown option",
    ),
    Rule::phrase(
        "tool.limits",
        Class::Unsupported,
        "this tool only | this tool cannot | this tool can't | this tool does not | this tool doesn't | this tool is not | this tool isn't |
         this tool is only | this tool is for | this command is not for | tool is for ~ only | tool only supports | tool only works |
         tool only accepts | tool only handles | tool only reads | is handled by the | not for this tool | not intended for | not meant for |
         not designed for | this operation takes | this operation only | this operation is only | this operation is for | this endpoint only |
         this endpoint is for | this endpoint is only | this function only | this function is for | this action only | this action is for |
         this method only | this method is for | this command only | this command is for | this api only | this api is for | this command reads |
         this operation works | this operation accepts | this endpoint accepts | this endpoint does not accept | are edited by |
         belongs to another tool | is not suitable for | this tool reads ~ only | this tool takes | only takes | only reads | only handles | only accepts |
         does not handle | cannot handle | cannot be edited with | cannot display | cannot render | did you mean to use | is not a text file |
         is not shown | looks like a",
    )
    .sign(Sign::Limits)
    .strength(Firm)
    .from(
        "Model Context Protocol, tools: errors that the model can act on",
        "This tool only reads text.",
        "the tool chain is not here: connection refused",
    ),
    Rule::phrase("tool.use", Class::WrongArguments, "use _ instead | call _ instead | try _ instead | prefer _ instead")
        .sign(Sign::Instead)
        .strength(Usual)
        .from(
            "Model Context Protocol, tools: errors that the model can act on",
            "Directories are not read. Use --list instead.",
            "use of memory: 3 instead of 4; connection refused",
        ),
    Rule::phrase("tool.download", Class::WrongArguments, "download is starting").strength(Firm).sign(Sign::Limits).from(
        "Playwright, page.goto",
        "page.goto: Download is starting",
        "the download is started: connection refused",
    ),
];
