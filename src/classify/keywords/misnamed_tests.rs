use super::*;
use crate::classify::{Class, Keywords};
use crate::facts::{Adapter, Code};
use serde_json::json;

fn class<const N: usize>(tool: &str, text: &str, code: Option<&Code>, offered: &[&str; N]) -> Class {
    let arguments = json!({"q": "x"});
    let mut evidence = TextEvidence::new(text, Adapter::Process);
    (evidence.tool, evidence.code, evidence.offered, evidence.arguments) = (tool, code, offered, Some(&arguments));
    Keywords::new().classify(&evidence).class
}

#[test]
fn a_tool_called_by_way_of_a_shell_is_another_tool() {
    let missing = Code::Exit(127);
    let shell = |text: &str, offered: &[&str; 2]| class("bash", text, Some(&missing), offered);
    assert_eq!(shell("sh: 1: list_orders: not found\n", &["list_orders", "fetch_page"]), Class::WrongTool);
    assert_eq!(shell("bash: line 3: grep_code: command not found", &["grep_code", "fetch_page"]), Class::WrongTool);
    assert_eq!(shell("zsh: command not found: listOrders", &["listOrders", "fetch_page"]), Class::WrongTool);
    assert_eq!(shell("bash: terraform: command not found", &["list_orders", "fetch_page"]), Class::Unavailable);
    assert_eq!(class("run_tests", "sh: 1: git: not found", Some(&missing), &["git", "fetch_page"]), Class::Unavailable);
}

#[test]
fn an_unknown_tool_is_another_one_where_an_offered_one_is_called_nearly_so() {
    let called = |tool: &str, text: &str, offered: &[&str; 2]| class(tool, text, None, offered);
    assert_eq!(called("serch_docs", "Unknown tool: serch_docs", &["search_docs", "add_note"]), Class::WrongTool);
    assert_eq!(called("search_docs", "Unknown tool: search_docs", &["add_note", "get_page"]), Class::Unavailable);
    assert_eq!(called("set_page", "Tool set_page not found", &["get_page", "add_note"]), Class::Unavailable);
    assert_eq!(called("call_tool", "Unknown tool: fetch_page", &["get_page", "add_note"]), Class::WrongTool);
    let statement = json!({"q": "select 1"});
    let mut evidence = TextEvidence::new("Unknown tool: run_sql", Adapter::Process);
    (evidence.tool, evidence.offered, evidence.arguments) = ("run_sql", &["query", "add_note"], Some(&statement));
    assert_eq!(Keywords::new().classify(&evidence).class, Class::WrongTool, "an offered tool takes the same");
    let listed = "Unknown tool: translate. Available tools: get_page, add_note";
    assert_eq!(called("translate", listed, &["get_page", "add_note"]), Class::Unavailable);
}

#[test]
fn names_are_alike_by_spelling_or_by_meaning() {
    for (one, other) in [
        ("edit_fil", "edit_file"),
        ("readFile", "read_file"),
        ("fs.read_file", "read_file"),
        ("file_read", "read_file"),
        ("fetch_user", "get_user"),
        ("get_user", "get_users"),
        ("web_saerch", "web_search"),
        ("search", "search_docs"),
        ("send_mail", "send_email"),
        ("find", "search"),
        ("city_weather", "city_forecast"),
    ] {
        assert!(resembles(one, other) && resembles(other, one), "{one} {other}");
    }
    for (one, other) in
        [("get_item", "set_item"), ("lock", "unlock"), ("read_file", "write_file"), ("delete_file", "read_text_file"), ("ls", "lsof"), ("", "a")]
    {
        assert!(!resembles(one, other) && !resembles(other, one), "{one} {other}");
    }
}

#[test]
fn a_name_that_is_not_known_is_that_of_the_tool() {
    let called = |text: &str, offered: &[&str; 2]| class("browse_page", text, None, offered);
    assert_eq!(called("unknown AI function `browse_page`", &["add_note", "get_board"]), Class::Unavailable);
    assert_eq!(called("unknown AI function `browse_page`", &["browse_pages", "get_board"]), Class::WrongTool);
    assert_eq!(called("No matching agent found for tool name: browse_page", &["add_note", "get_board"]), Class::Unavailable);
    assert_eq!(called("browse_page: the page was not found", &["add_note", "get_board"]), Class::WrongArguments, "it names itself");
    assert_eq!(class("search", "unknown option 'search'", None, &["add_note", "get_board"]), Class::WrongArguments, "a plain word");
    let long = "unknown field `browse_page` in the settings of the profile that was given as the third argument of the call";
    assert_eq!(called(long, &["add_note", "get_board"]), Class::WrongArguments, "it complains of more than the name");
}

#[test]
fn a_tool_that_the_host_calls_unavailable_is_missing() {
    let text = "Model tried to call unavailable tool 'search_graph'";
    assert_eq!(class("search_graph", text, None, &["memory_search_graph", "grep"]), Class::WrongTool);
    assert_eq!(class("search_graph", text, None, &["fetch_page", "grep"]), Class::Unavailable);
}
