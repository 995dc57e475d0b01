use super::*;
use crate::facts::Adapter;
use serde_json::json;

fn fits_beside(tool: &str, offered: &[&str], arguments: &serde_json::Value, message: &str) -> bool {
    let mut evidence = TextEvidence::new(message, Adapter::Process);
    evidence.tool = tool;
    evidence.arguments = Some(arguments);
    evidence.offered = &offered;
    fits(&evidence, message)
}

#[test]
fn an_ending_is_short_for_the_word_in_which_a_tool_differs() {
    let file = json!({"file": "coast.shp"});
    assert!(fits_beside("read_geojson", &["read_shapefile"], &file, "line 1: expected a value"));
    assert!(!fits_beside("read_shapefile", &["read_geojson"], &file, "line 1: expected a value"));
    assert!(!fits_beside("read_geojson", &["shapefile_size"], &file, "line 1: expected a value"), "it does something else");
    assert!(fits_beside("s3_list", &["gcs_list"], &json!({"uri": "gs://reports"}), "invalid bucket name"));
    assert!(!fits_beside("run_lint", &["run_tests"], &json!({"file": "a.ts"}), "syntax error"), "a language is no form");
}

#[test]
fn a_message_names_the_form() {
    let file = json!({"file": "message"});
    assert!(fits_beside("age_decrypt", &["gpg_decrypt"], &file, "unexpected intro: \"-----BEGIN PGP MESSAGE-----\""));
    assert!(!fits_beside("age_decrypt", &["gpg_decrypt"], &file, "unexpected intro: \"hello\""));
    assert!(!fits_beside("send_form", &["send_iso"], &file, "<meta charset=iso-8859-1>"), "a part of a name");
    assert!(!fits_beside("http_request", &["http_http"], &json!({"url": "http://a"}), "not found"), "it is for the scheme already");
    assert!(!fits_beside("list_files", &["list_tables"], &file, "no such table: a"), "a plain word names no form");
}

#[test]
fn a_folder_is_kept_by_another_program() {
    let path = json!({"path": "."});
    assert!(fits_beside("git_log", &["hg_log"], &path, "fatal: not a git repository"));
    assert!(!fits_beside("git_log", &["hg_log"], &path, "fatal: ambiguous argument 'v2'"));
    assert!(!fits_beside("git_log", &["git_status"], &path, "fatal: not a git repository"));
}

#[test]
fn a_key_holds_another_type() {
    let key = json!({"key": "cart"});
    let message = "WRONGTYPE Operation against a key holding the wrong kind of value";
    assert!(fits_beside("redis_get", &["redis_hgetall"], &key, message));
    assert!(!fits_beside("redis_get", &["redis_ping"], &key, message));
    assert!(!fits_beside("redis_command", &["redis_get"], &key, message), "it runs any command");
    assert!(!fits_beside("redis_get", &["redis_hgetall"], &key, "ERR wrong number of arguments"));
}

#[test]
fn what_is_only_read_is_written_by_another_tool() {
    let statement = json!({"query": "DELETE FROM nests"});
    let refusal = "Error: Calls to read_query should not contain write operations";
    assert!(fits_beside("read_query", &["write_query", "list_tables"], &statement, refusal));
    assert!(!fits_beside("read_query", &["list_tables"], &statement, refusal), "none is offered");
    assert!(!fits_beside("read_query", &["write_query"], &statement, "no such table: nests"));
    let selects = json!({"query": "SELECT 1"});
    assert!(fits_beside("write_query", &["read_query"], &selects, "SELECT statements are not allowed here"));
}
