//! From recipes to rows.

use super::{
    locale::Locale,
    place::Place,
    recipe::{Call, Case, Session},
    run::{is_installed, prepare, run},
};
use crate::why::why;
use serde_json::{Map, Value, json};
use std::path::Path;
use tool_recovery::{corpus::Transport, eval::dataset::sealed};

/// What every recording shares.
pub(super) struct Recorder<'a> {
    pub(super) root: &'a Path,
    pub(super) port: u16,
    pub(super) fixtures: &'a Path,
}

/// What came of a recipe.
pub(super) enum Recorded {
    Rows(Vec<Value>),
    /// Its program is not there.
    NotInstalled,
    /// Its locale is not there, and why. Its rows of an earlier time cannot be compared.
    NoLocale(String),
}

/// The name under which a transport's tool is called.
const fn tool(transport: Transport) -> &'static str {
    match transport {
        Transport::Process => "shell",
        Transport::Http => "http_request",
        Transport::Mcp => "mcp_call",
        Transport::JsonRpc => "rpc_call",
        Transport::Python => "run_python",
        Transport::Node => "run_node",
        Transport::Sql => "query",
        Transport::Grpc => "grpc_call",
    }
}

fn succeeded(result: &Map<String, Value>) -> bool {
    result.get("is_error") == Some(&Value::Bool(false))
}

impl Recorder<'_> {
    fn place(&self, name: &str) -> Result<Place, String> {
        Place::new(self.root, name, self.port, self.fixtures).map_err(|error| format!("{name}: {}", why(error.kind())))
    }

    /// The rows of a case, of each of its values.
    pub(super) fn case(&self, case: &Case) -> Result<Recorded, String> {
        let values = if case.vary.is_empty() { vec![String::new()] } else { case.vary.clone() };
        let locale = match case.locale.as_deref().map(|name| Locale::find(name, self.root)).transpose() {
            Ok(locale) => locale,
            Err(why) => return Ok(Recorded::NoLocale(why)),
        };
        let mut rows = Vec::new();
        for (at, value) in values.iter().enumerate() {
            let name = format!("{}-{}-{at}", case.family, case.template);
            let place = self.place(&name)?;
            // Where the program itself is what is missing, there is nothing to look for.
            if case.fault.as_deref() != Some("missing_binary") && case.call.command.as_ref().is_some_and(|command| !is_installed(command, &place)) {
                return Ok(Recorded::NotInstalled);
            }
            for command in &case.setup {
                prepare(&command.replace("{v}", value), &place).map_err(|error| format!("{name}: {error}"))?;
            }
            let measured = self.measured(case, &name, value, &place, locale.as_ref()).map_err(|error| format!("{name}: {error}"))?;
            let Some(measured) = measured else { return Ok(Recorded::NoLocale(format!("{name} says the same under its locale as without"))) };
            rows.extend(measured);
        }
        Ok(Recorded::Rows(rows))
    }

    /// The call, the same again, and corrected. `None`: the program has no words of the locale.
    fn measured(&self, case: &Case, name: &str, value: &str, place: &Place, locale: Option<&Locale>) -> Result<Option<Vec<Value>>, String> {
        let under = |call: &Call| locale.map_or_else(|| call.with(value), |locale| locale.call(&call.with(value)));
        let call = under(&case.call);
        let first = run(&call, place)?;
        if succeeded(&first) {
            return Err("the call succeeded, and it is to fail".to_owned());
        }
        let again = again(case, &call, place)?;
        if locale.is_some() && run(&case.call.with(value), place)?.get("text") == first.get("text") {
            return Ok(None);
        }
        let fixed = case.corrected.as_ref().map(|correction| (correction, under(&correction.call)));
        let fixed = fixed.map(|(correction, call)| run(&call, place).map(|result| (correction, call, result))).transpose()?;
        let correction = fixed.as_ref().map_or("none", |(correction, ..)| if correction.evidenced { "evidenced" } else { "speculative" });
        let label = json!({"class": case.class, "retry_unchanged": succeeded(&again), "corrected_succeeds": fixed.as_ref().map(|(.., result)| succeeded(result)),
            "correction": correction, "alternate": case.alternate});
        let mut rows = vec![row(case, name, &call, &first, &label, None, place)];
        rows.push(follow(case, name, "identical_reissue", &call, &again, place));
        if let Some((_, call, result)) = &fixed {
            rows.push(follow(case, name, "corrected", call, result, place));
        }
        Ok(Some(rows))
    }

    /// The rows of a session.
    pub(super) fn session(&self, session: &Session) -> Result<Recorded, String> {
        let place = self.place(&format!("session-{}", session.name))?;
        for command in &session.setup {
            prepare(command, &place)?;
        }
        let mut rows = Vec::new();
        for (at, step) in session.steps.iter().enumerate() {
            if step.call.command.as_ref().is_some_and(|command| !is_installed(command, &place)) {
                return Ok(Recorded::NotInstalled);
            }
            let result = run(&step.call, &place)?;
            if succeeded(&result) != step.class.is_none() {
                return Err(format!("session {}: step {} is not what its class says", session.name, at + 1));
            }
            let label = json!({"class": step.class, "retry_unchanged": null, "corrected_succeeds": null, "correction": "none", "alternate": null});
            rows.push(finished(json!({
                "id": format!("session-{}-{}", session.name, at + 1), "family": session.family, "template": step.template, "session": format!("session-{}", session.name), "step": at + 1,
                "call": called(&step.call, step.transport, &place), "effect": step.effect, "phase": "execution", "result": with_transport(&result, step.transport),
                "label": label, "basis": "measured", "lineage": {"made_by": "tool-recovery record", "version": env!("CARGO_PKG_VERSION")},
            })));
        }
        Ok(Recorded::Rows(rows))
    }
}

/// Within how many milliseconds a call is issued again.
const WITHIN_MS: u64 = 5000;

/// Issues the call again as it was, with nobody acting in between.
fn again(case: &Case, call: &Call, place: &Place) -> Result<Map<String, Value>, String> {
    let mut waited = 0;
    let mut result = Map::new();
    for wait in &case.reissue_ms {
        let wait = (*wait).min(WITHIN_MS - waited);
        waited += wait;
        std::thread::sleep(std::time::Duration::from_millis(wait));
        result = run(call, place)?;
        if succeeded(&result) {
            break;
        }
    }
    Ok(result)
}

fn follow(case: &Case, name: &str, relation: &str, call: &Call, result: &Map<String, Value>, place: &Place) -> Value {
    let class = if succeeded(result) { Value::Null } else { json!(case.class) };
    // What a further repetition would do was not measured.
    let label = json!({"class": class, "retry_unchanged": null, "corrected_succeeds": null, "correction": "none", "alternate": null});
    row(case, name, call, result, &label, Some(relation), place)
}

fn row(case: &Case, name: &str, call: &Call, result: &Map<String, Value>, label: &Value, relation: Option<&str>, place: &Place) -> Value {
    let id = relation.map_or_else(|| name.to_owned(), |relation| format!("{name}-{relation}"));
    let mut call = called(call, case.transport, place);
    if !case.candidates.is_empty() {
        let offered: Vec<Value> = case.candidates.iter().map(|one| json!({"key": one.key, "description": one.description})).collect();
        call.insert("candidates".to_owned(), Value::Array(offered));
    }
    let mut lineage = json!({"made_by": "tool-recovery record", "version": env!("CARGO_PKG_VERSION"), "fault": case.fault});
    if let (Some(relation), Some(lineage)) = (relation, lineage.as_object_mut()) {
        lineage.insert("parent".to_owned(), json!({"id": name, "relation": relation}));
    }
    let effect = if succeeded(result) && case.effect != tool_recovery::facts::Effect::ReadOnly { json!("applied") } else { json!(case.effect) };
    let mut row = json!({"id": id, "family": case.family, "template": case.template, "session": name, "call": call, "effect": effect, "phase": "execution",
        "result": with_transport(result, case.transport), "label": label, "basis": "measured", "lineage": lineage});
    if let (Some(doubt), Some(row)) = (&case.doubt, row.as_object_mut()) {
        row.insert("doubt".to_owned(), json!(doubt));
    }
    finished(row)
}

fn finished(row: Value) -> Value {
    match row {
        Value::Object(members) => Value::Object(sealed(members)),
        other => other,
    }
}

fn called(call: &Call, transport: Transport, place: &Place) -> Map<String, Value> {
    let arguments = match (&call.arguments, &call.command, &call.request) {
        (Some(arguments), ..) => Value::Object(arguments.clone()),
        (None, Some(command), _) => json!({"command": place.clean(&place.fill(command))}),
        (None, None, Some(request)) => {
            json!({"method": request.method, "url": format!("http://127.0.0.1:{}{}", if request.closed { 9 } else { 8080 }, request.path)})
        }
        (None, None, None) => json!({}),
    };
    let tool = call.tool.as_deref().unwrap_or(tool(transport));
    [("tool".to_owned(), json!(tool)), ("arguments".to_owned(), arguments)].into_iter().collect()
}

fn with_transport(result: &Map<String, Value>, transport: Transport) -> Value {
    let mut result = result.clone();
    result.insert("transport".to_owned(), json!(transport));
    Value::Object(result)
}
