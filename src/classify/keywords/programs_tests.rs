use super::*;
use crate::classify::{Keywords, TextEvidence};
use crate::facts::{Adapter, Code};
use serde_json::json;

fn class(command: &str, exit: i32, text: &str) -> Class {
    let (arguments, code) = (json!({"command": command}), Code::Exit(exit));
    let mut evidence = TextEvidence::new(text, Adapter::Process);
    (evidence.code, evidence.arguments) = (Some(&code), Some(&arguments));
    Keywords::new().classify(&evidence).class
}

#[test]
fn a_silent_program_is_read_by_its_exit_code() {
    assert_eq!(class("curl -s http://localhost:81/", 7, ""), Class::Unavailable);
    assert_eq!(class("cd /tmp && TZ=UTC /usr/bin/curl -sm 1 http://localhost/", 28, ""), Class::Transient);
    assert_eq!(class("rsync -aq a b:", 30, ""), Class::Transient);
    assert_eq!(class("wget -q http://localhost/", 6, ""), Class::Authentication);
}

#[test]
fn the_code_of_another_program_says_nothing() {
    assert_eq!(class("curl -s http://localhost/ | jq .", 7, ""), Class::Unknown);
    assert_eq!(class("echo curl; exit 28", 28, ""), Class::Unknown);
    assert_eq!(class("curl -s http://localhost/", 99, ""), Class::Unknown);
}

#[test]
fn a_program_that_complains_in_its_own_name_speaks_of_what_it_was_given() {
    assert_eq!(class("cut -f0 a.txt", 1, "cut: fields are numbered from 1"), Class::WrongArguments);
    assert_eq!(class("cut -f0 a.txt", 1, "a b\nsh: fields are numbered from 1"), Class::Unknown);
    assert_eq!(class("cut -f1 a.txt", 1, "cut: stopped"), Class::Unknown);
}

#[test]
fn all_that_a_program_says_is_about_what_it_was_given_unless_it_is_said_of_any_failure() {
    assert_eq!(class("mill plan.ml", 1, "the spindle lies across the bed\n"), Class::WrongArguments);
    assert_eq!(class("mill plan.ml", 1, "the spindle job did not succeed\n"), Class::Unknown);
    assert_eq!(class("mill plan.ml", 1, "spindle 1\nthe spindle lies across the bed\n"), Class::Unknown);
    assert_eq!(class("mill plan.ml", 139, "the spindle lies across the bed\n"), Class::Unknown);
    assert_eq!(class("mill plan.ml", 1, "plan.ml:3,1-5: Out of reach: kea\n1 spindle"), Class::Unknown);
    assert_eq!(class("mill plan.ml", 1, "1 spindle\nplan.ml:3,1-5: Out of reach: kea"), Class::WrongArguments);
}

#[test]
fn what_is_printed_outweighs_the_code() {
    assert_eq!(class("curl http://localhost/", 7, "curl: option --heder: is unknown"), Class::WrongArguments);
}
