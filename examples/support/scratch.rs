//! A directory that is removed at the end, and programs that leave a mark in it whenever they run.

use super::BoxError;
use std::{
    collections::hash_map::RandomState,
    env, fs,
    hash::BuildHasher,
    io,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};
use tokio::process::Command;

/// Writes the run's nonce into the counter file, then becomes the program proper. What is counted is thus what ran, not what somebody meant to run.
const COUNTED: &str = r#"printf '%s\n' "$RUN_NONCE" >>"$RUN_COUNTER" && exec "$@""#;

/// A scratch directory with the counters of one run of an example.
#[derive(Debug)]
pub struct Scratch {
    directory: PathBuf,
    nonce: String,
}

impl Scratch {
    pub fn new() -> Result<Self, BoxError> {
        let nonce = format!("{:016x}", RandomState::new().hash_one("nonce"));
        let directory = env::temp_dir().join(format!("tool-recovery-example-{nonce}"));
        fs::create_dir(&directory)?;
        fs::create_dir_all(directory.join("work/bin"))?;
        Ok(Self { directory, nonce })
    }

    /// A random text that belongs to this run alone.
    pub fn nonce(&self) -> &str {
        &self.nonce
    }

    /// The directory in which the tools work.
    pub fn work(&self) -> PathBuf {
        self.directory.join("work")
    }

    /// Writes a file into the working directory. It is not executable.
    pub fn file(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(self.work().join(name), text)
    }

    /// Lets a file be executed.
    pub fn executable(&self, name: &str) -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(self.work().join(name), fs::Permissions::from_mode(0o755))
    }

    /// Runs a program in the working directory.
    ///
    /// # Errors
    ///
    /// Those of starting a program and reading what it prints.
    pub async fn run(&self, words: &[&str]) -> io::Result<Output> {
        let mut command = Command::new("sh");
        command.arg("-c").arg(COUNTED).arg("sh").args(words);
        command.env("RUN_NONCE", &self.nonce).env("RUN_COUNTER", self.counter("programs")).env("LC_ALL", "C").env("PATH", self.search_path());
        command.current_dir(self.work()).stdin(Stdio::null()).kill_on_drop(true).output().await
    }

    /// Leaves the mark of a tool that works in this process.
    pub fn mark(&self, counter: &str) -> io::Result<()> {
        use io::Write as _;
        writeln!(fs::OpenOptions::new().create(true).append(true).open(self.counter(counter))?, "{}", self.nonce)
    }

    /// How many marks with the nonce stand in a counter file.
    pub fn count(&self, counter: &str) -> usize {
        let marks = fs::read_to_string(self.counter(counter)).unwrap_or_default();
        marks.lines().filter(|line| *line == self.nonce).count()
    }

    /// What is installed, and the working directory's `bin` before it.
    fn search_path(&self) -> String {
        format!("{}:{}", self.work().join("bin").display(), env::var("PATH").unwrap_or_default())
    }

    fn counter(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    pub fn path(&self) -> &Path {
        &self.directory
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}
