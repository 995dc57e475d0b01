//! Where calls run, and what of it is replaced in the rows.

use std::{
    fs,
    net::TcpListener,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

/// An empty directory for one recipe, and the ports.
pub(super) struct Place {
    pub(super) directory: PathBuf,
    pub(super) port: u16,
    pub(super) closed: u16,
    fixtures: PathBuf,
    host: String,
}

/// Whether this process may become another user.
pub(super) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

impl Place {
    pub(super) fn new(root: &Path, name: &str, port: u16, fixtures: &Path) -> std::io::Result<Self> {
        let directory = root.join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory)?;
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o777))?;
        let host = fs::read_to_string("/etc/hostname").unwrap_or_default().trim().to_owned();
        Ok(Self { directory, port, closed: closed_port()?, fixtures: fixtures.to_owned(), host })
    }

    /// A text with its places filled in.
    pub(super) fn fill(&self, text: &str) -> String {
        text.replace("{dir}", &self.directory.to_string_lossy())
            .replace("{port}", &self.port.to_string())
            .replace("{closed}", &self.closed.to_string())
            .replace("{fixtures}", &self.fixtures.to_string_lossy())
    }

    /// A text without anything that tells where and by whom it was recorded.
    pub(super) fn clean(&self, text: &str) -> String {
        let directory = self.directory.to_string_lossy();
        let mut clean = text
            .replace(&*directory, "/home/user/project")
            .replace(&*self.fixtures.to_string_lossy(), "/opt/tools")
            .replace(&self.port.to_string(), "8080")
            .replace(&self.closed.to_string(), "9");
        for home in ["/root/", "/root:"] {
            clean = clean.replace(home, &format!("/home/user{}", home.get(5..).unwrap_or_default()));
        }
        for prefix in own_prefixes() {
            clean = clean.replace(&prefix, "/usr/local");
        }
        clean = without_times(&clean);
        if self.host.len() > 3 {
            clean = clean.replace(&self.host, "host");
        }
        clean
    }
}

/// Where programs of this machine's user stand, without the `bin` below.
fn own_prefixes() -> Vec<String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let own = |directory: &str| directory.strip_suffix("/bin").filter(|prefix| !prefix.is_empty() && !prefix.starts_with("/usr")).map(str::to_owned);
    path.split(':').filter_map(own).collect()
}

/// The text with one time in the place of all that log files are named by.
fn without_times(text: &str) -> String {
    const LOGS: &str = "_logs/";
    const TIME: &str = "2026-01-01T00_00_00_000Z";
    let mut parts = text.split(LOGS);
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        clean.push_str(LOGS);
        match part.get(TIME.len()..).filter(|rest| rest.starts_with('-')) {
            Some(rest) => {
                clean.push_str(TIME);
                clean.push_str(rest);
            }
            None => clean.push_str(part),
        }
    }
    clean
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::set_permissions(&self.directory, fs::Permissions::from_mode(0o777));
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// A port where nobody listens: it was free a moment ago.
fn closed_port() -> std::io::Result<u16> {
    TcpListener::bind("127.0.0.1:0")?.local_addr().map(|address| address.port())
}
