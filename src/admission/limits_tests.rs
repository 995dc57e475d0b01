use super::*;
use crate::{RejectionKind, clock};

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn the_shorter_limit_holds() {
    let now = clock::now();
    let cases = [(None, None, None), (Some(3), None, Some(3)), (None, Some(5), Some(5)), (Some(3), Some(5), Some(3)), (Some(5), Some(3), Some(3))];
    for (tool, run, expected) in cases {
        let found = effective_timeout(tool.map(|tool| SECOND * tool), run.map(|run| now + SECOND * run), now).expect("time is left");
        assert_eq!(found, expected.map(|expected| SECOND * expected));
    }
}

#[tokio::test(start_paused = true)]
async fn a_run_without_time_is_refused() {
    let deadline = clock::now() + SECOND;
    assert!(effective_timeout(None, Some(deadline), deadline - Duration::from_nanos(1)).is_ok());
    for late in [Duration::ZERO, SECOND] {
        let rejection = effective_timeout(Some(SECOND), Some(deadline), deadline + late).expect_err("no time is left");
        assert_eq!(rejection.kind(), RejectionKind::Deadline);
    }
}
