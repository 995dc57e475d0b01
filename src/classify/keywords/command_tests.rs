use super::*;
use crate::facts::Adapter;
use serde_json::json;

fn fits(command: &str, offered: &[&str], sign: Sign) -> bool {
    let arguments = json!({"command": command});
    let mut evidence = TextEvidence::new("", Adapter::Process);
    (evidence.tool, evidence.arguments, evidence.offered) = ("bash", Some(&arguments), &offered);
    super::super::offered::fits_better(&evidence, Class::WrongArguments, sign)
}

#[test]
fn a_folder_is_for_the_tool_that_does_the_same_with_folders() {
    assert!(fits("head -n 3 docs", &["list_dir"], Sign::Directory));
    assert!(fits("rm build", &["delete_folder"], Sign::Directory));
    assert!(fits("cd a && cp docs b", &["copy_directory"], Sign::Directory));
    assert!(!fits("rm build", &["list_dir"], Sign::Directory), "rm takes folders, too");
    assert!(!fits("head -n 3 docs", &["list_issues", "remove_directory"], Sign::Directory));
    assert!(!fits("git add docs", &["list_dir"], Sign::Directory), "another intent");
}

#[test]
fn a_file_is_for_the_tool_for_its_form_where_the_program_is_for_another() {
    assert!(fits("xmllint data.toml", &["toml_get"], Sign::Format));
    assert!(fits("import configparser\nconfigparser.ConfigParser().read(\"a.yaml\")", &["read_yaml"], Sign::Format));
    assert!(fits("import openpyxl\nopenpyxl.load_workbook('old.xls')", &["convert_xls"], Sign::Format));
    assert!(fits("from x import y\ny.load(\"old.wk1\")", &["import_wk1"], Sign::Format), "an ending that no list has");
    assert!(!fits("jq . a.json", &["read_json"], Sign::Format));
    assert!(!fits("import yaml\nyaml.safe_load(open(\"a.yml\"))", &["read_yaml"], Sign::Format), "the library is for it");
    assert!(!fits("xmllint data.toml", &["read_csv"], Sign::Format));
    assert!(!fits("xmllint data.toml", &["toml_get"], Sign::Missing), "the file is not there");
}

#[test]
fn plain_text_is_for_the_tool_that_reads_where_the_program_decodes() {
    assert!(fits("gpg --decrypt notes.txt", &["read_file"], Sign::Format));
    assert!(!fits("jq . notes.json", &["read_file"], Sign::Format));
    assert!(!fits("gpg --decrypt notes.gpg", &["read_file"], Sign::Format));
}

#[test]
fn a_program_for_one_language_is_the_wrong_one_for_another() {
    assert!(fits("rubocop lib/a.py", &["run_pylint"], Sign::None));
    assert!(fits("flake8 a.lua", &["lua_check"], Sign::None));
    assert!(fits("python3 a.js", &["run_node"], Sign::None));
    assert!(!fits("node a.js b.json", &["read_json"], Sign::None), "data of a program in its own language");
    assert!(!fits("make a.py", &["run_pylint"], Sign::None));
}
