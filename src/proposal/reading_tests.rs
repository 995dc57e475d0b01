use super::*;
use crate::{
    proposal::criteria::{BEFORE_CALL, FIT_ARGS, FIT_TOOL, RISK_BLAST, RISK_INJECTED},
    systemone::{Answer, Answers, Form, validate},
};
use proptest::prelude::*;

const BAND: Option<Band> = Some(Band { act_at: 0.8, clear_at: 0.2 });

fn valid(criterion: &Criterion, answer: Answer) -> Valid {
    let answers = Answers::new("model", vec![(criterion.id.into(), answer)]);
    validate(&[criterion.question()], answers).expect("a valid answer").answers.remove(0)
}

fn noul(criterion: &Criterion, yes: f64) -> Valid {
    valid(criterion, Answer::Noul(yes))
}

fn choice(criterion: &Criterion, parts: &[f64]) -> Valid {
    let Form::Choice(options) = criterion.question().form else { panic!("a choice") };
    let probabilities: Vec<(Box<str>, f64)> = options.iter().zip(parts).map(|(option, p)| (option.label.as_ref().into(), *p)).collect();
    let (choice, _) = probabilities.iter().max_by(|(_, a), (_, b)| a.total_cmp(b)).expect("labels").clone();
    valid(criterion, Answer::Choice { choice, probabilities })
}

fn score(criterion: &Criterion, parts: [f64; 4]) -> Valid {
    let probabilities = parts.iter().enumerate().map(|(level, p)| (level.to_string().into(), *p)).collect();
    valid(criterion, Answer::Score { score: parts[1] + 2.0 * parts[2] + 3.0 * parts[3], probabilities })
}

#[test]
fn a_value_on_an_edge_is_uncertain() {
    let read = |yes| read(&FIT_ARGS, &noul(&FIT_ARGS, yes), BAND);
    assert_eq!([0.0, 0.19, 0.2, 0.3, 0.5, 0.8, 0.81, 1.0].map(read), {
        use Reading::{Acts, Clears, Uncertain};
        [Clears, Clears, Uncertain, Uncertain, Uncertain, Uncertain, Acts, Acts]
    });
}

#[test]
fn a_choice_is_read_by_all_labels_that_act_and_clears_only_when_it_is_sure_of_it() {
    let read = |parts: [f64; 4]| read(&FIT_TOOL, &choice(&FIT_TOOL, &parts), BAND);
    assert_eq!(read([0.05, 0.5, 0.4, 0.05]), Reading::Acts, "both labels call for the same action");
    assert_eq!(read([0.9, 0.05, 0.0, 0.05]), Reading::Clears);
    assert_eq!(read([0.1, 0.05, 0.05, 0.8]), Reading::Uncertain, "`unclear` clears nothing");
    assert_eq!(read([0.25, 0.25, 0.25, 0.25]), Reading::Uncertain);
}

#[test]
fn a_score_acts_from_its_level_on() {
    let read = |parts| read(&RISK_BLAST, &score(&RISK_BLAST, parts), BAND);
    assert_eq!([read([0.0, 0.1, 0.5, 0.4]), read([0.7, 0.25, 0.05, 0.0]), read([0.2, 0.4, 0.3, 0.1])], [Reading::Acts, Reading::Clears, Reading::Uncertain]);
}

#[test]
fn without_a_threshold_an_answer_is_recorded_only() {
    assert_eq!(read(&FIT_ARGS, &noul(&FIT_ARGS, 1.0), None), Reading::Recorded);
    let finding = Finding { criterion: &FIT_ARGS, answer: noul(&FIT_ARGS, 1.0), reading: Reading::Recorded };
    assert_eq!((combine(&[finding]), combine(&[])), (ProposalVerdict::Proceed, ProposalVerdict::Abstain));
}

#[test]
fn injection_alone_never_blocks() {
    let found = |criterion: &'static Criterion, reading| Finding { criterion, answer: noul(&FIT_ARGS, 0.9), reading };
    assert_eq!(combine(&[found(&RISK_INJECTED, Reading::Acts)]), ProposalVerdict::Review);
    assert_eq!(combine(&[found(&RISK_INJECTED, Reading::Acts), found(&FIT_ARGS, Reading::Acts)]), ProposalVerdict::Block);
    assert_eq!(combine(&[found(&RISK_INJECTED, Reading::Clears), found(&FIT_ARGS, Reading::Uncertain)]), ProposalVerdict::Abstain);
    assert_eq!(combine(&[found(&RISK_INJECTED, Reading::Clears), found(&FIT_ARGS, Reading::Clears)]), ProposalVerdict::Proceed);
}

#[test]
fn what_is_uncertain_goes_on_for_reads_alone() {
    for consequence in [Consequence::ReadSensitive, Consequence::ReversibleWrite, Consequence::Irreversible, Consequence::Unknown] {
        assert_eq!(resolve(ProposalVerdict::Abstain, consequence), ProposalVerdict::Review, "{consequence:?}");
    }
    assert_eq!(resolve(ProposalVerdict::Abstain, Consequence::Read), ProposalVerdict::Proceed);
    assert_eq!(resolve(ProposalVerdict::Block, Consequence::Read), ProposalVerdict::Block);
}

fn readings() -> impl Strategy<Value = Vec<Finding>> {
    let finding = (0..BEFORE_CALL.len(), 0..4usize).prop_map(|(index, reading)| Finding {
        criterion: BEFORE_CALL[index],
        answer: noul(&FIT_ARGS, 0.9),
        reading: [Reading::Acts, Reading::Clears, Reading::Uncertain, Reading::Recorded][reading],
    });
    prop::collection::vec(finding, 0..9)
}

proptest! {
    #[test]
    fn one_more_finding_never_makes_a_verdict_milder(findings in readings(), more in readings()) {
        // An answer where there was none is no milder a verdict: nothing was certain before.
        let before = combine(&findings);
        let after = combine(&[findings.clone(), more].concat());
        prop_assert!(after >= before || findings.is_empty());
    }
}
