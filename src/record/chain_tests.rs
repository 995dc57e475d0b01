use super::*;
use crate::record::{Body, Code, Gap, GapReason, Record};

fn chain(length: u64) -> Vec<Vec<u8>> {
    let mut last: Option<LineDigest> = None;
    (1..=length)
        .map(|seq| {
            let mut head = Head::new(Code::known("-"));
            (head.seq, head.prev) = (seq, last.map(LineDigest::to_digest));
            let body = Body::Gap(Gap::new(seq.try_into().unwrap(), GapReason::QueueFull));
            let line = Record { head, body }.to_line();
            last = Some(LineDigest::of(&line));
            line
        })
        .collect()
}

fn faults(lines: &[Vec<u8>]) -> Vec<(usize, ChainFault)> {
    let mut check = ChainCheck::default();
    lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| check.take(&Record::parse(line).unwrap().head, LineDigest::of(line)).err().map(|fault| (at, fault)))
        .collect()
}

#[test]
fn the_digest_is_sha_256() {
    // FIPS 180-4, "abc".
    assert_eq!(LineDigest::of(b"abc").to_digest().as_str(), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

#[test]
fn an_untouched_chain_holds_from_any_line_on() {
    let lines = chain(20);
    for from in 0..20 {
        assert_eq!(faults(&lines[from..]), []);
    }
}

#[test]
fn every_removed_line_shows_but_the_ends() {
    for at in 0..20 {
        let mut lines = chain(20);
        lines.remove(at);
        let expected = if at == 0 || at == 19 { vec![] } else { vec![(at, ChainFault::Broken)] };
        assert_eq!(faults(&lines), expected);
    }
}

#[test]
fn every_changed_byte_shows_in_the_line_after() {
    let lines = chain(3);
    for at in 0..lines[1].len() {
        let mut changed = lines.clone();
        changed[1][at] ^= 1;
        let mut check = ChainCheck::default();
        assert_eq!(check.take(&Record::parse(&changed[0]).unwrap().head, LineDigest::of(&changed[0])), Ok(()));
        match Record::parse(&changed[1]) {
            Ok(record) => drop(check.take(&record.head, LineDigest::of(&changed[1]))),
            Err(_) => check.take_unread(LineDigest::of(&changed[1])),
        }
        assert_eq!(check.take(&Record::parse(&changed[2]).unwrap().head, LineDigest::of(&changed[2])), Err(ChainFault::Broken), "byte {at}");
    }
}

#[test]
fn swapped_lines_and_second_chains_show() {
    let mut lines = chain(5);
    lines.swap(1, 2);
    assert_eq!(faults(&lines).len(), 3);
    let two: Vec<_> = chain(2).into_iter().chain(chain(2)).collect();
    assert_eq!(faults(&two), [(2, ChainFault::Restarted)]);
}

#[test]
fn a_line_that_is_no_record_is_a_link_all_the_same() {
    let lines = chain(1);
    let mut check = ChainCheck::default();
    check.take_unread(LineDigest::of(b"what was this?"));
    let mut head = Record::parse(&lines[0]).unwrap().head;
    head.prev = Some(LineDigest::of(b"what was this?").to_digest());
    assert_eq!(check.take(&head, LineDigest::of(&lines[0])), Ok(()));
}
