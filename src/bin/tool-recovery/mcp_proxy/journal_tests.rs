use super::*;
use tool_recovery::record::{Code, Gap, GapReason, Head};

#[test]
fn a_queue_that_is_full_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::with(FileSink::open(folder.path(), FileOptions::default().queue(1)).unwrap());
    let record = || Record { head: Head::new(Code::new("-").unwrap()), body: Gap::new(1.try_into().unwrap(), GapReason::Torn).into() };
    for _ in 0..100_000 {
        journal.record(record());
        if journal.0.dropped.load(Ordering::Relaxed) {
            break;
        }
    }
    journal.end();
    assert!(journal.0.dropped.load(Ordering::Relaxed) && !journal.0.lost.load(Ordering::Relaxed));
}
