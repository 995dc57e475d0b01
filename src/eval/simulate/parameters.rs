//! What worlds and agents are like.

use super::{Agent, WorldKind};
use serde::{Deserialize, Serialize};

/// What worlds and agents are like. Defaults that were measured on public trajectories (38,569 sessions) say so; the others are assumptions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Parameters {
    /// How often each kind of world comes, in parts of their sum. Measured: transient failures are 2.8% of all (333 of 12,020). The rest is assumed.
    pub worlds: Vec<(WorldKind, f64)>,
    /// How often each agent comes, in parts of their sum. Assumed.
    pub agents: Vec<(Agent, f64)>,
    /// How likely changed arguments succeed where arguments are the obstacle. Measured: 66%.
    pub changed_arguments_succeed: f64,
    /// How likely an identical call succeeds after a successful write in between. Measured: 61% (1,095 of 1,796).
    pub write_in_between_helps: f64,
    /// How likely an authentication failure is gone after a login. Measured: 90% of 50.
    pub login_helps: f64,
    /// Up to how many calls a transient failure lasts. Assumed.
    pub transient_calls: u64,
    /// Up to how many milliseconds a transient failure lasts. Assumed.
    pub transient_ms: u64,
    /// Up to how many milliseconds a rate limit lasts. Assumed.
    pub window_ms: u64,
    /// How likely a rate limit tells its wait. Assumed.
    pub tells_wait: f64,
    /// How likely a flapping service fails a call. Assumed.
    pub flapping_fails: f64,
    /// How likely a write whose answer is lost was applied. Assumed.
    pub lost_write_applied: f64,
    /// How likely somebody else removes the obstacle, for each call. Assumed.
    pub external_change: f64,
    /// How likely an error text holds somebody's instructions or quotes other errors. Assumed.
    pub hostile_text: f64,
    /// How likely the host declared nothing about the tool. Assumed.
    pub undeclared: f64,
    /// How likely the host declared the opposite of what the tool does. Measured in kind (all 3 false refusals were a shell write taken for a read), assumed in size.
    pub wrongly_declared: f64,
    /// How likely an agent that can be told follows what it is told. Assumed.
    pub follows: f64,
    /// How likely the scripted evaluator of `compare` and `jev` answers the class of the world; otherwise it answers another one, and as surely. Assumed: it is no model's.
    pub evaluator_accuracy: f64,
    /// How likely it answers that the evidence does not say, in a whole episode. Assumed.
    pub evaluator_abstains: f64,
    /// How likely a request to it fails. Assumed.
    pub evaluator_fails: f64,
    /// How many milliseconds it takes in the mean, evenly from none to twice as many. Assumed.
    pub evaluator_ms: u64,
    /// From which probability on its answers are followed; it gives its answers 0.6 to 1, whether right or wrong. Assumed.
    pub evaluator_threshold: f64,
    /// How many calls an agent makes at most. Assumed; recovery took 2 calls in the middle and 4 at the 90th percentile.
    pub budget: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        use WorldKind as W;
        Self {
            worlds: vec![
                (W::Arguments, 0.50),
                (W::Prerequisite, 0.20),
                (W::Authentication, 0.05),
                (W::Permission, 0.05),
                (W::Unavailable, 0.05),
                (W::TransientCalls, 0.014),
                (W::TransientTime, 0.014),
                (W::RateLimited, 0.02),
                (W::Flapping, 0.02),
                (W::LostWrite, 0.032),
                (W::Polling, 0.05),
            ],
            agents: vec![(Agent::Stubborn, 0.15), (Agent::Varied, 0.2), (Agent::Following, 0.45), (Agent::Alternating, 0.1), (Agent::Patient, 0.1)],
            changed_arguments_succeed: 0.66,
            write_in_between_helps: 0.61,
            login_helps: 0.9,
            transient_calls: 3,
            transient_ms: 20_000,
            window_ms: 60_000,
            tells_wait: 0.7,
            flapping_fails: 0.6,
            lost_write_applied: 0.5,
            external_change: 0.01,
            hostile_text: 0.05,
            undeclared: 0.1,
            wrongly_declared: 0.02,
            follows: 0.8,
            evaluator_accuracy: 0.8,
            evaluator_abstains: 0.05,
            evaluator_fails: 0.05,
            evaluator_ms: 300,
            evaluator_threshold: 0.7,
            budget: 12,
        }
    }
}
