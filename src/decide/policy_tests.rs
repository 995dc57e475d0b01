use super::super::testing::{ALL_ATTEMPTS, answers, case, class_answer, decision, facts, observation, thresholds};
use super::*;
use crate::{
    classify::{Classification, Source},
    facts::{Phase, TimeoutOwner},
    systemone::{Answer, Answers},
};
use proptest::prelude::*;

/// How probable it is for `class` that something from outside is needed, where that fits.
fn fitting(class: Class) -> f64 {
    if needs_others(class) { 1.0 } else { 0.0 }
}

fn judged(class: Class, probability: f64, blocked: f64) -> Result<RecoveryAdvice, Abstained> {
    judge(&decision(answers(class, probability, blocked)).unwrap(), &observation(), &thresholds())
}

fn told(class: Class, probability: f64, blocked: f64) -> Result<Class, Abstained> {
    judged(class, probability, blocked).map(|advice| advice.class.unwrap())
}

#[test]
fn a_class_without_doubt_is_followed() {
    for class in Class::ALL {
        let expected = if class == Class::Unknown { Err(Abstained::Evidence) } else { Ok(class) };
        assert_eq!(told(class, 1.0, fitting(class)), expected, "{class}");
    }
}

#[test]
fn around_a_threshold_an_answer_is_uncertain() {
    let of = |probability| told(Class::WrongArguments, probability, 0.0);
    for (probability, expected) in [
        (0.74, Err(Abstained::BelowThreshold)),
        (0.75, Err(Abstained::DeadBand)),
        (0.80, Err(Abstained::DeadBand)),
        (0.84, Err(Abstained::DeadBand)),
        (0.85, Ok(Class::WrongArguments)),
        (0.99, Ok(Class::WrongArguments)),
    ] {
        assert_eq!(of(probability), expected, "{probability}");
    }
}

#[test]
fn an_untuned_threshold_follows_what_has_no_doubt_at_all() {
    let untuned = Thresholds::default();
    let of =
        |probability| judge(&decision(answers(Class::WrongArguments, probability, 0.0)).unwrap(), &observation(), &untuned).map(|advice| advice.class.unwrap());
    assert_eq!(of(1.0), Ok(Class::WrongArguments));
    assert_eq!(of(0.99), Err(Abstained::DeadBand));
    assert_eq!(of(0.94), Err(Abstained::BelowThreshold));
}

#[test]
fn ties_and_answers_that_say_nothing_are_no_decision() {
    let two = |a: f64, b: f64| {
        let probabilities = Class::ALL.map(|class| {
            let p = match class {
                Class::Transient => a,
                Class::Permission => b,
                _ => 0.0,
            };
            (class.as_str().into(), p)
        });
        let choice = if a >= b { Class::Transient } else { Class::Permission };
        let class = Answer::Choice { choice: choice.as_str().into(), probabilities: probabilities.to_vec() };
        let lenient = Thresholds { class: 0.0, ..thresholds() };
        let answers = Answers::new("m", vec![("class".into(), class), ("recoverability".into(), Answer::Noul(0.2))]);
        judge(&decision(answers).unwrap(), &observation(), &lenient).map(|advice| advice.class.unwrap())
    };
    assert_eq!(two(0.5, 0.5), Err(Abstained::Tie));
    assert_eq!(two(0.51, 0.5), Err(Abstained::Tie), "rounding leaves that open");
    assert_eq!(two(0.53, 0.47), Ok(Class::Transient));

    let uniform = Answer::Choice { choice: "transient".into(), probabilities: Class::ALL.map(|class| (class.as_str().into(), 1.0 / 9.0)).to_vec() };
    let answers_ = Answers::new("m", vec![("class".into(), uniform), ("recoverability".into(), Answer::Noul(0.2))]);
    assert_eq!(judge(&decision(answers_).unwrap(), &observation(), &thresholds()), Err(Abstained::NoInformation));
    assert_eq!(told(Class::WrongArguments, 1.0, 0.5), Err(Abstained::NoInformation));

    let mut unread = answers(Class::WrongArguments, 1.0, 0.0);
    unread.usage = Some(crate::systemone::Usage { input_tokens: 0, output_tokens: 0 });
    assert_eq!(decision(unread), Err(Abstained::NoInformation));
}

#[test]
fn answers_that_contradict_each_other_are_no_decision() {
    for class in [Class::Authentication, Class::Permission, Class::Unavailable, Class::Unsupported] {
        for (blocked, expected) in [(0.0, Err(Abstained::Contradiction)), (0.2, Err(Abstained::Contradiction)), (0.3, Ok(class)), (1.0, Ok(class))] {
            assert_eq!(told(class, 1.0, blocked), expected, "{class} with {blocked}");
        }
    }
    assert_eq!(told(Class::Transient, 1.0, 1.0), Err(Abstained::Contradiction), "what passes by itself needs nobody");
    assert_eq!(told(Class::WrongArguments, 1.0, 1.0), Ok(Class::WrongArguments), "the right argument may be nobody's to know");
    assert_eq!(told(Class::RateLimited, 1.0, 1.0), Ok(Class::RateLimited), "a quota may have to be raised");
}

#[test]
fn recoverability_is_told_where_it_is_beyond_doubt() {
    for (blocked, expected) in [(0.0, Some(true)), (0.15, Some(true)), (0.16, None), (0.84, None), (0.85, Some(false)), (1.0, Some(false))] {
        assert_eq!(judged(Class::WrongArguments, 1.0, blocked).unwrap().recoverable, expected, "{blocked}");
    }
}

fn against(class: Class, change: impl Fn(&mut RecoveryObservation)) -> Result<Class, Abstained> {
    let mut observation = observation();
    change(&mut observation);
    judge(&decision(answers(class, 1.0, fitting(class))).unwrap(), &observation, &thresholds()).map(|advice| advice.class.unwrap())
}

#[test]
fn answers_that_contradict_the_facts_are_no_decision() {
    let refuted = Err(Abstained::ContradictsFacts);
    assert_eq!(against(Class::RateLimited, |o| o.reach = Reach::NotReached), refuted);
    assert_eq!(against(Class::RateLimited, |o| o.reach = Reach::Refused), Ok(Class::RateLimited));
    for class in [Class::Authentication, Class::Permission, Class::WrongArguments, Class::WrongTool, Class::Unsupported] {
        assert_eq!(against(class, |o| o.wait_asked = true), refuted, "{class}");
    }
    for class in [Class::Transient, Class::RateLimited, Class::Unavailable] {
        assert_eq!(against(class, |o| o.wait_asked = true), Ok(class));
    }
    for class in [Class::Transient, Class::RateLimited] {
        assert_eq!(against(class, |o| o.blame = Some(Blame::Call)), refuted, "{class}");
        assert_eq!(against(class, |o| o.blame = Some(Blame::Producer)), Ok(class));
    }
    assert_eq!(against(Class::WrongTool, |o| o.only_tool = true), refuted);
    assert_eq!(against(Class::WrongTool, |_| ()), Ok(Class::WrongTool));
}

#[test]
fn facts_and_certain_rules_go_before_a_model() {
    let (facts, settled) = (facts(), facts().settled(Class::Permission, None, "test"));
    let known = |class, certain| Classification::new(class, Source::Keywords, "rule").with_certainty(certain);
    let of = |facts, effect, known| is_open(&OpenCase { effect, known, ..case(facts, 1) });
    assert!(of(&facts, Effect::ReadOnly, Classification::unknown(Source::Keywords)));
    assert!(of(&facts, Effect::ReadOnly, Classification::unknown(Source::Trusted)), "without text rules everything open is asked");
    assert!(of(&facts, Effect::ReadOnly, known(Class::Permission, false)));
    assert!(!of(&facts, Effect::ReadOnly, known(Class::Permission, true)));
    assert!(!of(&settled, Effect::ReadOnly, Classification::new(Class::Permission, Source::Trusted, "test")));
    let timeout = facts.clone().kind(FailureKind::Timeout(TimeoutOwner::Tool));
    assert!(!of(&timeout, Effect::ReadOnly, Classification::unknown(Source::Trusted)));
}

#[test]
fn a_write_is_put_to_a_model_only_where_it_is_known_to_have_changed_nothing_or_answered_itself() {
    let facts = facts();
    for (effect, asked) in
        [(Effect::ReadOnly, true), (Effect::NotApplied, true), (Effect::Unknown, true), (Effect::Applied, false), (Effect::UncertainWrite, false)]
    {
        assert_eq!(is_open(&OpenCase { effect, ..case(&facts, 1) }), asked, "{effect:?}");
    }
}

fn with_levels(class: Class, levels: [f64; 3]) -> RecoveryAdvice {
    let mut observation = observation();
    observation.correctable = Some(super::super::Correctable { pointer: Some("/limit".into()) });
    let request = super::super::RecoveryRequest::about(&observation);
    let score = levels[1] + 2.0 * levels[2];
    let levels = Answer::Score { score, probabilities: levels.iter().enumerate().map(|(level, p)| (level.to_string().into(), *p)).collect() };
    let recoverability = Answer::Noul(fitting(class));
    let all = [("class", class_answer(class, 1.0)), ("recoverability", recoverability), ("correction", levels)];
    let answers = Answers::new("m", all.map(|(id, answer)| (id.into(), answer)).to_vec());
    judge(&request.decision(answers).unwrap(), &observation, &thresholds()).unwrap()
}

#[test]
fn a_correction_is_told_with_its_argument_where_it_is_evidenced() {
    let evidenced = with_levels(Class::WrongArguments, [0.0, 0.1, 0.9]);
    assert_eq!((evidenced.correction, evidenced.pointer.as_deref()), (Some(Correction::Evidenced), Some("/limit")));
    let guessed = with_levels(Class::WrongArguments, [0.0, 0.9, 0.1]);
    assert_eq!((guessed.correction, guessed.pointer), (Some(Correction::Speculative), None));
    let doubtful = with_levels(Class::WrongArguments, [0.0, 0.2, 0.8]);
    assert_eq!((doubtful.correction, doubtful.pointer), (None, None), "the dead band");
    let elsewhere = with_levels(Class::Permission, [0.0, 0.0, 1.0]);
    assert_eq!(elsewhere.pointer, None, "a permission is no argument");
}

#[test]
fn another_tool_is_sought_for_the_wrong_one_and_around_a_repeated_blocker() {
    for class in Class::ALL {
        for attempts in ALL_ATTEMPTS {
            let sought = match class {
                Class::WrongTool => true,
                Class::Unavailable | Class::Unsupported | Class::Transient | Class::RateLimited => attempts != Attempts::First,
                Class::Authentication | Class::Permission | Class::WrongArguments | Class::Unknown => false,
            };
            assert_eq!(seeks_alternate(class, attempts), sought, "{class} {attempts:?}");
        }
    }
}

#[test]
fn around_a_known_blocker_another_tool_is_sought_without_the_question_for_a_class() {
    let of = |class, certain, effect, times| {
        let facts = facts();
        let known = Classification::new(class, Source::Keywords, "rule").with_certainty(certain);
        is_blocked(&OpenCase { effect, known, ..super::super::testing::failed_before(case(&facts, 1), times) })
    };
    assert!(of(Class::Unavailable, true, Effect::ReadOnly, 1));
    assert!(!of(Class::Unavailable, true, Effect::ReadOnly, 0), "once is no blocker");
    assert!(!of(Class::Unavailable, false, Effect::ReadOnly, 1), "the class is asked for first");
    assert!(!of(Class::Permission, true, Effect::ReadOnly, 5) && !of(Class::Authentication, true, Effect::ReadOnly, 5));
    assert!(!of(Class::Unavailable, true, Effect::UncertainWrite, 1) && !of(Class::Unavailable, true, Effect::Applied, 1));
}

proptest! {
    /// Whatever a model answers: nothing is followed that ties, says nothing, stays below its threshold or contradicts.
    #[test]
    fn what_is_followed_is_beyond_its_threshold(
        weights in prop::array::uniform9(0u32..100), blocked in 0u32..=100, threshold in 0.5f64..1.0, wait_asked: bool, effect in prop::sample::select(vec![Effect::ReadOnly, Effect::NotApplied]),
    ) {
        let sum: u32 = weights.iter().sum();
        prop_assume!(sum > 0);
        let p = weights.map(|w| f64::from(w) / f64::from(sum));
        let top = (0..9).max_by(|i, j| p[*i].total_cmp(&p[*j])).unwrap();
        let probabilities = Class::ALL.iter().zip(p).map(|(class, p)| (class.as_str().into(), p)).collect();
        let class = Answer::Choice { choice: Class::ALL[top].as_str().into(), probabilities };
        let blocked = f64::from(blocked) / 100.0;
        let answers = Answers::new("m", vec![("class".into(), class), ("recoverability".into(), Answer::Noul(blocked))]);
        let observation = RecoveryObservation { wait_asked, effect, phase: Phase::Execution, ..observation() };
        let thresholds = Thresholds { class: threshold, ..thresholds() };
        if let Ok(advice) = judge(&decision(answers).unwrap(), &observation, &thresholds) {
            let class = advice.class.unwrap();
            let own = p[Class::ALL.iter().position(|one| *one == class).unwrap()];
            prop_assert!(own + 1e-6 >= (threshold + DEAD_BAND).min(1.0));
            prop_assert!(class != Class::Unknown && advice.alternate.is_none());
            prop_assert!(!(needs_others(class) && advice.recoverable == Some(true)));
            prop_assert!(!(0.45..=0.55).contains(&blocked));
        }
    }
}
