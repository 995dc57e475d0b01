use super::*;

fn tool(name: &str) -> ToolDescriptor {
    ToolDescriptor::new(name)
}

fn error(builder: CatalogBuilder) -> ConfigError {
    builder.build().expect_err("the catalog is wrong")
}

#[test]
fn names_are_exact() {
    let catalog = Catalog::builder().tools([tool("read"), tool("Read")]).build().expect("two names");
    assert!(matches!(catalog.lookup("read"), Lookup::Known(tool) if &*tool.name == "read"));
    assert!(matches!(catalog.lookup("Read"), Lookup::Known(tool) if &*tool.name == "Read"));
    for name in ["READ", "read ", " read", "rea", "reads", "", "read\0"] {
        assert!(matches!(catalog.lookup(name), Lookup::Missing), "{name:?}");
    }
    assert_eq!(catalog.tools().map(|tool| &*tool.name).collect::<Vec<_>>(), ["read", "Read"]);
}

#[test]
fn an_alias_leads_to_its_tool_and_says_so() {
    let catalog = Catalog::builder().alias("ls", "list_directory").alias("ls", "list_directory").tool(tool("list_directory")).build().expect("one alias");
    let Lookup::Alias(found) = catalog.lookup("ls") else { panic!("an alias") };
    assert_eq!(&*found.name, "list_directory");
    assert_eq!(catalog.lookup("ls").tool().map(|tool| &*tool.name), catalog.lookup("list_directory").tool().map(|tool| &*tool.name));
    assert_eq!(catalog.len(), 1);
}

#[test]
fn wrong_catalogs_are_refused_with_the_name() {
    assert_eq!(error(Catalog::builder().tool(tool("a")).tool(tool("a"))).key(), "tools.a");
    let two = || Catalog::builder().tool(tool("a")).tool(tool("b"));
    assert_eq!(error(two().alias("x", "a").alias("x", "b")).key(), "aliases.x");
    assert_eq!(error(two().alias("a", "b")).key(), "aliases.a");
    assert_eq!(error(two().alias("x", "c")).key(), "aliases.x");
    assert_eq!(error(two().alias("x", "a").alias("y", "x")).key(), "aliases.y");
    assert_eq!(error(two().alias("", "a")).key(), "aliases.");
    assert_eq!(error(two().tool(tool("c").effect_key("id"))).key(), "tools.c.effect_key");
}

#[test]
fn a_collected_builder_builds_the_same() {
    let mut builder: CatalogBuilder = [tool("a"), tool("b")].into_iter().collect();
    builder.extend([tool("c")]);
    let catalog = builder.build().expect("three names");
    assert_eq!((catalog.len(), catalog.is_empty()), (3, false));
    assert!(Catalog::builder().build().expect("no tool").is_empty());
}

#[test]
fn suggestions_name_visible_tools_only() {
    let catalog = Catalog::builder()
        .tool(tool("send_mail").visibility(Visibility::Deferred))
        .tool(tool("send-mail").visibility(Visibility::Hidden))
        .tool(tool("sendmail"))
        .tool(tool("send_mails"))
        .tool(tool("send_email"))
        .build()
        .expect("five names");
    let found = catalog.suggest("SendMail");
    assert_eq!(found.iter().map(|name| &**name).collect::<Vec<_>>(), ["sendmail", "send_mail", "send_email"]);
    assert!(catalog.suggest("completely_different").is_empty());
}

#[test]
fn ten_thousand_tools_and_a_hostile_name_are_bounded() {
    let catalog = Catalog::builder().tools((0..10_000).map(|at| tool(&format!("service_{at}.operation")))).build().expect("unique names");
    for name in ["x".repeat(1_000_000), "service_1.operation".repeat(50_000), "Service-77 operation".into()] {
        assert!(catalog.suggest(&name).len() <= Rejection::MAX_SUGGESTIONS);
    }
    assert_eq!(&*catalog.suggest("Service-77 operation")[0], "service_77.operation");
    assert!(matches!(catalog.lookup(&"x".repeat(1_000_000)), Lookup::Missing));
}

#[test]
fn hidden_tools_are_not_offered() {
    let catalog = Catalog::builder().tools([tool("read"), tool("secret").visibility(Visibility::Hidden), tool("write")]).build().expect("three tools");
    assert_eq!(catalog.offered(), ["read", "write"]);
    let many = (0..300).map(|n| tool(&format!("tool{n}")));
    assert_eq!(Catalog::builder().tools(many).build().expect("many tools").offered().len(), MAX_OFFERED);
}

#[test]
fn what_may_be_an_alternate_is_visible_and_bounded() {
    let catalog = Catalog::builder()
        .tools([tool("read"), tool("secret").visibility(Visibility::Hidden), tool("later").visibility(Visibility::Deferred)])
        .build()
        .expect("three tools");
    let names = |catalog: &Catalog| catalog.visible().iter().map(|tool| tool.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&catalog), ["read", "later"]);
    assert_eq!(catalog.discovery(), None);
    let many = (0..2000).map(|n| tool(&format!("tool{n}")));
    assert_eq!(Catalog::builder().tools(many).build().expect("many tools").visible().len(), MAX_VISIBLE);
}

#[test]
fn the_discovery_call_is_one_that_the_model_sees() {
    let with = |name: &str| {
        let tools = [tool("find_tools"), tool("later").visibility(Visibility::Deferred), tool("secret").visibility(Visibility::Hidden)];
        Catalog::builder().tools(tools).alias("search", "find_tools").discovery(name).build()
    };
    assert_eq!(with("find_tools").expect("a direct tool").discovery(), Some("find_tools"));
    assert_eq!(with("provider_search").expect("a tool of the provider").discovery(), Some("provider_search"));
    for wrong in ["later", "secret", "search", "", "a\nb"] {
        assert!(with(wrong).unwrap_err().key().starts_with("discovery"), "{wrong}");
    }
}
