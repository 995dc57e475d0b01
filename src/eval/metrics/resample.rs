//! Redrawing whole groups, by a documented generator.

/// Which redraws are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// All that there are: C to the power of C. For at most seven groups.
    All,
    /// Some, by [`Generator`].
    Seeded {
        /// The seed.
        seed: u64,
        /// How many.
        draws: usize,
    },
}

/// SplitMix64 (Steele, Lea, Flood 2014): 64 bits a step from a 64-bit counter that grows by 0x9E3779B97F4A7C15. An index below n is the upper half of the 128-bit product of
/// the bits and n.
#[derive(Clone, Debug)]
pub struct Generator(u64);

impl Generator {
    /// A generator that begins at a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// An index below `n`; 0 for `n` = 0.
    #[allow(clippy::cast_possible_truncation, reason = "below n")]
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.bits() as u128 * n as u128) >> 64) as usize
    }

    /// A number in [0, 1), by the upper 53 bits.
    pub const fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The largest number of groups whose redraws are all made.
const MAX_ALL: u32 = 7;

/// The statistic of each redraw of `groups` groups, sorted. It gets how often each group was drawn, and may have no value.
pub fn resample(groups: usize, draws: Draws, mut statistic: impl FnMut(&[u32]) -> Option<f64>) -> Vec<f64> {
    let mut counts = vec![0_u32; groups];
    let mut values = Vec::new();
    let mut take = |indices: &mut dyn Iterator<Item = usize>| {
        counts.fill(0);
        for index in indices {
            if let Some(count) = counts.get_mut(index) {
                *count += 1;
            }
        }
        values.extend(statistic(&counts));
    };
    match (draws, u32::try_from(groups)) {
        (Draws::All, Ok(wide @ 1..=MAX_ALL)) => {
            for number in 0..groups.pow(wide) {
                take(&mut (0..wide).map(|digit| number / groups.pow(digit) % groups));
            }
        }
        (Draws::Seeded { seed, draws }, Ok(1..)) => {
            let mut generator = Generator::new(seed);
            for _ in 0..draws {
                take(&mut (0..groups).map(|_| generator.below(groups)));
            }
        }
        _ => {}
    }
    values.sort_by(f64::total_cmp);
    values
}
