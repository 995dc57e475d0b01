//! Who is asked in the examples of decisions: a real service where the environment names one, else a small server on the loopback that is no model.
#![allow(clippy::print_stdout, clippy::indexing_slicing, clippy::cast_precision_loss, reason = "an example shows; a `Value` is indexed without a panic")]

use super::{
    BoxError,
    server::{Answer, Request, Server},
};
use serde_json::{Map, Value, json};
use tool_recovery::{
    config::{JevRoute, RecoveryConfig},
    jev::{Jev, Preset, Provider},
};

/// A failure, and what the server on the loopback makes of it: the class, and whether something from outside is needed. Without that it is down.
pub type Known = (&'static str, Option<(&'static str, f64)>);

/// Who is asked: a server of one's own, else the vendor, else the one that this example starts. The server lives as long as it is kept.
pub async fn evaluator(config: &mut RecoveryConfig, variables: Vec<(String, String)>, known: &'static [Known]) -> Result<(Jev, Option<Server>), BoxError> {
    if let Some(base) = config.jev_base_url.clone() {
        println!("asking {base}, without a credential");
        config.jev_route = Some(JevRoute::Custom);
        return Ok((Jev::builder().provider(Provider::anonymous_at(Preset::SELF_HOSTED, base)?).config(config).build()?, None));
    }
    let jev = Jev::builder().environment(variables)?.build()?;
    if jev.has_provider() {
        println!("asking the vendor, by TYPESAFE_API_KEY");
        return Ok((jev, None));
    }
    let server = Server::start(|request| pretend(request, known)).await?;
    let base = server.url("");
    println!("asking {base}, which this example has started: it is no model");
    Ok((Jev::builder().provider(Provider::anonymous_at(Preset::SELF_HOSTED, base.parse()?)?).build()?, Some(server)))
}

/// Gives the answers that are known. It shows the wire, not what a model can do.
fn pretend(request: &Request, known: &[Known]) -> Answer {
    let Ok(body) = serde_json::from_slice::<Value>(&request.body) else { return Answer::new(400, "") };
    let state = body["state"].to_string();
    let known = known.iter().find(|(failure, _)| state.contains(failure)).and_then(|(_, answer)| *answer);
    let Some((class, blocked)) = known else { return Answer::new(503, "") };
    let questions = body["questions"].as_object().into_iter().flatten();
    let answers: Map<String, Value> = questions.map(|(id, question)| (id.clone(), answer(question, class, blocked))).collect();
    let reply = json!({ "model": "no-model", "answers": answers, "usage": { "input_tokens": state.len(), "output_tokens": 1 } });
    Answer::new(200, reply.to_string()).with("content-type", "application/json")
}

fn answer(question: &Value, class: &str, blocked: f64) -> Value {
    match (question["type"].as_str(), &question["criteria"]) {
        (Some("choice"), Value::Object(options)) => {
            let rest = 0.1 / (options.len() - 1) as f64;
            let shares: Map<String, Value> = options.keys().map(|label| (label.clone(), json!(if label == class { 0.9 } else { rest }))).collect();
            json!({ "type": "choice", "choice": class, "probabilities": shares })
        }
        (Some("noul"), _) => json!({ "type": "noul", "noul": blocked }),
        (_, levels) => {
            let levels = levels.as_array().map_or(0, Vec::len);
            let shares: Map<String, Value> = (0..levels).map(|level| (level.to_string(), json!(if level == 0 { 1.0 } else { 0.0 }))).collect();
            json!({ "type": "score", "score": 0.0, "probabilities": shares })
        }
    }
}
