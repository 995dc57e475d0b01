use super::*;
use crate::eval::{
    dataset::Role,
    split::{By, plan},
};
use proptest::prelude::*;

fn member(id: usize, family: u8, template: u8, session: Option<u8>, content: u8) -> Member {
    Member {
        id: format!("r{id:04}"),
        family: format!("f{family}"),
        template: format!("f{family}/t{template}"),
        session: session.map(|session| format!("s{session}")),
        incident: None,
        role: Role::Natural,
        relation: None,
        content: format!("c{content}"),
    }
}

#[test]
fn each_kind_is_found_once() {
    let a = member(1, 1, 1, Some(1), 1);
    let b = member(2, 1, 1, Some(1), 1);
    let c = member(3, 2, 1, None, 2);
    let kinds = |found: Vec<Leak>| found.into_iter().map(|leak| leak.kind).collect::<Vec<_>>();
    assert_eq!(kinds(leaks([(&a, Part::Train), (&b, Part::Heldout), (&b, Part::Heldout)])), [LeakKind::Session, LeakKind::Template, LeakKind::Content]);
    assert_eq!(kinds(leaks([(&a, Part::Train), (&c, Part::Heldout)])), []);
    assert_eq!(kinds(leaks([(&c, Part::Tune), (&c, Part::Heldout)])), [LeakKind::Id, LeakKind::Template, LeakKind::Content]);
}

proptest! {
    #[test]
    fn a_plan_never_leaks(rows in prop::collection::vec((0_u8..6, 0_u8..4, prop::option::of(0_u8..20), 0_u8..60), 1..120), salt in "[a-z]{0,4}", by_family: bool) {
        let members: Vec<Member> = rows.iter().enumerate().map(|(id, (family, template, session, content))| member(id, *family, *template, *session, *content)).collect();
        let by = if by_family { By::Family } else { By::Template };
        let plan = plan(&members, by, &salt);
        prop_assert_eq!(leaks(members.iter().zip(plan.assigned.iter().map(|row| row.split))), vec![]);
        if by_family {
            for (a, one) in members.iter().zip(&plan.assigned) {
                for (b, other) in members.iter().zip(&plan.assigned) {
                    prop_assert!(a.family != b.family || one.split == other.split);
                }
            }
        }
    }
}
