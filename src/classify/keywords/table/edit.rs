//! Edit tools: text to replace that is not there, or is there more than once; patches that do not apply.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Usual},
};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "edit.nomatch",
        Class::WrongArguments,
        "string not found | text not found | old_string | oldstring | old_str | oldtext | old_text | string to replace | text to replace |
         no match found | did not match any | no exact match | could not find exact match | exact match | search text | search block | search string |
         search pattern | not found in file | not found in the file | does not appear in | did not appear verbatim | does not appear verbatim |
         found 0 times | 0 occurrences | zero occurrences | no occurrences | multiple occurrences | multiple matches | appears multiple times |
         occurrences of | matches found, but | found multiple | is not unique | must be unique | no changes made | no edits made |
         no replacement was performed | are identical | are exactly the same | must be different | has not been read | has been modified since |
         read it first | must read | line number | line range | hunk | begin patch | end patch | patch | insert_line | context lines",
    )
    .from(
        "Descriptions of the text-editing tools of coding agents; GNU patch manual",
        "Error: old_string not found in src/a.rs",
        "the old_strings table: connection refused",
    ),
    Rule::phrase(
        "edit.patch",
        Class::WrongArguments,
        "invalid patch | invalid context | malformed patch | failed to parse patch | hunk failed | hunks failed | out of 1 hunk | patch failed |
         does not apply | only garbage was found in the patch input | reversed (or previously applied) patch | unexpected line found in |
         failed to find expected lines | failed to find context",
    )
    .strength(Firm)
    .from("GNU patch manual; git apply", "patch: **** malformed patch at line 7:", "patches apply; connection refused"),
    Rule::phrase("edit.unsaid", Class::Unknown, "failed to apply patch | tool result missing").strength(Usual).from(
        "Descriptions of the text-editing tools of coding agents",
        "Failed to apply patch to notes.md",
        "failed to apply the patch: connection refused",
    ),
];
