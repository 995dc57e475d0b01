use super::*;

fn faults() -> [Fault; 10] {
    [
        Fault::TooLarge { bytes: 300_000, limit: 262_144 },
        Fault::TooDeep { limit: 64 },
        Fault::DuplicateKey,
        Fault::CutOff,
        Fault::Empty,
        Fault::OpenFence,
        Fault::Syntax("expected `:`".into()),
        Fault::Rounded,
        Fault::NotAnObject("an array"),
        Fault::EncodedTooOften,
    ]
}

#[test]
fn every_message_says_what_to_do_and_reaches_the_model_whole() {
    for fault in faults() {
        let fault = NormalizeFault::at(fault, Position { line: 123_456, column: 16_777_216 }).encoded();
        let rejection = fault.rejection();
        assert_eq!(rejection.kind(), fault.kind());
        assert_eq!(rejection.message(), fault.to_string(), "neither cut nor changed");
        assert!(["Send ", "must be"].iter().any(|word| rejection.message().contains(word)), "{fault}");
    }
}

#[test]
fn the_kinds_are_those_that_faults_have() {
    let mut kinds: Vec<_> = faults().into_iter().map(|fault| NormalizeFault::new(fault).kind()).collect();
    kinds.dedup();
    assert_eq!(kinds, NormalizeFault::KINDS);
}

#[test]
fn a_position_is_told_in_the_text_that_the_model_sent() {
    let at = |line, column| NormalizeFault::at(Fault::CutOff, Position { line, column });
    assert_eq!(at(1, 5).after("```json\n  ").position(), Some(Position { line: 2, column: 7 }));
    assert_eq!(at(3, 5).after("```json\n  ").position(), Some(Position { line: 4, column: 5 }));
    assert_eq!(at(1, 5).after("\u{feff}").position(), Some(Position { line: 1, column: 8 }));
    assert_eq!(at(1, 5).after("").position(), Some(Position { line: 1, column: 5 }));
    let inside = at(1, 5).encoded().after("```\n");
    assert_eq!(inside.position(), Some(Position { line: 1, column: 5 }));
    assert!(inside.to_string().contains("line 1, column 5 of the JSON inside the string"), "{inside}");
}
