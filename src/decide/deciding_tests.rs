use super::{
    super::{
        Decide, OpenCase,
        testing::{MockEvaluator, answers, asked, at_once, case, decider, facts, poll_once, says},
        wording,
    },
    *,
};
use crate::{classify::Class, facts::UntrustedText, scrub::Role};
use std::{
    future::pending,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    time::Duration,
};
use tokio::time::{advance, sleep};

#[tokio::test(start_paused = true)]
async fn one_request_asks_for_the_class_and_for_recoverability() {
    let facts = facts();
    let case = case(&facts, 0x00ab_cdef);
    let mut evaluator = MockEvaluator::new();
    let deadline = case.deadline;
    evaluator.expect_evaluate().times(1).returning(move |batch, until| {
        assert_eq!(until, deadline, "the deadline of the case is that of the request");
        let ids: Vec<&str> = batch.questions.iter().map(|question| &*question.id).collect();
        assert_eq!(ids, [wording::CLASS, wording::RECOVERABILITY]);
        assert!(batch.state.as_str().unwrap().contains("the widget could not be opened"));
        assert!(!batch.state.to_string().contains("abcdef"), "the run's key never leaves");
        at_once(Ok(answers(Class::Unsupported, 0.9, 0.9)))
    });
    let decision = asked(&decider(evaluator), &case).await.unwrap();
    assert_eq!(decision.advice.unwrap().class, Some(Class::Unsupported));
    let answered = decision.answered.unwrap();
    assert_eq!((answered.top(), answered.version, decision.attempts), ((Class::Unsupported, 0.9), wording::VERSION, 1));
}

#[tokio::test(start_paused = true)]
async fn a_correction_is_asked_for_where_the_error_names_an_argument() {
    let facts = facts().text(UntrustedText::new("invalid value for limit: expected an integer"));
    let schema = serde_json::json!({"type": "object", "properties": {"limit": {"type": "integer"}, "path": {"type": "string"}}});
    let tool = crate::admission::ToolDescriptor::new("search").schema(schema);
    let case = OpenCase { tool: Some(&tool), ..case(&facts, 1) };
    let mut evaluator = MockEvaluator::new();
    evaluator.expect_evaluate().times(1).returning(|batch, _| {
        assert_eq!(batch.questions.last().unwrap().id, wording::CORRECTION);
        let mut answers = answers(Class::WrongArguments, 1.0, 0.0);
        let probabilities = [0.0, 0.0, 1.0].iter().enumerate().map(|(level, p)| (level.to_string().into(), *p)).collect();
        answers.answers.push((wording::CORRECTION.into(), crate::systemone::Answer::Score { score: 2.0, probabilities }));
        at_once(Ok(answers))
    });
    let advice = asked(&decider(evaluator), &case).await.unwrap().advice.unwrap();
    assert_eq!(advice.pointer.as_deref(), Some("/limit"));
}

#[tokio::test(start_paused = true)]
async fn whatever_the_service_does_ends_with_its_reason() {
    let facts = facts();
    for kind in [EvaluationErrorKind::NoCredential, EvaluationErrorKind::Unauthorized, EvaluationErrorKind::Connection, EvaluationErrorKind::Malformed] {
        let error = move || {
            let mut error = EvaluationError::new(kind);
            error.attempts = 2;
            Err(error)
        };
        let decision = asked(&decider(says(error)), &case(&facts, 1)).await.unwrap();
        assert_eq!((decision.advice, decision.attempts), (Err(Abstained::Failed(kind)), 2));
    }
    let wrong = || Ok(Answers::new("m", vec![]));
    let decision = asked(&decider(says(wrong)), &case(&facts, 1)).await.unwrap();
    assert!(matches!(decision.advice, Err(Abstained::Invalid(_))) && decision.answered.is_none());
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_comes_late_is_none() {
    let facts = facts();
    let mut evaluator = MockEvaluator::new();
    evaluator.expect_evaluate().returning(|_, _| {
        Box::pin(async {
            sleep(Duration::from_secs(10)).await;
            Ok(answers(Class::WrongArguments, 1.0, 0.0))
        })
    });
    let decider = decider(evaluator);
    let begun = clock::now();
    let decision = asked(&decider, &case(&facts, 1)).await.unwrap();
    assert_eq!(decision.advice, Err(Abstained::Deadline));
    assert_eq!(clock::now() - begun, Duration::from_secs(3), "it does not wait for it");

    // Nobody polls in time: the answer is there, and too late.
    let mut deciding = Box::pin(decider.decide(&case(&facts, 2)).unwrap());
    assert!(poll_once(deciding.as_mut()).is_pending());
    advance(Duration::from_secs(20)).await;
    assert_eq!(deciding.await.advice, Err(Abstained::Deadline));
}

/// Says that it was dropped.
struct Flag(Arc<AtomicUsize>);

impl Drop for Flag {
    fn drop(&mut self) {
        self.0.fetch_add(1, Relaxed);
    }
}

#[tokio::test(start_paused = true)]
async fn a_drop_ends_the_evaluators_work_at_once() {
    let (facts, dropped) = (facts(), Arc::new(AtomicUsize::new(0)));
    let mut evaluator = MockEvaluator::new();
    let flag = dropped.clone();
    evaluator.expect_evaluate().returning(move |_, _| {
        let flag = Flag(flag.clone());
        Box::pin(async move {
            let _flag = flag;
            pending().await
        })
    });
    let decider = decider(evaluator);
    let unpolled = decider.decide(&case(&facts, 1)).unwrap();
    drop(unpolled);
    assert_eq!(dropped.load(Relaxed), 1);
    let mut polled = Box::pin(decider.decide(&case(&facts, 1)).unwrap());
    assert!(poll_once(polled.as_mut()).is_pending());
    assert_eq!(dropped.load(Relaxed), 1);
    drop(polled);
    assert_eq!(dropped.load(Relaxed), 2);
    assert_eq!(asked(&decider, &case(&facts, 1)).await.unwrap().advice, Err(Abstained::Deadline));
    assert_eq!(dropped.load(Relaxed), 3);
}

#[tokio::test(start_paused = true)]
async fn a_decision_tells_what_was_asked_and_what_left() {
    let long = "x".repeat(3000) + "\nerror: the widget could not be opened";
    for (text, shortened) in [("the widget could not be opened", false), (&*long, true)] {
        let facts = facts().text(UntrustedText::new(text));
        let tool = crate::admission::ToolDescriptor::new("open").capability("opens widgets of every kind");
        let arguments = serde_json::json!({ "path": "/secret/plan" });
        let case = OpenCase { tool: Some(&tool), arguments: Some(&arguments), ..case(&facts, 1) };
        let decision = asked(&decider(says(|| Ok(answers(Class::Unsupported, 0.9, 0.9)))), &case).await.unwrap();
        let [request] = &*decision.asked else { panic!("one request") };
        assert_eq!((request.version, request.shortened), (wording::VERSION, shortened));
        assert_eq!(request.roles, [Role::Error, Role::Description, Role::Arguments]);
        let state = request.batch.state.as_str().unwrap();
        for role in &request.roles {
            assert!(state.contains(&format!("<{}>", role.as_str())), "{role:?}");
        }
        let forms: Vec<_> = request.batch.questions.iter().map(|question| (&*question.id, question.form.as_str())).collect();
        assert_eq!(forms, [(wording::CLASS, "choice"), (wording::RECOVERABILITY, "noul")]);
        assert!(!format!("{decision:?}").contains("widget"), "Debug prints no text");
    }
}

#[tokio::test(start_paused = true)]
async fn a_decision_tells_how_the_evaluator_failed() {
    let facts = facts();
    let error = || EvaluationError { status: Some(429), attempts: 1, ..EvaluationError::new(EvaluationErrorKind::RateLimited) };
    let decision = asked(&decider(says(move || Err(error()))), &case(&facts, 1)).await.unwrap();
    assert_eq!(decision.failure, Some(error()));
    assert_eq!(decision.asked.len(), 1, "it was asked all the same");
    let silent = asked(&decider(MockEvaluator::silent()), &case(&facts, 2)).await.unwrap();
    assert_eq!((silent.advice, silent.asked.len()), (Err(Abstained::Deadline), 1));
}
