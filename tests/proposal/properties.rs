//! The proposal check, by what holds for every answer, outage and sequence of calls.

use crate::{
    proposal_rig::{OUTAGES, Rig, SECOND, TOOLS, catalog},
    proposal_support::{Accounts, Host, Model, Mood, enforcing},
    support,
    support::{Answer, ByName, End, Plan, Script, ScriptFacts, args, call, counted, lost, now_instant, open, rejection},
};
use proptest::prelude::*;
use tool_recovery::{
    RecoveryLayer, RejectionKind, ToolCall,
    ledger::MemoryLedger,
    proposal::{ByConsequence, EffectiveAction, ProposalCheck, ProposalMode},
};
use tower::{Layer, Service};

/// What a caller, the tool and the ledger can see of a sequence of calls.
async fn observe<S>(
    service: &mut S,
    script: &Script,
    ledger: &MemoryLedger,
    calls: &[(usize, u64, usize)],
) -> (Vec<String>, Vec<String>, (support::Counted, usize))
where
    S: Service<ToolCall, Response = Answer>,
    S::Error: std::fmt::Debug,
{
    let mut seen = Vec::new();
    for (tool, argument, end) in calls {
        let plans: [Plan; 4] = [End::Done.into(), End::Failed(open("no such file")).into(), End::Raised(lost()).into(), Plan::from(End::Done).after(SECOND)];
        script.forget();
        script.then(plans[*end].clone());
        let name = [TOOLS[0].0, TOOLS[1].0, TOOLS[2].0, TOOLS[3].0, "forbidden", "lapsed", "missing"][*tool];
        let began = now_instant();
        let answer = call(service, ToolCall::new(name, args(*argument)).with_run("run")).await;
        seen.push(format!("{:?} {:?} {:?} {:?}", answer.outcome, answer.verdict, answer.report.map(|report| report.advice), now_instant() - began));
    }
    (seen, script.seen().calls, (counted(ledger), ledger.holds().len()))
}

fn mood() -> impl Strategy<Value = Mood> {
    let outages = OUTAGES.map(|(mood, _)| mood);
    prop_oneof![(0..=20u8).prop_map(|n| Mood::Certain(f64::from(n) / 20.0)), Just(Mood::Uniform), prop::sample::select(outages.to_vec())]
}

fn calls() -> impl Strategy<Value = Vec<(usize, u64, usize)>> {
    prop::collection::vec((0..7usize, 0..3u64, 0..4usize), 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Neither an answer nor an outage changes what admission says; and what admission rejects is never executed nor even asked about.
    #[test]
    fn no_answer_changes_an_authorization(moods in prop::collection::vec(mood(), 8), calls in calls()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let rig = Rig::new(Mood::Certain(0.0), enforcing(&["fit.tool", "fit.args", "fit.target", "fit.repeat", "risk.blast", "risk.injected"]));
            let mut service = rig.service();
            for (mood, (tool, argument, _)) in moods.into_iter().zip(calls) {
                rig.model.turn(mood);
                let name = [TOOLS[0].0, TOOLS[1].0, TOOLS[2].0, TOOLS[3].0, "forbidden", "lapsed", "missing"][tool];
                let (ran, asked) = (rig.script.calls(), rig.accounts.all().len());
                let answer = call(&mut service, ToolCall::new(name, args(argument)).with_run("run")).await;
                let refused = match name {
                    "forbidden" => Some(RejectionKind::Denied),
                    "lapsed" => Some(RejectionKind::ApprovalExpired),
                    "missing" => Some(RejectionKind::UnknownTool),
                    _ => None,
                };
                if let Some(kind) = refused {
                    let kinds = [Some(kind), Some(RejectionKind::Halted)];
                    prop_assert!(kinds.contains(&rejection(&answer)), "{name}: {:?}", rejection(&answer));
                    prop_assert_eq!((rig.script.calls(), rig.accounts.all().len()), (ran, asked));
                } else {
                    let held_back = rejection(&answer).is_some();
                    prop_assert_eq!(rig.script.calls(), ran + usize::from(!held_back));
                }
            }
            Ok(())
        })?;
    }

    /// A shadow changes nothing that anybody sees: outcomes, advice, times, calls of the tool, or the ledger.
    #[test]
    fn a_shadow_is_invisible(mood in mood(), calls in calls(), spawned: bool) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let (script, ledger) = (Script::always(End::Done), MemoryLedger::default());
            let layer = RecoveryLayer::builder().catalog(catalog()).policy(ByName).facts(ScriptFacts).ledger(ledger.clone()).classifier(()).build().unwrap();
            let bare = observe(&mut layer.deferred().layer(script.tool()), &script, &ledger, &calls).await;

            let mut policy = enforcing(&["fit.tool", "fit.args", "fit.target"]);
            policy.mode = ByConsequence::all(ProposalMode::Shadow);
            let (model, accounts) = (Model::new(mood), Accounts::default());
            let (check, worker) = ProposalCheck::builder(model.clone(), Host::default()).observer(accounts.clone()).policy(policy).build_with_shadow().unwrap();
            let worker = spawned.then(|| tokio::spawn(worker));
            let (script, ledger) = (Script::always(End::Done), MemoryLedger::default());
            let layer = RecoveryLayer::builder().catalog(catalog()).policy(ByName).facts(ScriptFacts).ledger(ledger.clone()).classifier(()).proposal(check.clone()).build().unwrap();
            let mut service = layer.deferred().layer(script.tool());
            let shadowed = observe(&mut service, &script, &ledger, &calls).await;
            prop_assert_eq!(bare.0, shadowed.0);
            prop_assert_eq!(bare.1, shadowed.1);
            prop_assert_eq!(bare.2, shadowed.2);
            let executed = script.calls();
            drop((service, layer));
            let unseen = check.unseen();
            drop(check);
            match worker {
                Some(worker) => {
                    worker.await.expect("it ends with the last clone of the check");
                    prop_assert_eq!(accounts.all().len(), executed, "every call that passed admission was evaluated");
                    prop_assert!(accounts.all().iter().all(|account| account.effective == EffectiveAction::Proceed && account.mode == ProposalMode::Shadow));
                }
                None => prop_assert_eq!((accounts.all().len(), unseen), (0, u64::try_from(executed).unwrap())),
            }
            Ok(())
        })?;
    }
}
