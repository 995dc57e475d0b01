//! Records in files: one chain across rotations, restarts and kills; one writer; gaps where something is missing.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Command, Stdio},
    time::{Duration, SystemTime},
};
use tool_recovery::record::{
    Body, ChainCheck, Code, FileOptions, FileSink, Fsync, GapReason, Head, LineDigest, Outcome, OutcomeResult, Record, RecordSink, WhenFull, record_files,
};

const SOON: Duration = Duration::from_secs(30);

fn outcome(id: impl std::fmt::Display) -> Record<'static> {
    let mut head = Head::new(Code::new(format!("call_{id}")).unwrap());
    head.id = Code::new(format!("{id}")).unwrap();
    Record { head, body: Outcome::new(Code::new("verify").unwrap(), OutcomeResult::Achieved).into() }
}

/// What stands in a folder.
#[derive(Default, Debug)]
struct Found {
    ids: Vec<String>,
    gaps: Vec<(u64, GapReason)>,
    files: usize,
    torn: usize,
    last_seq: u64,
}

/// Reads everything, and follows the chain through all files.
fn read(folder: &Path) -> Found {
    let mut found = Found::default();
    let mut chain = ChainCheck::default();
    for path in record_files(folder).unwrap() {
        found.files += 1;
        let bytes = fs::read(&path).unwrap();
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        found.torn += usize::from(whole < bytes.len());
        for line in bytes[..whole].split_inclusive(|byte| *byte == b'\n').map(|line| &line[..line.len() - 1]) {
            let record = Record::parse(line).unwrap();
            chain.take(&record.head, LineDigest::of(line)).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
            found.last_seq = record.head.seq;
            match record.body {
                Body::Gap(gap) => found.gaps.push((gap.dropped.get(), gap.reason)),
                _ => found.ids.push(record.head.id.to_string()),
            }
        }
    }
    found
}

fn ids(range: std::ops::Range<u64>) -> Vec<String> {
    range.map(|n| n.to_string()).collect()
}

#[test]
fn the_chain_crosses_rotations_and_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let options = FileOptions::default().max_bytes(2000).when_full(WhenFull::Wait(SOON));
    for part in 0..4 {
        let sink = FileSink::open(folder.path(), options).unwrap();
        for n in part * 25..(part + 1) * 25 {
            sink.record(outcome(n));
        }
        sink.flush(SOON).unwrap();
        assert_eq!((sink.counts().written, sink.counts().dropped, sink.counts().lost), (25, 0, 0));
    }
    let found = read(folder.path());
    assert_eq!((found.ids, found.gaps.len(), found.last_seq), (ids(0..100), 0, 100));
    assert!(found.files > 8, "{} files", found.files);
    for path in record_files(folder.path()).unwrap() {
        assert!(fs::metadata(path).unwrap().len() < 2000 + 400, "larger by one line at most");
    }
}

#[test]
fn a_folder_has_one_writer() {
    let folder = tempfile::tempdir().unwrap();
    let first = FileSink::open(folder.path(), FileOptions::default()).unwrap();
    assert_eq!(FileSink::open(folder.path(), FileOptions::default()).unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
    drop(first);
    assert!(FileSink::open(folder.path(), FileOptions::default()).is_ok());
}

#[test]
fn dropping_the_sink_writes_what_is_queued() {
    let folder = tempfile::tempdir().unwrap();
    let sink = FileSink::open(folder.path(), FileOptions::default().fsync(Fsync::Never)).unwrap();
    (0..1000).for_each(|n| sink.record(outcome(n)));
    drop(sink);
    assert_eq!(read(folder.path()).ids, ids(0..1000));
}

#[test]
fn what_a_full_queue_dropped_is_said_in_gaps() {
    let folder = tempfile::tempdir().unwrap();
    let sink = FileSink::open(folder.path(), FileOptions::default().queue(1)).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4u64 {
            let sink = &sink;
            scope.spawn(move || (0..5000).for_each(|n| sink.record(outcome(thread * 5000 + n))));
        }
    });
    sink.flush(SOON).unwrap();
    let counts = sink.counts();
    // A gap is written with the next record: this one speaks of the last drops.
    sink.record(outcome("last"));
    drop(sink);
    let found = read(folder.path());
    assert_eq!(counts.accepted + counts.dropped, 20_000);
    assert!(counts.dropped > 0, "the queue was never full: this test says nothing");
    assert_eq!(found.ids.len() as u64, counts.accepted + 1);
    assert_eq!(found.gaps.iter().map(|(dropped, _)| dropped).sum::<u64>(), counts.dropped);
    assert!(found.gaps.iter().all(|(_, reason)| *reason == GapReason::QueueFull));
}

#[test]
fn a_queue_that_waits_drops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let sink = FileSink::open(folder.path(), FileOptions::default().queue(1).when_full(WhenFull::Wait(SOON))).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..3u64 {
            let sink = &sink;
            scope.spawn(move || (0..500).for_each(|n| sink.record(outcome(thread * 500 + n))));
        }
    });
    drop(sink);
    let found = read(folder.path());
    assert_eq!((found.ids.into_iter().collect::<BTreeSet<_>>(), found.gaps.len()), (ids(0..1500).into_iter().collect(), 0));
}

#[test]
fn a_torn_line_stays_and_the_chain_goes_on_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    let fill = |from: u64| {
        let sink = FileSink::open(folder.path(), FileOptions::default()).unwrap();
        (from..from + 3).for_each(|n| sink.record(outcome(n)));
    };
    fill(0);
    let path = record_files(folder.path()).unwrap().pop().unwrap();
    let before = fs::read(&path).unwrap();
    File::options().append(true).open(&path).unwrap().write_all(b"{\"schema\":\"tool-deci").unwrap();
    fill(3);
    let found = read(folder.path());
    assert_eq!((found.ids, found.gaps, found.torn, found.files), (ids(0..6), vec![(1, GapReason::Torn)], 1, 2));
    assert!(fs::read(&path).unwrap().starts_with(&before));
}

#[test]
fn a_file_that_is_no_chain_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records-00000007.jsonl");
    fs::write(&path, "somebody else's file\n").unwrap();
    assert_eq!(FileSink::open(folder.path(), FileOptions::default()).unwrap_err().kind(), std::io::ErrorKind::InvalidData);
    assert_eq!(fs::read_to_string(&path).unwrap(), "somebody else's file\n");
}

#[test]
fn retention_removes_whole_files_from_the_oldest_on() {
    let folder = tempfile::tempdir().unwrap();
    let options = FileOptions::default().max_bytes(1).when_full(WhenFull::Wait(SOON));
    let write = |options, from: u64, to: u64| {
        let sink = FileSink::open(folder.path(), options).unwrap();
        (from..to).for_each(|n| sink.record(outcome(n)));
    };
    write(options, 0, 10);
    assert_eq!(read(folder.path()).files, 10);
    write(options.max_files(4), 10, 12);
    let found = read(folder.path());
    assert_eq!((found.ids, found.last_seq), (ids(8..12), 12), "the chain holds from its first remaining line on");
    // Two files grow old; the third one does not.
    let old = SystemTime::now() - Duration::from_secs(7200);
    for path in &record_files(folder.path()).unwrap()[..2] {
        File::options().write(true).open(path).unwrap().set_modified(old).unwrap();
    }
    write(options.max_age(Duration::from_secs(3600)), 12, 13);
    assert_eq!(read(folder.path()).ids, ids(10..13));
}

/// `/dev/full` takes no byte: the first file leads there.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_costs_records_and_says_how_many() {
    let folder = tempfile::tempdir().unwrap();
    let sink = FileSink::open(folder.path(), FileOptions::default()).unwrap();
    drop(sink);
    fs::remove_file(folder.path().join("records-00000001.jsonl")).unwrap();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("records-00000001.jsonl")).unwrap();
    let sink = FileSink::open(folder.path(), FileOptions::default()).unwrap();
    (0..3).for_each(|n| sink.record(outcome(n)));
    assert!(sink.flush(SOON).is_err(), "a flush that lost records does not claim success");
    // What the writer had not taken yet when the disk refused goes to the next file already.
    let counts = sink.counts();
    assert_eq!((counts.accepted, counts.written + counts.lost), (3, 3));
    assert!(counts.lost > 0);
    // The next file is on a disk with room.
    (3..6).for_each(|n| sink.record(outcome(n)));
    sink.flush(SOON).unwrap();
    drop(sink);
    fs::remove_file(folder.path().join("records-00000001.jsonl")).unwrap();
    let found = read(folder.path());
    assert_eq!((found.ids, found.gaps), (ids(counts.lost..6), vec![(counts.lost, GapReason::WriteFailed)]));
}

const FOLDER: &str = "RECORDS_SINK_TEST_FOLDER";

/// Not a test of its own: the process that `a_killed_process_loses_nothing_that_was_flushed` kills.
#[test]
fn child_that_writes_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let options = FileOptions::default().max_bytes(20_000).when_full(WhenFull::Wait(SOON));
    let sink = FileSink::open(folder, options).unwrap();
    for n in 0u64.. {
        sink.record(outcome(format!("{}-{n}", std::process::id())));
        if n % 7 == 0 {
            sink.flush(SOON).unwrap();
            println!("flushed {}-{n}", std::process::id());
        }
    }
}

#[cfg(unix)]
#[test]
fn a_killed_process_loses_nothing_that_was_flushed() {
    let folder = tempfile::tempdir().unwrap();
    let mut flushed = BTreeSet::new();
    for round in 1..=4 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "sink::child_that_writes_until_it_is_killed", "--nocapture", "--test-threads", "1"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut seen = 0;
        while seen < 40 * round {
            let line = lines.next().expect("the child goes on").unwrap();
            if let Some((_, id)) = line.split_once("flushed ") {
                flushed.insert(id.to_owned());
                seen += 1;
            }
        }
        // SIGKILL: no destructor runs.
        child.kill().unwrap();
        child.wait().unwrap();
        // What it said before it died counts, too.
        flushed.extend(lines.map_while(Result::ok).filter_map(|line| Some(line.split_once("flushed ")?.1.trim().to_owned())));
    }
    let found = read(folder.path());
    let ids: BTreeSet<String> = found.ids.into_iter().collect();
    let missing: Vec<_> = flushed.difference(&ids).collect();
    assert_eq!(missing, Vec::<&String>::new());
    assert!(flushed.len() >= 400 && found.files > 4, "{} flushed, {} files", flushed.len(), found.files);
}
