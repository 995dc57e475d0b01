//! A process that ended: its exit code or signal, and what it printed.

mod operation;
mod shell;

pub use operation::program_and_subcommand;

use super::{
    Adapter, Code, FactExtractor, Facts, FailureKind, IoFacts, Judgement, Phase, Provenance, Reach, TimeoutOwner, UntrustedText,
    io::{boxed_facts, refused_by_system},
    status,
};
use crate::{
    admission::ToolDescriptor,
    classify::{Class, Subkind},
};
use std::{
    error::Error,
    io::{self, ErrorKind},
    process::{ExitStatus, Output},
};

type BoxError = Box<dyn Error + Send + Sync>;

/// Facts from `std::process::Output`, which tokio's processes return too, and from the `io::Error` of `Command::output`.
///
/// A program that could not be started was not reached. One that was killed, by a signal or by `timeout(1)`, may have done a part of its work. Any other exit code
/// but 0 is the program's answer; codes in [`ToolDescriptor::answers`] are successes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessFacts {
    _private: (),
}

impl ProcessFacts {
    /// Reads exit codes, signals, standard error and, where that is blank, standard output.
    #[must_use]
    pub const fn new() -> Self {
        Self { _private: () }
    }

    /// The facts of an error instead of an ending.
    ///
    /// Where the error is one of those by which a system refuses to start a program, the program was not reached. Any other, such as one from waiting, from a pipe,
    /// or with a payload, leaves that open: `Command::output` reports both alike.
    #[must_use]
    pub fn error(&self, error: &io::Error) -> Facts {
        let mut facts = IoFacts::new().of_many_steps().facts(error);
        let start = refuses_start(error);
        facts.provenance = Provenance::new(Adapter::Process, if start { "spawn" } else { "io" });
        if !start {
            return facts;
        }
        let facts = facts.reached(Phase::PreExecution, Reach::NotReached);
        // `exec` found no such program (POSIX: ENOENT), which for a file that a tool opens would be another matter.
        if error.kind() == io::ErrorKind::NotFound { facts.settled(Class::Unavailable, Subkind::Module, "spawn.not_found") } else { facts }
    }
}

/// How a process ended, in the terms of POSIX `wait`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The exit code, where it exited.
    pub code: Option<i32>,
    /// The signal, where one ended it.
    pub signal: Option<i32>,
}

impl Ending {
    /// Whether it succeeded: with code 0, or with one that the tool's contract declares an answer; never when a signal ended it.
    #[must_use]
    pub fn is_success(self, tool: &ToolDescriptor) -> bool {
        self.signal.is_none() && self.code.is_some_and(|code| code == 0 || tool.answers.contains(&code))
    }

    /// The facts of a process that ended so; `text` is what it printed.
    #[must_use]
    pub fn facts(self, text: UntrustedText) -> Facts {
        let facts = match (self.signal, self.code) {
            (Some(signal), _) => Facts::new(Provenance::new(Adapter::Process, "signal"))
                .reached(Phase::Execution, Reach::MayHaveReached)
                .code(Code::Signal(signal))
                .settled_by(status::signal(signal)),
            (None, Some(code)) => exited(code),
            (None, None) => Facts::new(Provenance::new(Adapter::Process, "wait_status")),
        };
        facts.text_from(text, "output")
    }
}

impl From<ExitStatus> for Ending {
    fn from(status: ExitStatus) -> Self {
        #[cfg(unix)]
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        #[cfg(not(unix))]
        let signal = None;
        Self { code: status.code(), signal }
    }
}

/// Facts of an exit code other than an answer.
///
/// 126 and 127: a shell or wrapper could not run the command, or did not find it (POSIX.1-2024, XCU 2.8.2). In a command line such as `a && b` an earlier command may
/// have run, so that it does not prove that nothing happened. 124: `timeout(1)` of GNU coreutils killed the command. Above 128: the shell reports a signal as 128
/// plus its number (137 SIGKILL, 141 SIGPIPE, 143 SIGTERM).
fn exited(code: i32) -> Facts {
    let (phase, reach) = match code {
        124 | 129..=192 => (Phase::Execution, Reach::MayHaveReached),
        126 | 127 => (Phase::Unknown, Reach::Answered),
        _ => (Phase::Execution, Reach::Answered),
    };
    let facts = Facts::new(Provenance::new(Adapter::Process, "exit_code")).reached(phase, reach).code(Code::Exit(code)).settled_by(status::exit(code));
    if code == 124 { facts.kind(FailureKind::Timeout(TimeoutOwner::Tool)) } else { facts }
}

/// Errors of `fork` and `execve` that waiting and reading cannot give (Linux execve(2), fork(2), pipe(2)).
fn refuses_start(error: &io::Error) -> bool {
    const NO_KIND: [i32; 3] = [8 /* ENOEXEC */, 23 /* ENFILE */, 24 /* EMFILE */];
    let kind = matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::InvalidFilename | ErrorKind::OutOfMemory | ErrorKind::WouldBlock);
    let number = cfg!(unix) && error.raw_os_error().is_some_and(|errno| NO_KIND.contains(&errno));
    refused_by_system(error) || (kind && error.get_ref().is_none()) || number
}

fn printed(output: &Output) -> (UntrustedText, &'static str) {
    let stderr = UntrustedText::from_bytes(&output.stderr);
    if stderr.is_blank() { (UntrustedText::from_bytes(&output.stdout), "stdout") } else { (stderr, "stderr") }
}

fn judge_output(tool: &ToolDescriptor, output: &Output) -> Judgement {
    let ending = Ending::from(output.status);
    if ending.is_success(tool) {
        return Judgement::Success;
    }
    let (text, field) = printed(output);
    ending.facts(UntrustedText::default()).text_from(text, field).into()
}

impl FactExtractor<Output, io::Error> for ProcessFacts {
    #[inline]
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&Output, &io::Error>) -> Judgement {
        match outcome {
            Ok(output) => judge_output(tool, output),
            Err(error) => self.error(error).into(),
        }
    }
}

/// Without what the program printed.
impl FactExtractor<ExitStatus, io::Error> for ProcessFacts {
    #[inline]
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&ExitStatus, &io::Error>) -> Judgement {
        match outcome.map(|status| Ending::from(*status)) {
            Ok(ending) if ending.is_success(tool) => Judgement::Success,
            Ok(ending) => ending.facts(UntrustedText::default()).into(),
            Err(error) => self.error(error).into(),
        }
    }
}

/// A boxed error counts as "could not be started" only where it is an `io::Error` itself.
impl FactExtractor<Output, BoxError> for ProcessFacts {
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&Output, &BoxError>) -> Judgement {
        match outcome {
            Ok(output) => judge_output(tool, output),
            Err(error) => match error.downcast_ref::<io::Error>() {
                Some(error) => self.error(error).into(),
                None => boxed_facts(IoFacts::new().of_many_steps(), Adapter::Process, &**error).into(),
            },
        }
    }
}

#[cfg(test)]
#[path = "process_tests.rs"]
mod tests;
