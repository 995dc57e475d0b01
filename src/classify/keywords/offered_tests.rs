use super::*;
use crate::facts::Adapter;
use serde_json::{Value, json};

fn fits(tool: &str, arguments: &Value, offered: &[&str], sign: Sign) -> bool {
    let mut evidence = TextEvidence::new("", Adapter::JsonRpc);
    (evidence.tool, evidence.arguments, evidence.offered) = (tool, Some(arguments), &offered);
    fits_better(&evidence, Class::WrongArguments, sign)
}

#[test]
fn splits_names_into_words() {
    for name in ["read_text_file", "readTextFile", "fs.read-file", "Read"] {
        assert!(has_word(name, &["read"]), "{name}");
    }
    assert!(!has_word("thread_list", &["read"]));
}

#[test]
fn a_directory_is_for_a_tool_that_lists() {
    let path = json!({"path": "src"});
    assert!(fits("read_file", &path, &["list_directory"], Sign::Directory));
    assert!(!fits("read_file", &path, &["search_code"], Sign::Directory));
}

#[test]
fn content_is_for_the_tool_that_claims_it() {
    assert!(fits("json_query", &json!({"file": "a.csv"}), &["csv_query"], Sign::Format));
    assert!(!fits("json_query", &json!({"file": "a.json"}), &["csv_query"], Sign::Format));
    assert!(fits("read_table", &json!({"file": "a.sav"}), &["import_sav"], Sign::Format));
    assert!(!fits("csv_query", &json!({"file": "a.csv"}), &["csv_query_2"], Sign::Format), "this tool claims it itself");
    assert!(fits("run_sql", &json!({"sql": "DESCRIBE a"}), &["describe_table"], Sign::Format));
}

#[test]
fn a_write_is_for_the_tool_that_writes() {
    assert!(fits("sql_read", &json!({}), &["sql_write"], Sign::ReadOnly));
    assert!(!fits("sql_run", &json!({}), &["sql_write"], Sign::ReadOnly));
}

#[test]
fn an_id_says_what_kind_of_thing_it_is() {
    let id = |tool: &str, id: &str, offered: &[&str]| fits(tool, &json!({"id": id}), offered, Sign::Missing);
    assert!(id("get_charge", "inv_1Nx9", &["get_invoice"]));
    assert!(id("stop_instance", "vol-0a1b", &["detach_volume"]));
    assert!(!id("get_charge", "inv_1Nx9", &["get_refund"]));
    assert!(!id("get_invoice", "inv_1Nx9", &["send_invoice"]), "the tool is for that kind");
    assert!(!id("get_page", "new-page", &["new_page"]), "a name, not an id");
}

#[test]
fn a_file_of_another_language_is_for_the_tool_for_that_language() {
    let path = |tool: &str, path: &str, offered: &[&str]| fits(tool, &json!({"path": path}), offered, Sign::None);
    assert!(path("ruby_lint", "a.kt", &["kotlin_lint"]));
    assert!(path("python_check", "a.lua", &["lua_check"]));
    assert!(!path("run_tests", "a.kt", &["kotlin_lint"]), "tests are of any language");
    assert!(!path("ruby_lint", "a.rb", &["kotlin_lint"]));
}

#[test]
fn a_text_is_for_the_tool_that_reads_texts() {
    let path = |tool: &str, path: &str, offered: &[&str]| fits(tool, &json!({"path": path}), offered, Sign::Format);
    assert!(path("play_midi", "notes.txt", &["read_text"]));
    assert!(!path("play_midi", "song.mid", &["read_text"]));
    assert!(!path("view_text", "notes.txt", &["read_text"]));
}

#[test]
fn a_pattern_of_names_is_for_the_tool_that_finds() {
    let path = |path: &str, offered: &[&str]| fits("read_file", &json!({"path": path}), offered, Sign::Missing);
    assert!(path("docs/*.md", &["glob"]));
    assert!(!path("docs/a.md", &["glob"]));
}

#[test]
fn the_shell_of_a_database_is_made_for_one_thing() {
    assert!(!is_general("mongo_shell") && !is_general("python_lint"));
    assert!(is_general("shell") && is_general("run_python") && is_general("execute"));
}
