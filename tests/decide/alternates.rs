//! Other tools in a decision: which of them a model is asked about, and what becomes of its pick.

use crate::support::{
    ByName, End, Script, args, builder, call,
    capture::Capture,
    evaluators::{Does, Service, deciding},
    open,
    play::paused,
    report,
};
use std::sync::Arc;
use tokio::time::Instant;
use tool_recovery::{
    ToolCall, ToolRequest,
    admission::{Catalog, ToolDescriptor, Visibility},
    advice::Action,
    alternates::{Candidate, CatalogAlternates},
    classify::{Class, Source, Subkind},
    decide::{Alternates, Decider, OpenCase, RecoveryObservation},
    facts::UndeclaredEffect,
    ledger::MemoryLedger,
};
use tower::Layer;

/// Other tools that could do it, for a call in this run and scope.
struct Others(Vec<Candidate>);

impl Alternates for Others {
    type Prepared = ();
    type Search = std::future::Ready<Vec<Candidate>>;

    fn prepare(&self, case: &OpenCase<'_>, _: &RecoveryObservation) -> Option<()> {
        let place = case.place.expect("policy has to be asked about the run and the scope");
        assert_eq!((place.run, place.scope, place.undeclared), ("run 1", "scope 1", UndeclaredEffect::Write));
        assert!(!format!("{case:?} {place:?}").contains("scope 1"), "Debug prints neither");
        Some(())
    }

    fn search(&self, (): (), class: Class, _: Instant) -> Self::Search {
        assert_eq!(class, Class::WrongTool);
        std::future::ready(self.0.clone())
    }
}

#[test]
fn another_tool_is_advised_by_its_key() {
    paused(async {
        let (capture, _guard) = Capture::begin();
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open("this is a directory"))));
        let service = Service::new([Does::Says(Class::WrongTool, 0.0), Does::Picks(1)]);
        let find = Candidate::new("find", "Finds files below a directory.").found_by("search_tools");
        let others = Others(vec![find, Candidate::new("list", "Lists what is in a directory.")]);
        let mut config = deciding();
        config.alternate_tools = true;
        let decider = Decider::with_alternates(service.clone(), others, &config).unwrap();
        let mut stack = builder(&ledger).decider(decider).build().unwrap().layer(script.tool());
        let request = ToolCall::new("read", args(1)).with_run("run 1").with_scope("scope 1");
        let answer = call(&mut stack, request.clone()).await;
        assert_eq!(report(&answer).advice.action, Action::UseAlternate("list".into()));
        assert_eq!(answer.for_model(), Some("Use the tool list for this instead."));
        let events = capture.events();
        assert_eq!((&*events[0].fields["alternate_present"], &*events[0].fields["decision_attempts"]), ("true", "2"));
        assert_eq!((script.calls(), script.seen().calls), (1, vec!["read".to_owned()]), "nobody calls it but the model");

        let service = Service::new([Does::Says(Class::WrongTool, 0.0), Does::Picks(0)]);
        let found = Others(vec![Candidate::new("find", "Finds files below a directory.").found_by("search_tools")]);
        let decider = Decider::with_alternates(service.clone(), found, &config).unwrap();
        let mut stack = builder(&MemoryLedger::default()).decider(decider).build().unwrap().layer(script.tool());
        let answer = call(&mut stack, request).await;
        assert_eq!(answer.for_model(), Some("The tool find can do this instead. Find it with search_tools first."));
        assert!(service.states().iter().all(|state| !state.contains("search_tools") && !state.contains("scope 1")));
    });
}

/// Only tools that could be called now are asked about: with the catalog and the policy of the stack, ranked by the words of what they can do.
#[test]
fn the_tools_of_a_catalog_are_asked_about_as_far_as_they_may_be_called() {
    paused(async {
        let says = |name: &str, text: &str| ToolDescriptor::new(name).read_only().capability(text);
        let catalog = Arc::new(
            Catalog::builder()
                .tool(says("read", "Reads a file and shows its lines."))
                .tool(says("list", "Shows which files a directory has."))
                .tool(says("forbidden", "Shows which files a directory has, for administrators."))
                .tool(says("secret", "Shows which files a directory has, hidden ones too.").visibility(Visibility::Hidden))
                .tool(ToolDescriptor::new("mute").read_only())
                .build()
                .unwrap(),
        );
        let service = Service::new([Does::Says(Class::WrongTool, 0.0), Does::Picks(0)]);
        let mut config = deciding();
        config.alternate_tools = true;
        let decider = Decider::with_alternates(service.clone(), CatalogAlternates::new(catalog.clone(), ByName), &config).unwrap();
        let script = Script::always(End::Failed(open("this is a directory with many files")));
        let stack = builder(&MemoryLedger::default()).catalog(catalog).policy(ByName).decider(decider);
        let mut stack = stack.build().unwrap().layer(script.tool());
        let answer = call(&mut stack, ToolCall::new("read", args(1))).await;
        assert_eq!(service.labels()[1], ["list", "none"], "not what is denied, hidden, or says nothing of itself, and not the tool that failed");
        assert_eq!(report(&answer).advice.action, Action::UseAlternate("list".into()));
    });
}

/// The handle that is kept where other tools are sought says what its request said, and counts as the request itself does.
#[test]
fn a_call_counts_alike_whether_or_not_other_tools_are_sought() {
    paused(async {
        let request = ToolCall::new("read", args(1)).with_run("run").with_scope("scope");
        let handle = request.retained().unwrap();
        assert_eq!((handle.tool(), handle.run(), handle.scope()), ("read", "run", "scope"));
        assert_eq!(Some(handle.arguments()), request.value());

        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open("it did not work"))));
        let mut config = deciding();
        config.alternate_tools = true;
        let nobody = CatalogAlternates::new(Catalog::builder().build().unwrap(), ());
        let decider = Decider::with_alternates(Service::new([Does::Babbles]), nobody, &config).unwrap();
        let mut plain = builder(&ledger).build().unwrap().layer(script.tool());
        let mut seeking = builder(&ledger).decider(decider).build().unwrap().layer(script.tool());
        let (first, second) = (call(&mut plain, request.clone()).await, call(&mut seeking, request).await);
        assert_eq!((report(&first).standing.identical, report(&second).standing.identical), (1, 2));
    });
}

/// What facts settle stays theirs, and so does the ladder; only the advice names a way around.
#[test]
fn around_a_repeated_blocker_another_tool_is_advised() {
    paused(async {
        let catalog = Arc::new(
            Catalog::builder()
                .tool(ToolDescriptor::new("read").read_only().capability("Reads a page of the wiki.").service("wiki"))
                .tool(ToolDescriptor::new("mirror").read_only().capability("Reads a page of the wiki from a copy."))
                .tool(ToolDescriptor::new("browse").read_only().capability("Reads a page of the wiki in a browser.").service("wiki"))
                .build()
                .unwrap(),
        );
        let service = Service::new([Does::Picks(0)]);
        let mut config = deciding();
        config.alternate_tools = true;
        let decider = Decider::with_alternates(service.clone(), CatalogAlternates::new(catalog.clone(), ()), &config).unwrap();
        let down = open("nobody listens at the wiki").settled(Class::Unavailable, Subkind::Service, "script");
        let script = Script::always(End::Failed(down));
        let mut stack = builder(&MemoryLedger::default()).catalog(catalog).decider(decider).build().unwrap().layer(script.tool());
        let first = call(&mut stack, ToolCall::new("read", args(1))).await;
        assert_eq!((report(&first).advice.action.clone(), service.asked()), (Action::InstallOrStart, 0), "once is no blocker");
        let second = call(&mut stack, ToolCall::new("read", args(2))).await;
        assert_eq!(service.labels(), [["mirror", "none"]], "a tool of the service that is down is no way around");
        assert_eq!(report(&second).advice.action, Action::UseAlternate("mirror".into()));
        assert_eq!((report(&second).classification.class, report(&second).classification.source), (Class::Unavailable, Source::Trusted));
        let decision = report(&second).decision.as_ref().unwrap();
        assert_eq!((decision.attempts, decision.distribution(), decision.fallback), (1, None, None));
    });
}
