//! The mode `jev`: who is asked, and by which credential.

use crate::Failure;
use clap::Args;
use serde::Serialize;
use tool_recovery::{
    config::{BaseUrl, JevRoute, RecoveryConfig},
    decide::{Abstained, DecisionTrace},
    jev::{Credential, Jev, ModelCheck, Preset, Provider},
};

#[derive(Args)]
#[command(next_help_heading = "The decision model (mode jev)")]
pub(super) struct JevOptions {
    /// Where decisions are answered, in place of the vendor's address: https, or http to a literal loopback address
    #[arg(long, value_name = "URL")]
    jev_base_url: Option<BaseUrl>,
    /// How that address is spoken to: openrouter, vercel, databricks, cloudflare or self_hosted
    #[arg(long, value_name = "NAME", default_value = "self_hosted", value_parser = preset, requires = "jev_base_url")]
    jev_preset: Preset,
    /// The environment variable that holds the credential for that address; without it none is sent there
    #[arg(long, value_name = "VARIABLE", requires = "jev_base_url")]
    jev_key_variable: Option<String>,
    /// The model that is asked for at that address; any model may answer
    #[arg(long, value_name = "MODEL", requires = "jev_base_url")]
    jev_model: Option<String>,
    /// Leaves the text rules out, so that the model is asked about everything that facts leave open
    #[arg(long)]
    jev_alone: bool,
}

fn preset(name: &str) -> Result<Preset, String> {
    Preset::ALL
        .into_iter()
        .find(|preset| preset.name == name && *preset != Preset::VENDOR)
        .ok_or_else(|| "there are openrouter, vercel, databricks, cloudflare and self_hosted".to_owned())
}

impl JevOptions {
    pub(super) const fn alone(&self) -> bool {
        self.jev_alone
    }

    /// The evaluator: of the address that was named, else of the vendor's environment variables.
    pub(super) fn evaluator(&self, config: &mut RecoveryConfig) -> Result<Jev, Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::Wrong(error.to_string());
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| Some((name.into_string().ok()?, value.into_string().ok()?));
        let mut builder = Jev::builder().environment(std::env::vars_os().filter_map(text)).map_err(|error| wrong(&error))?;
        if let Some(base) = &self.jev_base_url {
            (config.jev_route, config.jev_base_url) = (Some(JevRoute::Custom), Some(base.clone()));
            builder = builder.provider(self.provider(base)?);
        }
        builder.config(config).build().map_err(|error| wrong(&error))
    }

    fn provider(&self, base: &BaseUrl) -> Result<Provider, Failure> {
        let mut preset = self.jev_preset.clone();
        if let Some(model) = &self.jev_model {
            preset = preset.model(model.clone()).model_check(ModelCheck::Unchecked);
        }
        let provider = match &self.jev_key_variable {
            None => Provider::anonymous_at(preset, base.clone()),
            Some(variable) => {
                let secret = std::env::var(variable).ok().and_then(Credential::new);
                let secret = secret.ok_or_else(|| Failure::Wrong(format!("the environment variable {variable} holds no credential")))?;
                Provider::custom_at(preset, base.clone(), secret)
            }
        };
        provider.map_err(|error| Failure::Wrong(error.to_string()))
    }
}

/// What is written of a decision.
#[derive(Serialize)]
pub(super) struct Decided {
    /// Why the text rules stand; null where the decision is followed.
    fallback: Option<&'static str>,
    attempts: u32,
    latency_ms: Option<u64>,
    /// The most probable class and its probability, where the answer was valid.
    class: Option<&'static str>,
    probability: Option<f64>,
    /// The probability that the next attempt needs something from outside.
    blocked: Option<f64>,
    model: Option<Box<str>>,
}

impl Decided {
    pub(super) fn of(trace: &DecisionTrace) -> Self {
        let answered = trace.answered.as_deref();
        let top = answered.map(tool_recovery::decide::RecoveryDecision::top);
        Self {
            fallback: trace.fallback.map(Abstained::as_str),
            attempts: trace.attempts,
            latency_ms: trace.latency.map(|latency| u64::try_from(latency.as_millis()).unwrap_or(u64::MAX)),
            class: top.map(|(class, _)| class.as_str()),
            probability: top.map(|(_, probability)| probability),
            blocked: answered.map(|answered| answered.blocked.yes()),
            model: answered.map(|answered| answered.model.clone()),
        }
    }
}
