//! Recipes: which calls are made.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use tool_recovery::{classify::Class, corpus::Transport, facts::Effect};

/// A file of recipes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recipes {
    pub(super) cases: Vec<Case>,
    #[serde(default)]
    pub(super) sessions: Vec<Session>,
}

/// One call that fails.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    pub(super) family: String,
    pub(super) template: String,
    pub(super) transport: Transport,
    pub(super) class: Class,
    pub(super) effect: Effect,
    #[serde(default)]
    pub(super) fault: Option<String>,
    /// The locale that the calls run under, such as `de_DE.UTF-8`; without it, C.UTF-8.
    #[serde(default)]
    pub(super) locale: Option<String>,
    /// Commands that prepare the directory.
    #[serde(default)]
    pub(super) setup: Vec<String>,
    pub(super) call: Call,
    /// The call as it would be corrected, and on what ground.
    #[serde(default)]
    pub(super) corrected: Option<Correction>,
    /// After how many milliseconds the call is issued again, until it succeeds; at once where nothing is said. At most five seconds altogether.
    #[serde(default = "at_once")]
    pub(super) reissue_ms: Vec<u64>,
    /// Values for `{v}` in the calls: one row, or set of rows, for each.
    #[serde(default)]
    pub(super) vary: Vec<String>,
    /// Other tools that are offered.
    #[serde(default)]
    pub(super) candidates: Vec<Candidate>,
    /// The one of them that does the job.
    #[serde(default)]
    pub(super) alternate: Option<String>,
    #[serde(default)]
    pub(super) doubt: Option<String>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Candidate {
    pub(super) key: String,
    pub(super) description: String,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Correction {
    /// Whether the error or the schema says how.
    pub(super) evidenced: bool,
    pub(super) call: Call,
}

/// What is called.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Call {
    /// A command line for `sh -c`.
    #[serde(default)]
    pub(super) command: Option<String>,
    /// Or a request to the fault server.
    #[serde(default)]
    pub(super) request: Option<Request>,
    /// The tool's name, where it is not that of the recorder.
    #[serde(default)]
    pub(super) tool: Option<String>,
    /// The arguments, where they are not the command line.
    #[serde(default)]
    pub(super) arguments: Option<Map<String, Value>>,
    #[serde(default)]
    pub(super) env: BTreeMap<String, String>,
    /// Whether it runs as nobody, where the recorder is root.
    #[serde(default)]
    pub(super) as_nobody: bool,
    /// When it is killed.
    #[serde(default)]
    pub(super) kill_after_ms: Option<u64>,
    /// Whether the standard output is a JSON object with `is_error` and `text`: what a client made of an answer.
    #[serde(default)]
    pub(super) reads_json: bool,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    #[serde(default = "get")]
    pub(super) method: String,
    pub(super) path: String,
    #[serde(default)]
    pub(super) headers: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) body: Option<String>,
    #[serde(default = "second")]
    pub(super) timeout_ms: u64,
    /// Whether it goes to a port where nobody listens.
    #[serde(default)]
    pub(super) closed: bool,
}

fn get() -> String {
    "GET".to_owned()
}

fn at_once() -> Vec<u64> {
    vec![0]
}

const fn second() -> u64 {
    1000
}

/// Calls in an order, in one directory.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Session {
    pub(super) name: String,
    pub(super) family: String,
    #[serde(default)]
    pub(super) setup: Vec<String>,
    pub(super) steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) template: String,
    pub(super) transport: Transport,
    #[serde(default)]
    pub(super) class: Option<Class>,
    pub(super) effect: Effect,
    pub(super) call: Call,
}

impl Call {
    /// The call with a value in the place of `{v}`.
    pub(super) fn with(&self, value: &str) -> Self {
        let put = |text: &String| text.replace("{v}", value);
        let mut call = self.clone();
        call.command = self.command.as_ref().map(put);
        if let Some(request) = &mut call.request {
            request.path = put(&request.path);
            request.body = request.body.as_ref().map(put);
        }
        if let Some(arguments) = &mut call.arguments {
            for argument in arguments.values_mut() {
                if let Value::String(text) = argument {
                    *text = put(text);
                }
            }
        }
        call
    }
}
