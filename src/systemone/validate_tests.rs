use super::*;
use crate::systemone::ChoiceOption;
use proptest::prelude::*;
use serde_json::Value;

fn choice(id: &'static str, labels: &[&str]) -> Question {
    let options = labels.iter().map(|label| ChoiceOption::new((*label).to_owned(), "")).collect();
    Question::new(id, "", Form::Choice(options))
}

fn score(id: &'static str, levels: usize) -> Question {
    Question::new(id, "", Form::Score(vec!["".into(); levels]))
}

fn noul(id: &'static str) -> Question {
    Question::new(id, "", Form::Noul { yes: "".into(), no: "".into() })
}

fn chosen(choice: &str, probabilities: &[(&str, f64)]) -> Answer {
    Answer::Choice { choice: choice.into(), probabilities: probabilities.iter().map(|(label, p)| ((*label).into(), *p)).collect() }
}

fn scored(score: f64, probabilities: &[f64]) -> Answer {
    Answer::Score { score, probabilities: probabilities.iter().enumerate().map(|(level, p)| (level.to_string().into(), *p)).collect() }
}

fn one(question: Question, answer: Answer) -> Result<Valid, AnswerFault> {
    let answers = Answers::new("model", vec![(question.id.as_ref().into(), answer)]);
    validate(&[question], answers).map(|mut valid| valid.answers.remove(0))
}

fn of_three(values: [f64; 3]) -> Result<Valid, AnswerFault> {
    let labels = ["a", "b", "c"];
    let top = (0..3).max_by(|i, j| values[*i].total_cmp(&values[*j])).unwrap();
    one(choice("q", &labels), chosen(labels[top], &[("a", values[0]), ("b", values[1]), ("c", values[2])]))
}

#[test]
fn every_question_has_one_answer_and_nothing_else_has() {
    let questions = [noul("a"), noul("b")];
    let of = |ids: &[&str]| {
        validate(&questions, Answers::new("m", ids.iter().map(|id| ((*id).into(), Answer::Noul(0.2))).collect())).map(|valid| valid.answers.len())
    };
    assert_eq!(of(&["a", "b"]), Ok(2));
    assert_eq!(of(&["b", "a"]), Ok(2), "their order is the reply's own");
    assert_eq!(of(&["a"]), Err(AnswerFault::MissingAnswer));
    assert_eq!(of(&[]), Err(AnswerFault::MissingAnswer));
    assert_eq!(of(&["a", "b", "c"]), Err(AnswerFault::UnexpectedAnswer));
    assert_eq!(of(&["a", "a", "b"]), Err(AnswerFault::DuplicateKey));
    assert_eq!(validate(&questions, Answers::new("", vec![])).unwrap_err(), AnswerFault::MissingModel);
}

#[test]
fn answers_stand_in_the_order_of_the_questions() {
    let answers = Answers::new("m", vec![("b".into(), Answer::Noul(0.2)), ("a".into(), chosen("x", &[("x", 1.0)]))]);
    let valid = validate(&[choice("a", &["x"]), noul("b")], answers).unwrap();
    assert!(matches!(valid.answers.as_slice(), [Valid::Choice(_), Valid::Noul(_)]));
}

#[test]
fn an_answer_is_of_the_form_of_its_question() {
    assert_eq!(one(choice("q", &["a"]), Answer::Noul(0.5)), Err(AnswerFault::TypeMismatch));
    assert_eq!(one(noul("q"), scored(0.0, &[1.0])), Err(AnswerFault::TypeMismatch));
    assert_eq!(one(score("q", 2), chosen("0", &[("0", 1.0), ("1", 0.0)])), Err(AnswerFault::TypeMismatch));
}

#[test]
fn each_label_has_one_probability_and_nothing_else_has() {
    let of = |choice_: &str, given: &[(&str, f64)]| one(choice("q", &["a", "b"]), chosen(choice_, given));
    assert!(of("b", &[("b", 0.9), ("a", 0.1)]).is_ok());
    assert_eq!(of("a", &[("a", 1.0)]), Err(AnswerFault::MissingOption));
    assert_eq!(of("a", &[("a", 1.0), ("b", 0.0), ("c", 0.0)]), Err(AnswerFault::UnknownOption));
    assert_eq!(of("a", &[("a", 0.5), ("a", 0.5), ("b", 0.0)]), Err(AnswerFault::DuplicateKey));
    assert_eq!(of("c", &[("a", 0.5), ("b", 0.5)]), Err(AnswerFault::UnknownChoice));
    assert_eq!(of("b", &[("a", 0.6), ("b", 0.4)]), Err(AnswerFault::ChoiceNotArgmax));
    assert!(of("b", &[("a", 0.5), ("b", 0.5)]).is_ok(), "of a tie any may be chosen");
}

#[test]
fn a_probability_is_never_clamped() {
    for value in [-0.01, 1.000_000_1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(of_three([value, 0.0, 0.0]), Err(AnswerFault::ProbabilityRange), "{value}");
        assert_eq!(one(noul("q"), Answer::Noul(value)), Err(AnswerFault::ProbabilityRange), "{value}");
    }
}

#[test]
fn a_sum_may_be_off_by_what_rounding_explains() {
    for values in [[0.33, 0.33, 0.33], [0.93, 0.04, 0.02], [0.92, 0.06, 0.03], [1.0, 0.0, 0.0], [0.7126546196087533, 0.13655225925220074, 0.1507931211390459]] {
        let Ok(Valid::Choice(distribution)) = of_three(values) else { panic!("{values:?}") };
        assert!((distribution.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-12, "{values:?} is normalized");
    }
    for values in [[0.91, 0.04, 0.02], [0.91, 0.08, 0.03], [0.9071, 0.0601, 0.0298], [0.0, 0.0, 0.0], [1.0, 0.01, 0.01], [0.700_000_1, 0.2, 0.100_234_5]] {
        assert_eq!(of_three(values), Err(AnswerFault::DistributionSum), "{values:?}");
    }
}

#[test]
fn many_rounded_labels_may_be_off_by_more_but_never_by_half() {
    let labels: Vec<String> = (0..200).map(|n| n.to_string()).collect();
    let names: Vec<&str> = labels.iter().map(String::as_str).collect();
    let zeros: Vec<(&str, f64)> = names.iter().map(|name| (*name, 0.0)).collect();
    assert_eq!(one(choice("q", &names), chosen("0", &zeros)), Err(AnswerFault::DistributionSum));
    let nine = ["0", "1", "2", "3", "4", "5", "6", "7", "8"];
    let given: Vec<(&str, f64)> = nine.iter().map(|name| (*name, if *name == "4" { 0.17 } else { 0.1 })).collect();
    assert!(one(choice("q", &nine), chosen("4", &given)).is_ok(), "nine labels of two decimals may sum to 0.97");
}

#[test]
fn a_score_is_the_expectation_of_its_levels() {
    let of = |value, given: &[f64]| one(score("q", 4), scored(value, given));
    assert!(of(0.34, &[0.7, 0.26, 0.04, 0.0]).is_ok());
    assert!(of(0.33, &[0.7, 0.26, 0.04, 0.0]).is_ok(), "it is worked out before the levels are rounded");
    assert_eq!(of(2.0, &[0.7, 0.26, 0.04, 0.0]), Err(AnswerFault::ScoreMismatch));
    assert_eq!(of(3.4, &[0.0, 0.0, 0.0, 1.0]), Err(AnswerFault::ScoreRange));
    assert_eq!(of(-0.1, &[1.0, 0.0, 0.0, 0.0]), Err(AnswerFault::ScoreRange));
    assert_eq!(of(f64::NAN, &[1.0, 0.0, 0.0, 0.0]), Err(AnswerFault::ScoreRange));
    let from_one = Answer::Score { score: 0.0, probabilities: ["1", "2"].map(|key| (key.into(), 0.5)).to_vec() };
    assert_eq!(one(score("q", 2), from_one), Err(AnswerFault::UnknownOption));
    let padded = Answer::Score { score: 0.0, probabilities: ["00", "1"].map(|key| (key.into(), 0.5)).to_vec() };
    assert_eq!(one(score("q", 2), padded), Err(AnswerFault::UnknownOption));
}

#[test]
fn a_reply_of_a_server_without_a_model_is_unread() {
    let with = |usage| Validated { answers: vec![], model: "m".into(), usage, attempts: 1, latency: Duration::ZERO }.is_unread();
    assert!(with(Some(Usage { input_tokens: 0, output_tokens: 5 })));
    assert!(!with(Some(Usage { input_tokens: 1, output_tokens: 0 })));
    assert!(!with(None), "some gateways leave it out");
}

proptest! {
    /// What two decimals leave of any distribution is accepted, and comes out as a distribution.
    #[test]
    fn every_honestly_rounded_distribution_is_valid(weights in prop::collection::vec(0.0f64..1.0, 2..12), decimals in 2i32..6) {
        let sum: f64 = weights.iter().sum();
        prop_assume!(sum > 0.01);
        let unit = 10f64.powi(decimals);
        let rounded: Vec<f64> = weights.iter().map(|w| (w / sum * unit).round() / unit).collect();
        let labels: Vec<String> = (0..rounded.len()).map(|n| n.to_string()).collect();
        let names: Vec<&str> = labels.iter().map(String::as_str).collect();
        let top = (0..rounded.len()).max_by(|i, j| rounded[*i].total_cmp(&rounded[*j])).unwrap();
        let given: Vec<(&str, f64)> = names.iter().copied().zip(rounded).collect();
        let Ok(Valid::Choice(distribution)) = one(choice("q", &names), chosen(names[top], &given)) else { return Err(TestCaseError::fail(format!("{given:?}"))) };
        prop_assert!((distribution.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-9);
        prop_assert!(distribution.probabilities().iter().all(|p| (0.0..=1.0).contains(p)));
    }

    /// Whatever numbers come, a valid answer is a distribution.
    #[test]
    fn what_is_valid_is_a_distribution(values in prop::array::uniform3(prop_oneof![0.0f64..1.0, Just(0.0), Just(1.0), Just(f64::NAN), any::<f64>()])) {
        if let Ok(Valid::Choice(distribution)) = of_three(values) {
            prop_assert!((distribution.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(values.iter().sum::<f64>() > 0.98 && values.iter().sum::<f64>() < 1.02);
        }
    }
}

/// The recorded replies whose verdict is about what was answered, and not about how it was sent.
#[test]
fn recorded_replies_are_judged_as_expected() {
    let shared = std::env::var_os("SHARED_DATA").map_or_else(|| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), Into::into);
    let Ok(files) = std::fs::read_dir(shared.join("systemone/samples")) else { return };
    let mut judged = 0;
    for file in files {
        let sample: Value = serde_json::from_str(&std::fs::read_to_string(file.unwrap().path()).unwrap()).unwrap();
        let Some(answers) = sample["response"]["body"].as_str().filter(|_| sample["response"]["status"] == 200).and_then(answers) else {
            continue;
        };
        let expected = match (sample["expect"]["outcome"].as_str(), sample["expect"]["reason"].as_str()) {
            (Some("accept"), _) => "accept",
            (_, Some(reason)) => reason,
            _ => continue,
        };
        // What is left to whoever reads the reply: which model was asked for, what is looked at beside the answers, and how large a body may be.
        if ["model_mismatch", "usage_invalid", "confidence_range", "body_too_large", "duplicate_key", "invalid_json"].contains(&expected) {
            continue;
        }
        let questions = questions(&sample["request"]["questions"]);
        let verdict = validate(&questions, answers).map_or_else(AnswerFault::as_str, |_| "accept");
        assert_eq!(verdict, expected, "{}", sample["id"]);
        judged += 1;
    }
    assert!(judged >= 30, "{judged} samples");
}

fn questions(all: &Value) -> Vec<Question> {
    let of = |(id, question): (&String, &Value)| {
        let form = match question["type"].as_str() {
            Some("choice") => Form::Choice(question["criteria"].as_object().unwrap().keys().map(|label| ChoiceOption::new(label.clone(), "")).collect()),
            Some("score") => Form::Score(vec!["".into(); question["criteria"].as_array().unwrap().len()]),
            _ => Form::Noul { yes: "".into(), no: "".into() },
        };
        Question::new(id.clone(), "", form)
    };
    all.as_object().unwrap().iter().map(of).collect()
}

/// A reply whose JSON types are right.
fn answers(body: &str) -> Option<Answers> {
    let body: Value = serde_json::from_str(body).ok()?;
    let distribution = |answer: &Value| -> Option<Vec<(Box<str>, f64)>> {
        answer["probabilities"].as_object()?.iter().map(|(label, p)| Some((label.as_str().into(), p.as_f64()?))).collect()
    };
    let of = |(id, answer): (&String, &Value)| {
        let answer = match answer["type"].as_str()? {
            "choice" => Answer::Choice { choice: answer["choice"].as_str()?.into(), probabilities: distribution(answer)? },
            "noul" => Answer::Noul(answer["noul"].as_f64()?),
            _ => Answer::Score { score: answer["score"].as_f64()?, probabilities: distribution(answer)? },
        };
        Some((id.as_str().into(), answer))
    };
    let answers = body["answers"].as_object()?.iter().map(of).collect::<Option<Vec<_>>>()?;
    Some(Answers::new(body["model"].as_str().unwrap_or_default(), answers))
}
