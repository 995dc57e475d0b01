use super::*;
use crate::record::{Code, Gap, GapReason, Head};

fn line(seq: u64) -> Vec<u8> {
    let mut head = Head::new(Code::known("-"));
    head.seq = seq;
    Record { head, body: Gap::new(1.try_into().unwrap(), GapReason::Torn).into() }.to_line()
}

fn of(bytes: &[u8]) -> io::Result<Tail> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    std::fs::write(&path, bytes).unwrap();
    tail(&path)
}

#[test]
fn every_cut_of_the_last_line_shows() {
    let (first, second) = (line(1), line(2));
    let whole = [first.as_slice(), b"\n", &second, b"\n"].concat();
    let last = |line: &[u8], seq| Some((seq, LineDigest::of(line)));
    assert_eq!(of(&whole).unwrap(), Tail { last: last(&second, 2), torn: false, bytes: whole.len() as u64 });
    for cut in first.len() + 2..whole.len() {
        assert_eq!(of(&whole[..cut]).unwrap(), Tail { last: last(&first, 1), torn: true, bytes: cut as u64 }, "cut at {cut}");
    }
    assert_eq!(of(&whole[..=first.len()]).unwrap(), Tail { last: last(&first, 1), torn: false, bytes: first.len() as u64 + 1 });
    for cut in 1..=first.len() {
        assert_eq!(of(&whole[..cut]).unwrap(), Tail { last: None, torn: true, bytes: cut as u64 });
    }
    assert_eq!(of(b"").unwrap(), Tail { last: None, torn: false, bytes: 0 });
}

#[test]
fn a_long_file_is_read_from_its_end() {
    let mut whole = Vec::new();
    for seq in 1..4000 {
        whole.extend_from_slice(&line(seq));
        whole.push(b'\n');
    }
    assert!(whole.len() > 2 * Record::MAX_LINE);
    assert_eq!(of(&whole).unwrap().last.unwrap().0, 3999);
}

#[test]
fn what_is_no_record_is_not_continued() {
    assert_eq!(of(b"{}\n").unwrap_err().kind(), io::ErrorKind::InvalidData);
    assert_eq!(of(&vec![b'x'; 3 * Record::MAX_LINE]).unwrap_err().kind(), io::ErrorKind::InvalidData);
}
