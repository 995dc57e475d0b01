use super::*;
use crate::record::{BadLine, ChainFault, Head, LineDigest, Record, RecordSink as _};
use proptest::prelude::*;
use std::io::{self, Read};

const VALID: &str = include_str!("../../../tests/fixtures/records/valid.jsonl");

/// A chain of the examples, over and over.
fn chain(length: usize) -> Vec<Vec<u8>> {
    let mut last: Option<LineDigest> = None;
    VALID
        .lines()
        .cycle()
        .take(length)
        .enumerate()
        .map(|(n, line)| {
            let mut record = Record::parse(line.as_bytes()).unwrap();
            (record.head.seq, record.head.prev) = (n as u64 + 1, last.map(LineDigest::to_digest));
            let line = record.to_line();
            last = Some(LineDigest::of(&line));
            line
        })
        .collect()
}

fn joined(lines: &[Vec<u8>]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect()
}

/// Gives a few bytes at a time, so that lines and chunks never meet.
struct Drip<'b>(&'b [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(room.len()).min(self.0.len());
        let (now, later) = self.0.split_at(length);
        room[..length].copy_from_slice(now);
        self.0 = later;
        Ok(length)
    }
}

fn run_in(parts: &[&[u8]], plan: &ReplayPlan<'_>, output: Option<&mut Vec<u8>>) -> ReplayReport {
    let sources = parts.iter().enumerate().map(|(n, bytes)| Source { name: format!("f{n}"), bytes: Box::new(Drip(bytes, 7001)) }).collect();
    let output = output.map(|out| out as &mut (dyn io::Write + Send));
    replay(sources, plan, output, &|_| {}).unwrap()
}

fn run(bytes: &[u8]) -> ReplayReport {
    run_in(&[bytes], &ReplayPlan { skip_bad_lines: true, ..ReplayPlan::default() }, None)
}

#[test]
fn a_whole_chain_is_whole_across_chunks_and_files() {
    let lines = chain(3000);
    let bytes = joined(&lines);
    assert!(bytes.len() > 3 * 512 * 1024, "several chunks");
    let report = run(&bytes);
    assert!(report.is_sound() && report.problems.is_empty());
    assert_eq!((report.lines, report.bytes, report.kinds.values().sum::<u64>()), (3000, bytes.len() as u64, 3000));
    let (first, second) = (joined(&lines[..1250]), joined(&lines[1250..]));
    let apart = run_in(&[&first, &second], &ReplayPlan::default(), None);
    assert_eq!(apart, report);
    let swapped = run_in(&[&second, &first], &ReplayPlan::default(), None);
    assert_eq!(swapped.problems, [("f1".to_owned(), 1, Problem::Chain(ChainFault::Restarted))]);
}

#[test]
fn faults_are_told_by_file_and_line_wherever_they_are() {
    let lines = chain(3000);
    for at in [1, 1499, 2998] {
        let mut without = lines.clone();
        without.remove(at);
        let report = run(&joined(&without));
        assert_eq!(report.problems, [("f0".to_owned(), at as u64 + 1, Problem::Chain(ChainFault::Broken))], "line {at} removed");
        let mut spoilt = lines.clone();
        spoilt[at] = b"not a record".to_vec();
        let report = run(&joined(&spoilt));
        let line = at as u64 + 1;
        assert_eq!(
            report.problems,
            [("f0".to_owned(), line, Problem::Bad(BadLine::NotJson)), ("f0".to_owned(), line + 1, Problem::Chain(ChainFault::Broken))],
            "line {at} replaced"
        );
        let fatal = run_in(&[&joined(&spoilt)], &ReplayPlan::default(), None);
        assert_eq!((fatal.problems.last().unwrap(), fatal.ended_early), (&("f0".to_owned(), line, Problem::Bad(BadLine::NotJson)), true));
        assert_eq!(fatal.lines, line, "nothing behind it counts");
    }
}

#[test]
fn a_torn_end_and_lines_without_end_are_told() {
    let lines = chain(20);
    let mut bytes = joined(&lines);
    bytes.extend_from_slice(&lines[3][..100]);
    let report = run(&bytes);
    assert_eq!((report.torn, report.bad_lines, report.lines), (1, 0, 20));
    // A line of 5 MiB in mid-chain: passed over, and its neighbours keep their numbers.
    let mut long = joined(&lines[..10]);
    long.extend(std::iter::repeat_n(b'x', 5 * 1024 * 1024));
    long.push(b'\n');
    long.extend_from_slice(&joined(&lines[10..]));
    let report = run(&long);
    assert_eq!((report.bad_lines, report.lines), (1, 21));
    assert_eq!(report.problems[0], ("f0".to_owned(), 11, Problem::Bad(BadLine::TooLong)));
    let mut broken = joined(&lines[..10]);
    broken.extend(std::iter::repeat_n(b'x', 5 * 1024 * 1024));
    assert_eq!(run(&broken).lines, 11, "a long line at the end");
}

const THRESHOLDS: &str =
    r#"{"schema": "x", "id": "thr-new", "values": {"fit.scope": {"act_at": 0.5, "reject_at": 0.25}, "fit.repeat": {"act_at": 0.7, "reject_at": 0.2}}}"#;

#[test]
fn an_unchanged_policy_replays_byte_by_byte() {
    let thresholds = Thresholds::parse(THRESHOLDS).unwrap();
    let plan = ReplayPlan { thresholds: Some(&thresholds), ..ReplayPlan::default() };
    let mut first = Vec::new();
    let before = run_in(&[&joined(&chain(1500))], &plan, Some(&mut first));
    assert!(before.is_sound() && before.judged() > 100);
    // What was derived once is recorded under these thresholds: now nothing may change.
    let mut second = Vec::new();
    let again = run_in(&[&first], &plan, Some(&mut second));
    assert!(again.is_sound(), "the chain was made anew: {:?}", again.problems);
    assert_eq!((again.changed(), again.judged()), (0, before.judged()));
    assert!(first == second, "byte by byte");
}

#[test]
fn other_thresholds_change_verdicts_and_the_labels_of_the_changed_are_listed() {
    let (strict, mild) = (Thresholds::parse(THRESHOLDS).unwrap(), Thresholds::parse(&THRESHOLDS.replace("0.7", "0.9").replace("thr-new", "thr-mild")).unwrap());
    let mut records = Vec::new();
    run_in(&[&joined(&chain(1100))], &ReplayPlan { thresholds: Some(&strict), ..ReplayPlan::default() }, Some(&mut records));
    let report = run_in(&[&records], &ReplayPlan { thresholds: Some(&mild), ..ReplayPlan::default() }, None);
    let decisions = report.kinds[&Kind::Decision];
    assert_eq!((report.judged(), report.changed()), (decisions, decisions));
    let transition = report.transitions.keys().next().unwrap();
    assert_eq!(transition.verdict, (Recommendation::Block, Recommendation::Abstain));
    assert!(report.labels.keys().any(|(verdicts, criterion, value)| *verdicts == transition.verdict && criterion == "fit.repeat" && value == "futile_repeat"));
}

use crate::record::{Kind, Recommendation};

#[test]
fn thresholds_for_other_words_end_the_replay_unless_allowed() {
    let thresholds = Thresholds::parse(r#"{"schema": "x", "id": "t", "values": {}, "criteria": [{"id": "fit.repeat", "version": "9"}]}"#).unwrap();
    let plan = ReplayPlan { thresholds: Some(&thresholds), ..ReplayPlan::default() };
    let bytes = joined(&chain(30));
    let refused = run_in(&[&bytes], &plan, None);
    assert_eq!((refused.ended_early, refused.problems.len(), refused.judged()), (true, 1, 0));
    let allowed = run_in(&[&bytes], &ReplayPlan { allow_mismatch: true, ..plan }, None);
    assert_eq!((allowed.ended_early, allowed.mismatches), (false, allowed.judged()));
}

#[test]
fn what_a_file_sink_wrote_replays() {
    let folder = tempfile::tempdir().unwrap();
    let sink = crate::record::FileSink::open(folder.path(), crate::record::FileOptions::default().max_bytes(3000)).unwrap();
    for _ in 0..50 {
        let body = crate::record::Outcome::new(crate::record::Code::new("o").unwrap(), crate::record::OutcomeResult::Achieved).into();
        sink.record(Record { head: Head::of_no_call(), body });
    }
    drop(sink);
    let files = crate::record::record_files(folder.path()).unwrap();
    let sources = files.iter().map(|path| Source { name: path.display().to_string(), bytes: Box::new(std::fs::File::open(path).unwrap()) }).collect();
    let report = replay(sources, &ReplayPlan::default(), None, &|_| {}).unwrap();
    assert!(report.is_sound() && report.lines == 50 && files.len() > 2);
}

#[test]
fn intervals_are_those_of_wilson() {
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    let seven = wilson(7, 10).unwrap();
    assert!(near(seven.low, 0.396_778_147_461_145) && near(seven.high, 0.892_208_732_593_699), "{seven:?}");
    let none = wilson(0, 10).unwrap();
    assert!(near(none.low, 0.0) && near(none.high, 0.277_532_799_862_889), "{none:?}");
    assert_eq!(wilson(0, 0), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_bytes_are_read_to_their_end(bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), any::<u8>()], 0..5000)) {
        let report = run(&bytes);
        prop_assert_eq!(report.lines, memchr::memchr_iter(b'\n', &bytes).count() as u64);
        prop_assert_eq!(report.bad_lines, report.lines);
    }
}
