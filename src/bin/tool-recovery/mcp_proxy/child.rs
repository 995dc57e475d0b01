//! The server as a child process, in a process group of its own, of which nothing is left behind.

use super::pipes::{Drain, Incoming, read};
use crate::why::why;
use std::{
    io,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};
use tokio::sync::{mpsc, oneshot};

/// A server that was started.
pub(super) struct Server {
    pub(super) lines: mpsc::Receiver<Incoming>,
    /// Told when it has ended. It is not waited for before [`Group::reap`], so that its number stays its own until then.
    pub(super) ended: oneshot::Receiver<()>,
    pub(super) group: Group,
}

/// The processes of the server. The drop kills whatever is left of them.
#[derive(Clone)]
pub(super) struct Group(Arc<Inner>);

struct Inner {
    child: Mutex<Option<Child>>,
}

/// A signal of a terminal, a supervisor or ourselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    Hangup,
    Interrupt,
    Terminate,
    Kill,
}

impl Signal {
    /// What a shell adds to 128 for a program that ended by it.
    pub(super) const fn number(self) -> u8 {
        match self {
            Self::Hangup => 1,
            Self::Interrupt => 2,
            Self::Terminate => 15,
            Self::Kill => 9,
        }
    }
}

/// Starts the server: its standard input takes the lines of `drain`, its standard error is ours.
/// The error says why it cannot be started.
pub(super) fn start(command: &[String], drain: Drain, limit: usize) -> Result<Server, String> {
    let (program, arguments) = command.split_first().ok_or("no server is named")?;
    spawn(program, arguments, drain, limit).map_err(|error| format!("the server `{program}` cannot be started: {}", obstacle(&error)))
}

/// Why a program does not start, and what to look at.
fn obstacle(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "no such program. Is it installed, and in the PATH of whoever starts the proxy? It is not read by a shell, so that `~` and `$` stand for themselves"
                .into()
        }
        io::ErrorKind::PermissionDenied => "it may not be executed. Is it a program?".into(),
        kind => why(kind).into_owned(),
    }
}

fn spawn(program: &str, arguments: &[String], drain: Drain, limit: usize) -> io::Result<Server> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let number = child.id();
    let group = Group(Arc::new(Inner { child: Mutex::new(Some(child)) }));
    let (Some(stdin), Some(stdout)) = (stdin, stdout) else { return Err(io::ErrorKind::BrokenPipe.into()) };
    drain.write("to server", stdin)?;
    let lines = read("from server", stdout, limit)?;
    Ok(Server { lines, ended: watch(number)?, group })
}

/// Tells when the process has ended, without reaping it.
#[cfg(unix)]
fn watch(number: u32) -> io::Result<oneshot::Receiver<()>> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let (ended, receiver) = oneshot::channel();
    let pid = i32::try_from(number).ok().and_then(Pid::from_raw).ok_or(io::ErrorKind::InvalidData)?;
    thread::Builder::new().name("server".into()).spawn(move || {
        while waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).is_err_and(|error| error == rustix::io::Errno::INTR) {}
        let _ = ended.send(());
    })?;
    Ok(receiver)
}

/// Without `waitid` the end of the output has to do.
#[cfg(not(unix))]
fn watch(_: u32) -> io::Result<oneshot::Receiver<()>> {
    let (ended, receiver) = oneshot::channel();
    std::mem::drop(thread::Builder::new().spawn(move || {
        thread::park();
        drop(ended);
    })?);
    Ok(receiver)
}

impl Group {
    /// Sends a signal to every process of the group, as long as the server was not reaped.
    pub(super) fn signal(&self, signal: Signal) {
        self.0.signal(signal);
    }

    /// Kills what is left of the group and takes the server's exit status. The second time there is none.
    pub(super) fn reap(&self) -> Option<ExitStatus> {
        self.0.reap()
    }
}

impl Inner {
    fn signal(&self, signal: Signal) {
        if let Some(child) = self.child.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            send(child, signal);
        }
    }

    fn reap(&self) -> Option<ExitStatus> {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        send(&mut child, Signal::Kill);
        child.wait().ok()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.reap();
    }
}

/// The child was not waited for yet, so that the number of its group is still its own.
#[cfg(unix)]
fn send(child: &mut Child, signal: Signal) {
    use rustix::process::{Pid, Signal as Number, kill_process_group};
    let signal = match signal {
        Signal::Hangup => Number::HUP,
        Signal::Interrupt => Number::INT,
        Signal::Terminate => Number::TERM,
        Signal::Kill => Number::KILL,
    };
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
fn send(child: &mut Child, signal: Signal) {
    if signal != Signal::Hangup {
        let _ = child.kill();
    }
}

/// How an exit status is told.
pub(super) fn told(status: Option<ExitStatus>) -> String {
    #[cfg(unix)]
    if let Some(signal) = status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status)) {
        return format!("ended by signal {signal}");
    }
    match status.and_then(|status| status.code()) {
        Some(code) => format!("ended with exit code {code}"),
        None => "ended".into(),
    }
}

/// How long a server may take after each step towards its end.
pub(super) const STEP: Duration = Duration::from_secs(2);
