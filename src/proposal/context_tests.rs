use super::*;
use proptest::prelude::*;

fn evidence(seq: u64, kind: EvidenceKind) -> Evidence {
    Evidence::new(seq, kind, UntrustedText::new("text"))
}

proptest! {
    #[test]
    fn only_what_is_older_than_the_proposal_is_evidence(proposal in 0..50u64, pieces in prop::collection::vec(0..60u64, 0..12)) {
        let mut context = ProposalContext::new(proposal);
        for seq in pieces {
            match context.clone().evidence(evidence(seq, EvidenceKind::Result)) {
                Ok(grown) => {
                    prop_assert!(seq < proposal);
                    context = grown;
                }
                Err(error) => prop_assert_eq!((error, seq >= proposal), (FutureEvidence { evidence: seq, proposal }, true)),
            }
        }
        prop_assert!(context.latest(Role::PriorResults).iter().all(|evidence| evidence.seq() < proposal));
    }
}

#[test]
fn evidence_stands_in_its_role_the_latest_first() {
    let mut context = ProposalContext::new(9);
    for (seq, kind) in [(1, EvidenceKind::Result), (4, EvidenceKind::Failure), (3, EvidenceKind::Result), (2, EvidenceKind::ToolText)] {
        context = context.evidence(evidence(seq, kind)).expect("older");
    }
    let seqs = |role| context.latest(role).iter().map(|evidence| evidence.seq()).collect::<Vec<_>>();
    assert_eq!((seqs(Role::PriorResults), seqs(Role::PriorFailures), seqs(Role::ToolText)), (vec![3, 1], vec![4], vec![2]));
    assert!(seqs(Role::UserRequest).is_empty());
}

#[test]
fn debug_prints_no_text() {
    let context = ProposalContext::new(2).operator_goal("CANARY").user_request("CANARY").operator_policy("CANARY");
    let context = context.evidence(Evidence::new(1, EvidenceKind::Result, UntrustedText::new("CANARY"))).expect("older");
    assert!(!format!("{context:?} {:?}", context.latest(Role::PriorResults)).contains("CANARY"));
}
