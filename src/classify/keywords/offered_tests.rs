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
    assert!(!fits("bash", &path, &["list_directory"], Sign::Directory), "the command inside the shell was wrong, not the shell");
}

#[test]
fn content_is_for_the_tool_that_claims_it() {
    assert!(fits("json_query", &json!({"file": "a.csv"}), &["csv_query"], Sign::Format));
    assert!(!fits("json_query", &json!({"file": "a.json"}), &["csv_query"], Sign::Format));
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
