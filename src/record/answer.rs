//! Answers with their full distributions.

use super::{Code, Missing, object::ObjectOnly};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
    ser::SerializeMap,
};
use std::fmt;

/// A probability: finite, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
pub struct Probability(f64);

impl Probability {
    /// Checks a number; `None` where it is no probability.
    #[must_use]
    pub fn new(p: f64) -> Option<Self> {
        (0.0..=1.0).contains(&p).then_some(Self(p))
    }

    /// As a number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Probability {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(f64::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("a probability is a number from 0 to 1"))
    }
}

/// What an evaluator answered to one criterion.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Answer<'a> {
    /// How probable it is that something is so.
    Noul {
        /// The probability.
        p: Probability,
    },
    /// How probable each of several options is.
    Choice {
        /// The options with their probabilities; at least two, each once.
        probabilities: Vec<(Code<'a>, Probability)>,
        /// What the evaluator picked.
        selected: Option<Code<'a>>,
        /// How sure it says it is. Nothing is decided by it.
        confidence_reported: Option<Probability>,
    },
    /// How probable each of several levels is, from the lowest.
    Score {
        /// The probabilities of level 0, 1, …; 2 to 10 of them.
        probabilities: Vec<Probability>,
        /// The expected level.
        expected: Option<f64>,
        /// How sure the evaluator says it is. Nothing is decided by it.
        confidence_reported: Option<Probability>,
    },
    /// No answer.
    Missing {
        /// Why.
        why: Option<Missing>,
    },
}

/// Answers by the id of their criterion, in the order in which they were given.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Answers<'a>(pub Vec<(Code<'a>, Answer<'a>)>);

impl<'a> Answers<'a> {
    /// The answer to a criterion.
    #[must_use]
    pub fn get(&self, criterion: &str) -> Option<&Answer<'a>> {
        self.0.iter().find(|(id, _)| id.as_str() == criterion).map(|(_, answer)| answer)
    }
}

impl Serialize for Answers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(id, answer)| (id, answer)))
    }
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Options<'o>(&'o [(Code<'o>, Probability)]);
        impl Serialize for Options<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(option, p)| (option, p)))
            }
        }
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Noul { p } => {
                map.serialize_entry("type", "noul")?;
                map.serialize_entry("p", p)?;
            }
            Self::Choice { probabilities, selected, confidence_reported } => {
                map.serialize_entry("type", "choice")?;
                map.serialize_entry("probabilities", &Options(probabilities))?;
                if let Some(selected) = selected {
                    map.serialize_entry("selected", selected)?;
                }
                map.serialize_entry("confidence_reported", confidence_reported)?;
            }
            Self::Score { probabilities, expected, confidence_reported } => {
                map.serialize_entry("type", "score")?;
                map.serialize_entry("probabilities", probabilities)?;
                if let Some(expected) = expected {
                    map.serialize_entry("expected", expected)?;
                }
                map.serialize_entry("confidence_reported", confidence_reported)?;
            }
            Self::Missing { why } => {
                map.serialize_entry("type", "missing")?;
                if let Some(why) = why {
                    map.serialize_entry("why", why)?;
                }
            }
        }
        map.end()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Answers<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Map;
        impl<'de> Visitor<'de> for Map {
            type Value = Answers<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("answers by criterion")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut answers: Vec<(Code<'de>, Answer<'de>)> = Vec::with_capacity(8);
                while let Some((id, answer)) = map.next_entry::<Code<'de>, Answer<'de>>()? {
                    if answers.len() >= MAX_ANSWERS || answers.iter().any(|(known, _)| *known == id) {
                        return Err(A::Error::custom("too many answers, or two to one criterion"));
                    }
                    answers.push((id, answer));
                }
                Ok(Answers(answers))
            }
        }
        deserializer.deserialize_map(Map)
    }
}

/// The most answers of one record.
const MAX_ANSWERS: usize = 64;
/// The most options of a choice.
const MAX_OPTIONS: usize = 255;
/// The most levels of a score.
const MAX_LEVELS: usize = 10;

/// Options with names, or levels without.
enum Spread<'a> {
    Options(Vec<(Code<'a>, Probability)>),
    Levels(Vec<Probability>),
}

impl<'de: 'a, 'a> Deserialize<'de> for Spread<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Spread<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("probabilities by option, or in the order of the levels")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut options: Vec<(Code<'de>, Probability)> = Vec::with_capacity(4);
                while let Some((option, p)) = map.next_entry()? {
                    if options.len() >= MAX_OPTIONS || options.iter().any(|(known, _)| *known == option) {
                        return Err(A::Error::custom("too many options, or one of them twice"));
                    }
                    options.push((option, p));
                }
                Ok(Spread::Options(options))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut levels = Vec::with_capacity(4);
                while let Some(p) = seq.next_element()? {
                    if levels.len() >= MAX_LEVELS {
                        return Err(A::Error::custom("too many levels"));
                    }
                    levels.push(p);
                }
                Ok(Spread::Levels(levels))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// The members of an answer, whatever its type. Serde's own tagged enums would copy every answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct Members<'a> {
    r#type: Type,
    p: Option<Probability>,
    probabilities: Option<Spread<'a>>,
    selected: Option<Code<'a>>,
    confidence_reported: Option<Probability>,
    expected: Option<f64>,
    why: Option<Missing>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Type {
    Noul,
    Choice,
    Score,
    Missing,
}

impl<'de: 'a, 'a> Deserialize<'de> for Answer<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Members::deserialize(ObjectOnly(deserializer))? {
            Members { r#type: Type::Noul, p: Some(p), probabilities: None, selected: None, confidence_reported: None, expected: None, why: None } => {
                Ok(Self::Noul { p })
            }
            Members {
                r#type: Type::Choice,
                p: None,
                probabilities: Some(Spread::Options(probabilities)),
                selected,
                confidence_reported,
                expected: None,
                why: None,
            } if probabilities.len() >= 2 => Ok(Self::Choice { probabilities, selected, confidence_reported }),
            Members {
                r#type: Type::Score,
                p: None,
                probabilities: Some(Spread::Levels(probabilities)),
                selected: None,
                confidence_reported,
                expected,
                why: None,
            } if probabilities.len() >= 2 => Ok(Self::Score { probabilities, expected, confidence_reported }),
            Members { r#type: Type::Missing, p: None, probabilities: None, selected: None, confidence_reported: None, expected: None, why } => {
                Ok(Self::Missing { why })
            }
            _ => Err(D::Error::custom("the members of an answer do not fit its type")),
        }
    }
}

#[cfg(test)]
#[path = "answer_schema_tests.rs"]
mod schema;
