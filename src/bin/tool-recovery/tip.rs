//! A tip for whoever gives a file without the option that takes it.

use crate::Cli;
use clap::{
    CommandFactory as _,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};
use std::ffi::OsString;

/// Options that take the file a command is about.
const OF_FILES: [&str; 2] = ["input", "recipes"];

/// The error with a tip, where a command has such an option that was not given.
pub(crate) fn with_tip(mut error: Error, arguments: &[OsString]) -> Error {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return error };
    if error.kind() != ErrorKind::UnknownArgument || given.starts_with('-') {
        return error;
    }
    let command = Cli::command();
    let called = arguments.get(1).and_then(|name| command.find_subcommand(name));
    let takes = |option: &&str| called.is_some_and(|called| called.get_arguments().any(|argument| argument.get_long() == Some(option)));
    let Some(option) = OF_FILES.iter().find(|option| takes(option)) else { return error };
    let was_given = arguments.iter().any(|argument| argument.to_str().and_then(|text| text.strip_prefix("--")).is_some_and(|text| text.starts_with(option)));
    if !was_given {
        let tip = format!("a file is given as an option: '--{option} {given}'");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}
