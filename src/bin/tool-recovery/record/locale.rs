//! Calls under another locale: what a program says there, and the error texts of the C library.

use super::recipe::Call;
use crate::why::why;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A locale that is there, and where, if it is not the system's.
pub(super) struct Locale {
    name: String,
    directory: Option<PathBuf>,
}

impl Locale {
    /// The locale of this name: the system's, or one that `localedef` makes below `root` out of the system's sources.
    pub(super) fn find(name: &str, root: &Path) -> Result<Self, String> {
        let name = checked(name)?;
        if is_installed(name) {
            return Ok(Self { name: name.to_owned(), directory: None });
        }
        let directory = root.join("locales");
        let place = directory.join(name);
        if !place.join("LC_MESSAGES").exists() {
            make(name, &directory, &place)?;
        }
        Ok(Self { name: name.to_owned(), directory: Some(directory) })
    }

    /// A call under the locale.
    pub(super) fn call(&self, call: &Call) -> Call {
        let mut call = call.clone();
        call.env.insert("LC_ALL".to_owned(), self.name.clone());
        if let Some(directory) = &self.directory {
            call.env.insert("LOCPATH".to_owned(), directory.to_string_lossy().into_owned());
        }
        call
    }
}

/// A name such as `de_DE.UTF-8`, which is part of paths and arguments.
fn checked(name: &str) -> Result<&str, String> {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-@".contains(&byte));
    if plain && name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.len() <= 40 {
        Ok(name)
    } else {
        Err("a locale has a name such as de_DE.UTF-8".to_owned())
    }
}

/// Systems write `UTF-8` and `utf8`.
fn alike(name: &str) -> String {
    name.chars().filter(|c| *c != '-').collect::<String>().to_ascii_lowercase()
}

fn is_installed(name: &str) -> bool {
    let listed = Command::new("locale").arg("-a").stderr(Stdio::null()).output().map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&listed).lines().any(|line| alike(line) == alike(name))
}

fn make(name: &str, directory: &Path, place: &Path) -> Result<(), String> {
    fs::create_dir_all(directory).map_err(|error| format!("a locale cannot be put down: {}", why(error.kind())))?;
    let (source, charset) = name.split_once('.').unwrap_or((name, "UTF-8"));
    let mut localedef = Command::new("localedef");
    localedef.args(["--no-archive", "-i", source, "-f", charset]).arg(place).stdout(Stdio::null()).stderr(Stdio::null());
    // It warns by its exit code, too: what counts is whether the locale is there.
    let _ = localedef.status();
    if place.join("LC_MESSAGES").exists() { Ok(()) } else { Err(format!("locale {name} is not installed and cannot be made")) }
}
