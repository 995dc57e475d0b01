//! Whatever a model answers, what passes validation is complete, in range and sums to 1, and the order of the answers does not matter.

use tool_recovery::systemone::{Answer, Answers, ChoiceOption, Distribution, Form, Question, Valid, validate};

/// What is read of the data, one after the other; zeros at its end.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number: mostly hundredths, sometimes thousandths, anything at all, or what is none.
    fn number(&mut self) -> f64 {
        match self.byte() % 8 {
            0 => f64::from_bits(u64::from_le_bytes(std::array::from_fn(|_| self.byte()))),
            1 => [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 1.0, 1.0 + f64::EPSILON, f64::MIN_POSITIVE, -1e-9][usize::from(self.byte() % 8)],
            2 => f64::from(u16::from_le_bytes([self.byte(), self.byte()])) / 1000.0,
            3 => 1.0 / f64::from(self.byte()),
            _ => f64::from(self.byte()) / 100.0,
        }
    }

    fn label(&mut self, labels: &[&str]) -> Box<str> {
        labels[usize::from(self.byte()) % labels.len()].into()
    }

    fn probabilities(&mut self, labels: &[&str]) -> Vec<(Box<str>, f64)> {
        (0..self.byte() % 6).map(|_| (self.label(labels), self.number())).collect()
    }

    fn answer(&mut self) -> Answer {
        match self.byte() % 3 {
            0 => Answer::Choice { choice: self.label(&CHOICES), probabilities: self.probabilities(&CHOICES) },
            1 => Answer::Noul(self.number()),
            _ => Answer::Score { score: self.number(), probabilities: self.probabilities(&LEVELS) },
        }
    }
}

/// The labels of the choice, and one that is none.
const CHOICES: [&str; 4] = ["transient", "permission", "unknown", "other"];
const LEVELS: [&str; 4] = ["0", "1", "2", "01"];
const IDS: [&str; 4] = ["class", "recoverability", "correction", "another"];

fn questions() -> Vec<Question> {
    let options = CHOICES.iter().take(3).map(|label| ChoiceOption::new(*label, *label)).collect();
    vec![
        Question::new("class", "Which?", Form::Choice(options)),
        Question::new("recoverability", "Is it?", Form::Noul { yes: "yes".into(), no: "no".into() }),
        Question::new("correction", "How much?", Form::Score(vec!["none".into(), "some".into(), "all".into()])),
    ]
}

fn holds(distribution: &Distribution) {
    let probabilities = distribution.probabilities();
    assert_eq!(probabilities.len(), 3, "{distribution:?}");
    assert!(probabilities.iter().all(|p| (0.0..=1.0 + 1e-9).contains(p)), "{distribution:?}");
    assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{distribution:?}");
}

pub fn check(data: &[u8]) {
    let mut reader = Reader(data);
    let model = if reader.byte() == 0 { "" } else { "model-1" };
    let answers: Vec<_> = (0..reader.byte() % 5).map(|_| (reader.label(&IDS), reader.answer())).collect();
    let questions = questions();
    let validated = validate(&questions, Answers::new(model, answers.clone()));
    let reversed = validate(&questions, Answers::new(model, answers.iter().rev().cloned().collect()));
    assert_eq!(validated.is_ok(), reversed.is_ok(), "{answers:?}");
    let (Ok(validated), Ok(reversed)) = (validated, reversed) else { return };
    assert_eq!(validated, reversed);
    let [Valid::Choice(class), Valid::Noul(noul), Valid::Score(levels)] = &*validated.answers else { panic!("{validated:?}") };
    holds(class);
    holds(levels);
    assert!((0.0..=1.0).contains(&noul.yes()));
    let chosen = answers.iter().find_map(|(_, answer)| if let Answer::Choice { choice, .. } = answer { Some(choice) } else { None });
    let chosen = CHOICES.iter().position(|label| chosen.is_some_and(|chosen| **chosen == **label)).expect("a label");
    assert!(class.top().1 - class.probability(chosen) < 1e-8, "what was chosen is not the most probable: {answers:?}");
}
