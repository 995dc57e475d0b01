//! Tips for whoever gives a file without the option that takes it, or asks for what this build has not.

use crate::Cli;
use clap::{
    CommandFactory as _,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};
use std::ffi::OsString;

/// Options that take the file a command is about.
const OF_FILES: [&str; 2] = ["input", "recipes"];

/// The commands of the feature `eval`.
const OF_EVAL: [&str; 7] = ["calibrate", "eval", "gate", "live", "record", "simulate", "split"];

/// The error with a tip, where there is one.
pub(crate) fn with_tip(error: Error, arguments: &[OsString]) -> Error {
    let given = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(given)) => given.as_str(),
        _ => "",
    };
    let feature = match error.kind() {
        ErrorKind::InvalidSubcommand => OF_EVAL.contains(&given(ContextKind::InvalidSubcommand)).then_some("eval"),
        ErrorKind::InvalidValue if given(ContextKind::InvalidArg).starts_with("--mode") => {
            ["jev", "compare"].into_iter().find(|mode| *mode == given(ContextKind::InvalidValue))
        }
        _ => None,
    };
    match feature {
        Some(feature) => of_feature(error, feature),
        None => of_file(error, arguments),
    }
}

/// Names the feature that a build needs for what was asked for.
fn of_feature(mut error: Error, feature: &str) -> Error {
    let tip = format!("this needs a build with the feature '{feature}': cargo install --path . --features cli,{feature}");
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// Names the option that takes a file, where a command has one that was not given.
fn of_file(mut error: Error, arguments: &[OsString]) -> Error {
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
