//! One decision: at most two requests inside one deadline.

use super::client::{Client, Failed};
use crate::{
    clock,
    systemone::{Answers, EvaluationError, EvaluationErrorKind as Kind},
};
use std::{
    fmt,
    future::Future,
    hash::{BuildHasher, RandomState},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::{Instant, sleep, timeout_at};

/// Requests for one decision.
const MAX_ATTEMPTS: u32 = 2;
/// The pause before a second request where the service names none.
const PAUSE: Duration = Duration::from_millis(100);
/// What has to be left of the deadline after a pause: less is no time for a request.
const WORTHWHILE: Duration = Duration::from_millis(50);

/// A decision that is awaited.
///
/// # Cancel safety
///
/// A drop ends it at once: the request is given up and its connection closed. What goes on holds no request: the driver of warm connections, and a look-up of the host's name that
/// the operating system has begun, whose result nobody takes.
#[must_use = "futures do nothing unless polled"]
pub struct Evaluation(Pin<Box<dyn Future<Output = Result<Answers, EvaluationError>> + Send>>);

impl Evaluation {
    pub(super) fn failed(error: EvaluationError) -> Self {
        Self(Box::pin(std::future::ready(Err(error))))
    }

    pub(super) fn begin(client: Arc<Client>, body: Vec<u8>, deadline: Instant) -> Self {
        Self(Box::pin(async move { ask(&client, body, deadline).await }))
    }
}

impl Future for Evaluation {
    type Output = Result<Answers, EvaluationError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(context)
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluation").finish_non_exhaustive()
    }
}

async fn ask(client: &Client, body: Vec<u8>, deadline: Instant) -> Result<Answers, EvaluationError> {
    let began = clock::now();
    client.breaker.admit(began)?;
    let mut attempts = 0;
    let asked = timeout_at(deadline, attempts_at(client, body, deadline, &mut attempts)).await;
    let result = asked.unwrap_or_else(|_| Err(EvaluationError::new(Kind::Deadline)));
    let ended = clock::now();
    client.breaker.note(result.as_ref().err(), ended);
    match result {
        Ok(mut answers) => {
            answers.attempts = attempts;
            answers.latency = ended - began;
            Ok(answers)
        }
        Err(error) => Err(EvaluationError { attempts, ..error }),
    }
}

async fn attempts_at(client: &Client, body: Vec<u8>, deadline: Instant, attempts: &mut u32) -> Result<Answers, EvaluationError> {
    loop {
        *attempts += 1;
        let Failed { error, retryable } = match client.attempt(body.clone(), deadline).await {
            Ok(answers) => return Ok(answers),
            Err(failed) => failed,
        };
        let pause = error.retry_after.unwrap_or_else(jittered);
        if !retryable || *attempts == MAX_ATTEMPTS || pause.saturating_add(WORTHWHILE) >= deadline.saturating_duration_since(clock::now()) {
            return Err(error);
        }
        sleep(pause).await;
    }
}

/// The pause, plus up to as much again, so that many failures at once do not come back at once.
fn jittered() -> Duration {
    let random = RandomState::new().hash_one(0_u8);
    PAUSE + PAUSE.mul_f64((random % 1024) as f64 / 1024.0)
}
