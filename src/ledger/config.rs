//! Every limit of the ledger, with its range.

use super::RepeatPolicy;
use crate::config::{ConfigError, ConfigErrorKind, in_range};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The limits of a ledger. `docs/ledger.md` says why the defaults are what they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LedgerConfig {
    /// What happens to an unexcused identical call.
    pub repeat_policy: RepeatPolicy,
    /// How old a failure is when it excuses one repeat by age alone, in milliseconds. Also how long a hold on an identical call lasts.
    pub repeat_ttl_ms: u64,
    /// How many failures lead to a nudge and to a halt.
    pub ladder: LadderConfig,
    /// How long an operation pauses.
    pub pacing: PacingConfig,
    /// How much is kept.
    pub bounds: BoundsConfig,
    /// Which parts of a failure or a call count as noise.
    pub volatile: VolatileConfig,
}

/// Two rungs of a ladder. Both count failures, the first one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rungs {
    /// The failure from which on the verdict is a nudge.
    pub nudge: u32,
    /// The failure from which on the verdict is a halt.
    pub halt: u32,
}

impl Rungs {
    /// A nudge at the failure `nudge` and a halt at the failure `halt`.
    #[must_use]
    pub const fn new(nudge: u32, halt: u32) -> Self {
        Self { nudge, halt }
    }

    fn validate(self, key: &str) -> Result<(), ConfigError> {
        in_range("nudge", self.nudge, 1, MAX_RUNG).and_then(|()| in_range("halt", self.halt, 1, MAX_RUNG)).map_err(|e| e.within(key))?;
        if self.nudge <= self.halt {
            return Ok(());
        }
        Err(ConfigError::new(key, ConfigErrorKind::Contradiction { rule: "`nudge` must not be above `halt`".into() }))
    }
}

/// The highest rung: counters saturate far above it.
const MAX_RUNG: u32 = 10_000;

/// When failures become a nudge and a halt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LadderConfig {
    /// Unexcused failures of the identical call.
    pub identical: Rungs,
    /// Failures of one operation in a row, whatever its arguments.
    pub varied: Rungs,
    /// Identical calls whose transient or rate-limited nature rests on text rules alone. It cannot reach beyond what trusted facts give.
    pub keywords: Rungs,
    /// Identical calls that trusted facts call transient.
    pub transient_identical: Rungs,
    /// Failures of one operation in a row that trusted facts call transient.
    pub transient_consecutive: Rungs,
    /// Failures of a rate-limited operation. It is paced meanwhile.
    pub rate_limited: Rungs,
    /// Excused repeats of one call that failed in the same way again.
    pub spent_excuses: Rungs,
    /// Rejections of the identical call, or of an unknown tool, for a fault of the call itself: the count that halts.
    pub hard_rejections: u32,
    /// Failures of one call altogether, excused or not: the count that halts.
    pub key_total: u32,
    /// Refusals of one operation in a row: the count whose verdict is a halt.
    pub refusals: u32,
}

/// How long an operation pauses after a failure that time may cure. In milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PacingConfig {
    /// The first pause after a transient failure.
    pub base_transient_ms: u64,
    /// The first pause of a rate-limited operation whose producer names no wait.
    pub base_throttled_ms: u64,
    /// Where doubling pauses stop.
    pub max_backoff_ms: u64,
    /// The longest wait of a producer that is waited for. Above it the operation is closed and reported as blocked.
    pub max_pacing_ms: u64,
}

/// How much a ledger keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BoundsConfig {
    /// Runs with something open. The least recently used one is dropped beyond it.
    pub max_runs: usize,
    /// Failed calls of one run. The oldest failure is dropped beyond it.
    pub max_keys_per_run: usize,
    /// Failed operations of one run. The least recently used one that is neither halted nor denied is dropped beyond it, then the oldest halted one, and a denial
    /// only where nothing but denials is left.
    pub max_operations_per_run: usize,
    /// Denied operations of one run. Beyond it every write of the run counts as denied, until `reset` has lifted as many as are beyond it; for good where one of those
    /// had to be dropped.
    pub max_denials_per_run: usize,
    /// Holds. Never dropped: beyond it no new write may begin.
    pub max_holds: usize,
}

/// What counts as noise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VolatileConfig {
    /// Whether identifiers, addresses, times and temporary paths are removed from the line of a failure before two failures are compared.
    pub digests: bool,
    /// Whether the members of [`VOLATILE_FIELDS`](super::VOLATILE_FIELDS) are left out when two calls are compared. Off: a tool's contract should declare its
    /// own superficial fields, because to some tool such a member is an argument.
    pub fields: bool,
}

impl Default for LedgerConfig {
    fn default() -> Self {
        Self {
            repeat_policy: RepeatPolicy::default(),
            repeat_ttl_ms: 600_000,
            ladder: LadderConfig::default(),
            pacing: PacingConfig::default(),
            bounds: BoundsConfig::default(),
            volatile: VolatileConfig::default(),
        }
    }
}

impl Default for LadderConfig {
    fn default() -> Self {
        Self {
            identical: Rungs::new(2, 3),
            varied: Rungs::new(4, 6),
            keywords: Rungs::new(4, 6),
            transient_identical: Rungs::new(6, 8),
            transient_consecutive: Rungs::new(9, 12),
            rate_limited: Rungs::new(9, 12),
            spent_excuses: Rungs::new(3, 8),
            hard_rejections: 2,
            key_total: 25,
            refusals: 5,
        }
    }
}

impl Default for PacingConfig {
    fn default() -> Self {
        Self { base_transient_ms: 50, base_throttled_ms: 1_000, max_backoff_ms: 60_000, max_pacing_ms: 900_000 }
    }
}

impl Default for BoundsConfig {
    fn default() -> Self {
        Self { max_runs: 100_000, max_keys_per_run: 256, max_operations_per_run: 128, max_denials_per_run: 64, max_holds: 10_000 }
    }
}

impl Default for VolatileConfig {
    fn default() -> Self {
        Self { digests: true, fields: false }
    }
}

impl LedgerConfig {
    /// [`LedgerConfig::repeat_ttl_ms`] as a duration.
    #[must_use]
    pub const fn repeat_ttl(&self) -> Duration {
        Duration::from_millis(self.repeat_ttl_ms)
    }

    /// Checks every limit.
    ///
    /// # Errors
    ///
    /// The first key that is out of its range, or that contradicts another one.
    pub fn validate(&self) -> Result<(), ConfigError> {
        in_range("repeat_ttl_ms", self.repeat_ttl_ms, 1_000, 86_400_000)?;
        self.ladder.validate().map_err(|e| e.within("ladder"))?;
        self.pacing.validate().map_err(|e| e.within("pacing"))?;
        self.bounds.validate().map_err(|e| e.within("bounds"))
    }
}

impl LadderConfig {
    fn validate(&self) -> Result<(), ConfigError> {
        self.identical.validate("identical")?;
        self.varied.validate("varied")?;
        self.keywords.validate("keywords")?;
        self.transient_identical.validate("transient_identical")?;
        self.transient_consecutive.validate("transient_consecutive")?;
        self.rate_limited.validate("rate_limited")?;
        self.spent_excuses.validate("spent_excuses")?;
        in_range("hard_rejections", self.hard_rejections, 1, MAX_RUNG)?;
        in_range("key_total", self.key_total, 1, MAX_RUNG)?;
        in_range("refusals", self.refusals, 1, 250)
    }
}

impl PacingConfig {
    fn validate(&self) -> Result<(), ConfigError> {
        in_range("base_transient_ms", self.base_transient_ms, 0, 60_000)?;
        in_range("base_throttled_ms", self.base_throttled_ms, 0, 60_000)?;
        in_range("max_backoff_ms", self.max_backoff_ms, 1, 3_600_000)?;
        in_range("max_pacing_ms", self.max_pacing_ms, 1, 86_400_000)?;
        if self.max_backoff_ms <= self.max_pacing_ms {
            return Ok(());
        }
        Err(ConfigError::new("max_backoff_ms", ConfigErrorKind::Contradiction { rule: "must not be above `max_pacing_ms`".into() }))
    }
}

impl BoundsConfig {
    fn validate(&self) -> Result<(), ConfigError> {
        in_range("max_runs", self.max_runs, 1, 4_000_000)?;
        in_range("max_keys_per_run", self.max_keys_per_run, 1, 65_536)?;
        in_range("max_operations_per_run", self.max_operations_per_run, 1, 65_536)?;
        in_range("max_denials_per_run", self.max_denials_per_run, 0, 65_535)?;
        in_range("max_holds", self.max_holds, 0, 1_000_000)?;
        if self.max_denials_per_run < self.max_operations_per_run {
            return Ok(());
        }
        Err(ConfigError::new("max_denials_per_run", ConfigErrorKind::Contradiction { rule: "must be below `max_operations_per_run`".into() }))
    }
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
