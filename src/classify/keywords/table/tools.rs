//! Wrong tool: the message itself sends the caller to another one.

use crate::classify::Class;
use crate::classify::keywords::rule::{Rule, Strength::Sure};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase("tool.instead", Class::WrongTool, "use the ~ tool instead | use ~ tool instead | use a different tool | use another tool | use the ~ tool for | use the ~ tool to |
         please use the ~ tool | use the dedicated | wrong tool | not the right tool | not the correct tool | this tool only | this tool cannot |
         this tool can't | this tool does not | this tool doesn't | this tool is not | this tool isn't | this tool is only | this tool is for |
         this command is not for | tool is for ~ only | tool only supports | tool only works | tool only accepts | tool only handles | tool only reads |
         cannot be used to | cannot be used for | is handled by the | call the ~ tool | try the ~ tool | switch to the ~ tool | must be done with |
         use the function ~ instead | should be done with | use the ~ endpoint instead | use the ~ api instead | use the ~ command instead |
         instead of this tool | for ~ use the ~ tool | not for this tool | not intended for | not meant for | not designed for | is not suitable for")
        .strength(Sure)
        .from("Model Context Protocol, tools: errors that the model can act on", "read_text cannot open images. Use the view_image tool instead.", "the --fast flag is deprecated, use --quick instead: unknown option"),
];
