use super::{Breaker, PROBE};
use crate::systemone::{EvaluationError, EvaluationErrorKind as Kind};
use std::time::Duration;
use tokio::time::{Instant, advance};

const COOL_DOWN: Duration = Duration::from_secs(300);

fn replied(kind: Kind, status: u16) -> EvaluationError {
    EvaluationError { status: Some(status), ..EvaluationError::new(kind) }
}

fn now() -> Instant {
    crate::clock::now()
}

#[tokio::test(start_paused = true)]
async fn it_opens_after_what_only_the_host_can_mend() {
    let lasting = [replied(Kind::Unauthorized, 401), replied(Kind::Unauthorized, 403), replied(Kind::Funds, 402), replied(Kind::NotFound, 404)];
    let unknown = EvaluationError { code: Some("unknown_model"), ..replied(Kind::BadRequest, 400) };
    for error in lasting.into_iter().chain([unknown]) {
        let breaker = Breaker::new(COOL_DOWN);
        breaker.note(Some(&error), now());
        let refused = breaker.admit(now()).unwrap_err();
        assert_eq!((refused.kind, refused.status, refused.attempts, refused.retry_after), (Kind::BreakerOpen, error.status, 0, Some(COOL_DOWN)));
        assert!(refused.code.is_some());
    }
}

#[tokio::test(start_paused = true)]
async fn it_stays_closed_after_what_passes() {
    let breaker = Breaker::new(COOL_DOWN);
    for kind in [Kind::RateLimited, Kind::Unavailable, Kind::BadRequest, Kind::Malformed, Kind::WrongModel, Kind::Connection, Kind::Deadline] {
        breaker.note(Some(&replied(kind, 500)), now());
        assert_eq!(breaker.admit(now()), Ok(()), "{kind:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn one_request_tries_after_the_cool_down() {
    let breaker = Breaker::new(COOL_DOWN);
    breaker.note(Some(&replied(Kind::Unauthorized, 401)), now());
    advance(COOL_DOWN).await;
    assert_eq!(breaker.admit(now()), Ok(()));
    assert!(breaker.admit(now()).is_err(), "only one of many");
    // Its connection was lost, which says nothing about the credential.
    breaker.note(Some(&EvaluationError::new(Kind::Connection)), now());
    assert!(breaker.admit(now()).is_err());
    advance(PROBE).await;
    assert_eq!(breaker.admit(now()), Ok(()));
    breaker.note(None, now());
    assert_eq!((breaker.admit(now()), breaker.admit(now())), (Ok(()), Ok(())));
}
