//! What survives a restart: the holds, and the seed that their keys were made with.

use super::{HashSeed, MemoryLedger, holds::Hold, nanos};
use crate::{
    config::{ConfigError, ConfigErrorKind},
    ledger::{Fingerprint, HoldPlace, Ledger, LedgerConfig, OperationKey, RunKey},
};
use serde::{Deserialize, Serialize};
use std::{fmt, time::Duration};

const VERSION: u32 = 1;

/// Nobody counts so far, and no ledger that goes on from here overflows.
const MAX_ID: u64 = u64::MAX / 2;

/// Hashed to tell whether keys of today are those of the snapshot: the hash function may differ between versions and platforms.
const CANARY: &str = "tool-recovery ledger snapshot";

/// The holds of a ledger.
///
/// It holds no name and no argument, but it carries the seed of the ledger's keys. **Store it like a secret:** whoever knows the seed can test guesses of arguments
/// against the keys. `Debug` prints the number of holds alone.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerSnapshot {
    version: u32,
    seed: [Hex; 2],
    canary: Hex,
    last_id: u64,
    holds: Vec<HoldRecord>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HoldRecord {
    id: u64,
    run: Hex,
    operation: Hex,
    fingerprint: Hex,
    place: PlaceRecord,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    idempotency: Option<Hex>,
    /// What is left of it, in milliseconds. The time between snapshot and restore does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    remaining_ms: Option<u64>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlaceRecord {
    Operation,
    EffectKey(Hex),
    Identical,
}

/// A hash as hexadecimal text, because not every format has numbers of 128 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Hex(u128);

impl Serialize for Hex {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:032x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u128::from_str_radix(&text, 16).map(Self).map_err(|_| serde::de::Error::custom("expected up to 32 hexadecimal digits"))
    }
}

impl fmt::Debug for LedgerSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LedgerSnapshot").field("holds", &self.holds.len()).finish_non_exhaustive()
    }
}

impl MemoryLedger {
    /// What has to survive a restart: the holds. Failures, halts and denials belong to a run in this process and are not in it.
    #[must_use]
    pub fn snapshot(&self) -> LedgerSnapshot {
        let now = self.0.now();
        let table = self.0.holds.lock();
        let mut holds: Vec<HoldRecord> = table.iter().filter(|hold| !hold.is_over(now)).map(|hold| HoldRecord::of(hold, now)).collect();
        holds.sort_unstable_by_key(|hold| hold.id);
        LedgerSnapshot {
            version: VERSION,
            seed: self.0.seed.words().map(|word| Hex(word.into())),
            canary: Hex(self.digest(CANARY).into()),
            last_id: table.last_id,
            holds,
        }
    }

    /// A ledger that goes on where `snapshot` was taken. It keeps every hold, also beyond the bound.
    ///
    /// # Errors
    ///
    /// A limit is out of its range, or the snapshot comes from another version or platform whose keys differ: its holds would hold nothing, so that it is
    /// refused rather than ignored.
    pub fn restore(config: LedgerConfig, snapshot: &LedgerSnapshot) -> Result<Self, ConfigError> {
        config.validate()?;
        let unusable = |expected: &str| ConfigError::new("snapshot", ConfigErrorKind::Invalid { expected: expected.into() });
        if snapshot.version != VERSION {
            return Err(unusable("a snapshot of version 1"));
        }
        if snapshot.holds.iter().map(|hold| hold.id).chain([snapshot.last_id]).any(|id| id > MAX_ID) {
            return Err(unusable("a snapshot whose ids leave room for further ones"));
        }
        let [Hex(first), Hex(second)] = snapshot.seed;
        let (Ok(first), Ok(second)) = (u64::try_from(first), u64::try_from(second)) else {
            return Err(unusable("a snapshot with a seed of two 64-bit words"));
        };
        let ledger = Self::with_seed(config, HashSeed::from_words([first, second]));
        if Hex(ledger.digest(CANARY).into()) != snapshot.canary {
            return Err(unusable("a snapshot of the same version and platform, whose keys are the same"));
        }
        ledger.adopt(snapshot);
        Ok(ledger)
    }

    fn adopt(&self, snapshot: &LedgerSnapshot) {
        let now = self.0.now();
        let mut table = self.0.holds.lock();
        for record in &snapshot.holds {
            table.adopt(record.hold(now));
        }
        table.last_id = table.last_id.max(snapshot.last_id);
        self.0.holds.publish(&table);
    }
}

impl HoldRecord {
    fn hold(&self, now: u64) -> Hold {
        Hold {
            id: self.id,
            run: RunKey(self.run.0),
            operation: OperationKey(self.operation.0),
            fingerprint: Fingerprint(self.fingerprint.0),
            place: match self.place {
                PlaceRecord::Operation => HoldPlace::Operation,
                PlaceRecord::EffectKey(key) => HoldPlace::EffectKey(Fingerprint(key.0)),
                PlaceRecord::Identical => HoldPlace::Identical,
            },
            idempotency: self.idempotency.map(|key| Fingerprint(key.0)),
            since: now,
            until: self.remaining_ms.map(|left| now.saturating_add(nanos(Duration::from_millis(left)))),
            // Whoever was still to settle it did not live to do so.
            unknown: true,
            settling: 0,
        }
    }

    fn of(hold: &Hold, now: u64) -> Self {
        Self {
            id: hold.id,
            run: Hex(hold.run.0),
            operation: Hex(hold.operation.0),
            fingerprint: Hex(hold.fingerprint.0),
            place: match hold.place {
                HoldPlace::Operation => PlaceRecord::Operation,
                HoldPlace::EffectKey(key) => PlaceRecord::EffectKey(Hex(key.0)),
                HoldPlace::Identical => PlaceRecord::Identical,
            },
            idempotency: hold.idempotency.map(|key| Hex(key.0)),
            remaining_ms: hold.until.map(|until| until.saturating_sub(now).div_ceil(1_000_000)),
        }
    }
}

#[cfg(test)]
#[path = "snapshot_tests.rs"]
mod tests;
