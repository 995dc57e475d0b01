use super::*;
use FailureCode::{A1, C4, O1, P4, T3};

#[test]
fn a_set_holds_every_code_once() {
    let all: Codes = FailureCode::ALL.into_iter().chain(FailureCode::ALL).collect();
    assert_eq!(all.iter().collect::<Vec<_>>(), FailureCode::ALL);
    for code in FailureCode::ALL {
        let one = Codes::NONE.with(code);
        assert_eq!((one.iter().collect::<Vec<_>>(), one.primary()), (vec![code], Some(code)));
    }
    assert_eq!((Codes::NONE.primary(), Codes::NONE.is_empty(), Codes::NONE.with_if(false, A1)), (None, true, Codes::NONE));
}

#[test]
fn all_are_counted_and_one_is_shown() {
    let mut tally = Tally::default();
    let codes: Codes = [P4, C4, T3].into_iter().collect();
    tally.count(codes);
    tally.count(Codes::NONE.with(T3));
    let mut sum = Tally::default();
    sum.add(&tally);
    sum.add(&tally);
    assert_eq!(sum.seen().collect::<Vec<_>>(), [(P4, 2), (C4, 2), (T3, 4)]);
    assert_eq!(sum.owners(), [(Owner::Agent, 2), (Owner::ToolContract, 2), (Owner::Tool, 4)]);
    assert_eq!(codes.primary(), Some(T3));
    assert_eq!(Codes::NONE.with(O1).with(A1).primary(), Some(A1));
}
