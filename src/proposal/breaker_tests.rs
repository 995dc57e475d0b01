use super::*;

const OPEN_FOR: Duration = Duration::from_secs(30);

#[tokio::test(start_paused = true)]
async fn it_opens_after_failures_in_a_row_and_lets_one_through_when_its_time_is_over() {
    let breaker = Breaker::new(3, OPEN_FOR);
    for _ in 0..2 {
        assert!(breaker.admits());
        breaker.ended(EvaluationStatus::Timeout);
    }
    breaker.ended(EvaluationStatus::Ok);
    for _ in 0..3 {
        assert!(breaker.admits(), "an answer in between begins the count again");
        breaker.ended(EvaluationStatus::Error);
    }
    assert!(!breaker.admits());
    tokio::time::advance(OPEN_FOR).await;
    assert!(breaker.admits(), "the trial");
    assert!(!breaker.admits(), "nobody else until it ends");
    breaker.ended(EvaluationStatus::RateLimited);
    assert!(!breaker.admits());
    tokio::time::advance(OPEN_FOR).await;
    assert!(breaker.admits());
    breaker.ended(EvaluationStatus::Ok);
    assert!(breaker.admits() && breaker.admits());
}

#[tokio::test(start_paused = true)]
async fn what_is_for_us_to_mend_does_not_open_it() {
    let breaker = Breaker::new(1, OPEN_FOR);
    for status in [EvaluationStatus::Malformed, EvaluationStatus::Oversized, EvaluationStatus::Late, EvaluationStatus::Stale, EvaluationStatus::Partial] {
        breaker.ended(status);
        assert!(breaker.admits(), "{status:?}");
    }
}
