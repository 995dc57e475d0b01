use super::*;
use crate::facts::Adapter;
use serde_json::json;

fn missing(command: &str, text: &str) -> bool {
    let arguments = json!({ "command": command });
    let mut evidence = TextEvidence::new(text, Adapter::Process);
    evidence.arguments = Some(&arguments);
    is_missing(&evidence, text, text)
}

#[test]
fn a_script_that_the_caller_named_is_no_module() {
    assert!(missing("node seed.js", "Error: Cannot find module '/workspace/seed.js'"));
    assert!(!missing("node seed.js", "Error: Cannot find module '/workspace/plant.js'"));
    assert!(!missing("node seed.js", "Error: Cannot find module 'seed.js'"), "a package may be called so");
    assert!(missing("rspec", "LoadError:\n  cannot load such file -- ./spec/kea_spec.rb"), "a path is no package");
    assert!(!missing("rspec", "LoadError:\n  cannot load such file -- kea"));
}

#[test]
fn a_package_that_was_asked_for_is_no_missing_part() {
    assert!(missing("conda install keaa=9", "PackagesNotFoundError: not available from current channels:\n\n  - keaa=9"));
    assert!(missing("sudo apt-get install -y keaa", "E: Unable to locate package keaa"));
    assert!(missing("cd web && npm i keaa@2", "npm error 404 'keaa@2' is not in this registry."));
    assert!(!missing("npm test", "Error: Cannot find module 'kea'"), "nothing was asked for");
    assert!(!missing("apt-get install kea", "dpkg: error: ldconfig not found in PATH"), "another thing is not there");
    assert!(!missing("pip download kea", "No matching distribution found for kea (from versions: none)"), "pip says so without an index, too");
}

#[test]
fn a_program_that_was_given_by_its_path_is_no_missing_part() {
    assert!(missing("ltrace ./kea", "ltrace: can't execute `./kea': No such file or directory"));
    assert!(!missing("./kea", "./kea: line 3: ltrace: command not found"));
    assert!(!missing("ltrace kea", "ltrace: can't execute `kea': No such file or directory"));
}

#[test]
fn a_command_is_read_by_its_words() {
    assert_eq!(name_of("kea==1.2"), "kea");
    assert_eq!(name_of("@scope/kea@3"), "@scope/kea");
    assert_eq!(Words("  apt  install 'kea' ").collect::<Vec<_>>(), ["apt", "install", "kea"]);
    assert_eq!(Words("").next(), None);
}
