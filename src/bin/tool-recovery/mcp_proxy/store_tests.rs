use super::*;
use tool_recovery::ledger::MemoryLedger;

fn contents() -> Contents {
    Contents::new(MemoryLedger::default().snapshot(), Unverified::default(), Names::default())
}

fn path(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("holds.json")
}

#[test]
fn what_was_written_is_read_and_nothing_of_a_half_written_one() {
    let folder = tempfile::tempdir().unwrap();
    let (store, none) = Store::open(&path(&folder)).unwrap();
    assert!(none.is_none());
    store.write(&contents());
    drop(store);
    let whole = fs::read(path(&folder)).unwrap();
    // The end of a process in the middle of a write leaves another file.
    fs::write(folder.path().join("holds.json.new"), &whole[..whole.len() / 2]).unwrap();
    let (store, read) = Store::open(&path(&folder)).unwrap();
    assert_eq!(serde_json::to_vec(&read.unwrap()).unwrap(), whole);
    store.write(&contents());
    assert_ne!(fs::read(path(&folder)).unwrap(), whole, "another seed");
}

#[test]
fn every_cut_and_every_foreign_content_is_refused_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let whole = serde_json::to_vec(&contents()).unwrap();
    let other = String::from_utf8(whole.clone()).unwrap();
    let foreign = [
        b"[]".to_vec(),
        b"\xff".to_vec(),
        other.replacen("\"version\":1", "\"version\":2", 1).into_bytes(),
        other.replacen('{', "{\"more\":1,", 1).into_bytes(),
    ];
    for bytes in (0..whole.len()).step_by(7).map(|cut| whole[..cut].to_vec()).chain(foreign) {
        fs::write(path(&folder), &bytes).unwrap();
        let error = Store::open(&path(&folder)).map(|_| ()).unwrap_err();
        assert!(error.contains("holds.json: its holds cannot be restored") && error.contains("stays as it is"), "{error}");
        assert_eq!(fs::read(path(&folder)).unwrap(), bytes);
    }
}

#[test]
fn a_file_has_one_owner() {
    let folder = tempfile::tempdir().unwrap();
    let first = Store::open(&path(&folder)).unwrap();
    assert!(Store::open(&path(&folder)).map(|_| ()).unwrap_err().contains("give each proxy a file of its own"));
    drop(first);
    assert!(Store::open(&path(&folder)).is_ok());
}

#[cfg(unix)]
#[test]
fn nobody_but_the_owner_reads_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = Store::open(&path(&folder)).unwrap();
    store.write(&contents());
    assert_eq!(fs::metadata(path(&folder)).unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn what_stands_in_the_way_is_neither_followed_nor_waited_for() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("holds.json.new");
    let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode() & 0o777;
    fs::write(&new, "").unwrap();
    fs::set_permissions(&new, fs::Permissions::from_mode(0o666)).unwrap();
    let (store, _) = Store::open(&path(&folder)).unwrap();
    store.write(&contents());
    assert_eq!(mode(&path(&folder)), 0o600);
    let victim = folder.path().join("victim");
    fs::write(&victim, "precious").unwrap();
    symlink(&victim, &new).unwrap();
    store.write(&contents());
    assert_eq!((fs::read(&victim).unwrap().as_slice(), mode(&path(&folder))), (b"precious".as_slice(), 0o600));
    assert!(!fs::symlink_metadata(path(&folder)).unwrap().is_symlink());
    drop(store);
    let refused = |file: &Path| Store::open(file).map(|_| ()).unwrap_err();
    let dangling = folder.path().join("dangling");
    symlink(folder.path().join("nowhere"), &dangling).unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let locked = folder.path().join("locked");
    fs::rename(&pipe, folder.path().join("locked.lock")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for file in [&dangling, &pipe, &locked, &folder.path().to_owned()] {
        assert!(refused(file).contains("no regular file"), "{}", file.display());
    }
}
