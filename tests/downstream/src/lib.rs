//! A host that lets its own users choose the parts of tool-recovery.

use tool_recovery::{
    ToolCall,
    config::{Classifier, ConfigError, RecoveryConfig},
};

/// The modes that this build offers.
pub fn modes() -> Vec<&'static str> {
    let all = [Classifier::Off, Classifier::Keywords, Classifier::Compare, Classifier::Jev];
    all.into_iter().filter(|mode| mode.missing_feature().is_none()).map(Classifier::as_str).collect()
}

/// The configuration with the mode of this name.
pub fn configured(mode: &str) -> Result<RecoveryConfig, ConfigError> {
    RecoveryConfig::from_value(serde_json::json!({ "classifier": mode, "alternate_tools": true }))
}

/// A call, as it is made with any set of features.
pub fn call() -> ToolCall {
    ToolCall::new("search", serde_json::json!({ "query": "rust" })).with_run("run-1")
}
