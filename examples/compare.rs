//! The mode `compare`: the text rules serve, and a worker beside the stack asks a decision model about the same failures, so that both can be counted before anybody follows the model.
//!
//! Without anything it is offline: it starts a small server of the System One wire format on the loopback, which is no model. With `TYPESAFE_API_KEY` the vendor is asked, with
//! `TOOL_RECOVERY_JEV_BASE_URL` a server of your own, to which no credential is sent.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "an example shows, and looks at the clock")]

#[path = "support/mod.rs"]
mod support;

use serde_json::json;
use std::{
    env,
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};
use support::{
    BoxError,
    systemone::{Known, evaluator},
};
use tool_recovery::{
    RecoveryLayer, ToolCall,
    admission::{Catalog, ToolDescriptor},
    compare::{Compare, CompareSink, Comparison},
    config::{Layers, RecoveryConfig},
    facts::ResultFacts,
};
use tower::{Service, ServiceBuilder, ServiceExt, service_fn};

/// What the tool says each time it fails, and what the server that this example starts makes of it.
const FAILURES: [Known; 4] = [
    ("the widget service is having a moment, please try again", Some(("transient", 0.02))),
    ("no line to the widget plant", Some(("unavailable", 0.97))),
    ("it did not work", Some(("wrong_arguments", 0.02))),
    ("the widget is sulking", None),
];

/// Keeps a line for each comparison. A host writes them where it keeps its other records.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl CompareSink for Lines {
    fn record(&self, comparison: &Comparison) {
        let decided = match &comparison.decision.advice {
            Ok(advice) => advice.class.map_or("the same class", |class| class.as_str()),
            Err(reason) => reason.as_str(),
        };
        let agrees = comparison.agrees().map_or("-", |agrees| if agrees { "agree" } else { "differ" });
        let line = format!("  served {:<16} the model: {decided:<16} {agrees}", comparison.served.class.as_str());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

/// The host's configuration: the environment over this table over the defaults.
fn config(variables: &[(String, String)]) -> Result<RecoveryConfig, BoxError> {
    // Thresholds are chosen on data of one's own and one model; these are for this demonstration.
    let thresholds = json!({ "version": "demonstration", "class": 0.7, "recoverability": 0.7, "correction": 0.7, "alternate": 0.7 });
    let ours = variables.iter().filter(|(name, _)| name.starts_with(tool_recovery::config::PREFIX)).cloned();
    Ok(Layers::new()?.file(json!({ "classifier": "compare", "thresholds": thresholds }))?.environment(ours)?.config()?)
}

#[tokio::main]
async fn main() -> Result<ExitCode, BoxError> {
    let variables: Vec<(String, String)> = env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))).collect();
    let mut config = config(&variables)?;
    let (jev, _started) = evaluator(&mut config, variables, &FAILURES).await?;
    let lines = Lines::default();
    let (shadow, worker) = Compare::new(jev).sink(lines.clone()).build(&config)?;
    let worker = tokio::spawn(worker);
    let layer = RecoveryLayer::builder()
        .catalog(Catalog::builder().tool(ToolDescriptor::new("widget").read_only()).build()?)
        .facts(ResultFacts::new())
        .decider(shadow.clone())
        .config(config)
        .build()?;

    println!("\nwhat the agent sees: the text rules, at once");
    for (number, (failure, _)) in FAILURES.into_iter().enumerate() {
        let tool = service_fn(move |_: ToolCall| std::future::ready(Err::<(), _>(failure.to_owned())));
        let mut stack = ServiceBuilder::new().layer(layer.clone()).service(tool);
        let began = Instant::now();
        // Each call is of a run of its own: this is about classes, not about repeats.
        let attempt = stack.ready().await?.call(ToolCall::new("widget", json!({})).with_run(format!("run-{number}"))).await?;
        let class = attempt.report.map_or("none", |report| report.classification.class.as_str());
        println!("  {class:<16} after {:>5} µs: {failure}", began.elapsed().as_micros());
    }

    // The worker ends when nobody can hand it anything any more.
    let counters = shadow.counters();
    drop((layer, shadow));
    worker.await?;
    println!("\nwhat was learned on the side, {} handed over, {} dropped", counters.queued, counters.dropped);
    let lines = lines.0.lock().unwrap_or_else(PoisonError::into_inner);
    for line in lines.iter() {
        println!("{line}");
    }
    Ok(if lines.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
