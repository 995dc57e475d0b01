//! The text classifier that a configuration chooses.

use super::{Classification, Classify, TextEvidence};
use crate::config::Classifier;

/// Reads text by rules, or not at all.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TextClassifier {
    /// The mode `off`: no text is read.
    Off,
    /// The text rules: the mode `keywords`, and the fallback of every mode with a decision model.
    #[cfg(feature = "keywords")]
    Keywords(super::Keywords),
}

impl TextClassifier {
    /// The text classifier of a mode.
    #[must_use]
    pub fn of(mode: Classifier) -> Self {
        match mode {
            Classifier::Off => Self::Off,
            #[cfg(feature = "keywords")]
            Classifier::Keywords | Classifier::Compare | Classifier::Jev => Self::Keywords(super::Keywords::new()),
            #[cfg(not(feature = "keywords"))]
            Classifier::Keywords | Classifier::Compare | Classifier::Jev => Self::Off,
        }
    }
}

impl Classify for TextClassifier {
    fn classify(&self, evidence: &TextEvidence<'_>) -> Classification {
        match self {
            Self::Off => ().classify(evidence),
            #[cfg(feature = "keywords")]
            Self::Keywords(keywords) => keywords.classify(evidence),
        }
    }
}

#[cfg(feature = "keywords")]
impl Classify for super::Keywords {
    fn classify(&self, evidence: &TextEvidence<'_>) -> Classification {
        Self::classify(self, evidence)
    }
}
