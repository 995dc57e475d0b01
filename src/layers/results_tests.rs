use super::*;
use FailureCode::{A1, E2, O1, P3, T3, V4};

#[test]
fn no_layer_follows_from_another() {
    let executed = LayerResults { execution: Some(Executed::Ok), ..LayerResults::default() };
    assert_eq!((executed.outcome, executed.codes()), (None, Codes::NONE), "an answer without an error is no outcome");
    let denied = LayerResults { authorization: Some(Authorized::Denied), execution: Some(Executed::NotRun), ..LayerResults::default() };
    assert_eq!(denied.codes(), Codes::NONE.with(A1), "a denied call is no bad proposal and no failed execution");
}

#[test]
fn the_codes_of_all_layers_are_kept() {
    let all = LayerResults {
        structure: Some(Structure::Valid),
        fit: vec![("fit.scope".into(), Fit::Concern(P3)), ("fit.args".into(), Fit::Unanswered), ("fit.order".into(), Fit::Uncertain)],
        authorization: Some(Authorized::Denied),
        execution: Some(Executed::Failed(Codes::NONE.with(E2).with(T3))),
        outcome: Some(Observed::NotAchieved),
    };
    assert_eq!(all.codes(), [P3, V4, A1, E2, T3, O1].into_iter().collect());
}
