//! `calibrate`: from where on is an answer acted on?

use crate::{
    Failure,
    eval::{Source, heldout},
    files,
    same_file::apart,
};
use clap::{ArgGroup, Args};
use std::{collections::BTreeMap, fmt::Write as _, io::Write, path::PathBuf};
use tool_recovery::eval::{
    dataset::Question,
    thresholds::{Chosen, Costs, Criterion, Objective, Policy, Refusal, SCHEMA, choose},
};

pub(crate) const LONG_ABOUT: &str = "\
Choose thresholds by stated consequences, and lock them in a file

For each question that the system answers, the edge is looked for above which answers are acted
on. --max-risk takes the highest coverage whose risk is bounded: by the exact 95% upper bound over
groups, or with --method ltt by Learn then Test over a fixed grid. --costs takes the
lowest mean cost, by the upper end of its group interval; --cost-wrong and --cost-abstain do the
same where every wrong answer costs alike. The point estimate decides nothing. Where nothing
qualifies, the file says so, and nothing is acted on.

A file of costs says for each question what each action costs under each truth:

  {\"schema\": \"costs/1\", \"questions\": {
    \"retry\": {\"no\":  {\"no\": 0, \"yes\": 5, \"abstain\": 1},
              \"yes\": {\"no\": 2, \"yes\": 0, \"abstain\": 1}}}}

Rows are what is true, columns what is done; `abstain` is the column of no answer and of errors.
For `class` the nine classes are the rows, and the columns are the actions they lead to:
retry_after (transient, rate_limited), authenticate, ask_permission, correct_arguments,
stop_repeating (wrong_tool, unsupported), install_or_start, and none (unknown, and no answer). So a
class that was missed costs nothing extra where both lead to the same action. Every row and every
column has to be there, in one unit of your choice: calls, seconds, money. Only differences within
a row move an edge. Questions that the file leaves out are not calibrated, and never acted on.

Rows that a split holds out are refused. The file names the rows it was chosen on by their hash,
and holds for one system, one model and one wording.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  tool-recovery calibrate --input splits/tune.natural.jsonl --system keywords \\
    --max-risk 0.05 --out thresholds.json
  tool-recovery calibrate --input splits/tune.natural.jsonl --predictions jev=answers.jsonl \\
    --system jev --cost-wrong 10 --cost-abstain 1 --out thresholds.json
  tool-recovery calibrate --input splits/tune.natural.jsonl --system keywords \\
    --costs fixtures/costs.json --out thresholds.json

Exit codes:
  0  the file is written
  2  the command line, a row or an answer is wrong, the rows are held out, or a file cannot be
     read or written
  4  less than 50 labelled rows or 20 groups for every question";

#[derive(Args)]
#[command(group = ArgGroup::new("objective").required(true).args(["max_risk", "cost_wrong", "costs"]))]
pub(crate) struct Calibrate {
    #[command(flatten)]
    source: Source,
    /// The system whose answers are acted on
    #[arg(long, value_name = "NAME")]
    system: String,
    /// The largest share of wrong answers among those that are acted on
    #[arg(long, value_name = "SHARE", value_parser = share)]
    max_risk: Option<f64>,
    /// How the risk is bounded
    #[arg(long, value_enum, default_value = "exact", conflicts_with_all = ["cost_wrong", "costs"])]
    method: Method,
    /// What a wrong answer costs
    #[arg(long, value_name = "COST", requires = "cost_abstain", value_parser = cost)]
    cost_wrong: Option<f64>,
    /// What an abstention costs
    #[arg(long, value_name = "COST", requires = "cost_wrong", value_parser = cost)]
    cost_abstain: Option<f64>,
    /// What each action costs under each truth, by question
    #[arg(long, value_name = "FILE")]
    costs: Option<PathBuf>,
    /// The name of the policy
    #[arg(long, default_value = "policy")]
    id: String,
    /// The version of the questions' wording
    #[arg(long, value_name = "VERSION", default_value = "1")]
    wording: String,
    /// Where the policy is written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Method {
    /// The exact upper bound over groups
    Exact,
    /// Learn then Test
    Ltt,
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| *share > 0.0 && *share < 1.0).ok_or_else(|| "it lies between 0 and 1".to_owned())
}

fn cost(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|cost: &f64| *cost >= 0.0 && cost.is_finite()).ok_or_else(|| "it is a number of at least 0".to_owned())
}

impl Calibrate {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        apart(&self.out, self.source.files().chain(self.costs.as_deref()))?;
        let objective = self.objective()?;
        let locked = heldout::find(self.source.lock(), self.source.input())?;
        if locked.as_ref().is_some_and(heldout::Locked::is_heldout) {
            return Err(Failure::Wrong("these rows are held out: thresholds are chosen on others".to_owned()));
        }
        let (table, systems, digest) = self.source.read()?;
        let system = systems
            .iter()
            .find(|system| system.name == self.system)
            .ok_or_else(|| Failure::Wrong(format!("there is no system {}", files::printable(&self.system))))?;
        let (mut chosen, mut refused) = (BTreeMap::new(), Vec::new());
        for question in table.questions() {
            let Some(column) = system.column(question) else { continue };
            match choose(&table, column, question, &objective) {
                Ok(one) => {
                    chosen.insert(question, one);
                }
                Err(Refusal::TooFew { rows, groups }) => refused.push(format!("{}: {rows} labelled rows in {groups} groups", question.id())),
                // What nobody stated costs for is not acted on.
                Err(Refusal::NoCosts) => {}
            }
        }
        if chosen.is_empty() && refused.is_empty() {
            return Err(Failure::Wrong("the file of costs has none for a question that these rows and this system have answers to".to_owned()));
        }
        if chosen.is_empty() {
            return Err(Failure::NotComputable(format!("less than 50 labelled rows or 20 groups\n{}", refused.join("\n"))));
        }
        let policy = Policy {
            schema: SCHEMA.to_owned(),
            id: self.id.clone(),
            created: heldout::seconds(),
            system: self.system.clone(),
            model_resolved: system.usage.models.iter().cloned().collect(),
            criteria: chosen.keys().map(|question| Criterion { id: question.id().to_owned(), version: self.wording.clone(), wording_digest: None }).collect(),
            dataset_digest: digest,
            split: locked.map_or_else(|| "dev".to_owned(), |locked| locked.file.split.as_str().to_owned()),
            objective: objective.to_json(),
            method: objective.method().to_owned(),
            provisional: chosen.values().any(|one| one.provisional),
            values: chosen.iter().map(|(question, one)| (question.id().to_owned(), one.values)).collect(),
            expected: chosen.iter().map(|(question, one)| (question.id().to_owned(), one.expected)).collect(),
            digest: String::new(),
        };
        files::write_json(&self.out, &policy.sealed())?;
        crate::print::print(out, &table_of(&chosen, &refused))
    }

    fn objective(&self) -> Result<Objective, Failure> {
        if let Some(path) = &self.costs {
            let costs = Costs::parse(&files::read_text(path)?).map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))?;
            return Ok(Objective::Costs(costs));
        }
        match (self.max_risk, self.cost_wrong, self.cost_abstain, self.method) {
            (Some(risk), None, _, Method::Exact) => Ok(Objective::Risk(risk)),
            (Some(risk), None, _, Method::Ltt) => Ok(Objective::ControlledRisk(risk)),
            (None, Some(wrong), Some(abstain), _) => Ok(Objective::Cost { wrong, abstain }),
            _ => Err(Failure::Wrong("either --max-risk, or --costs, or --cost-wrong and --cost-abstain".to_owned())),
        }
    }
}

fn table_of(chosen: &BTreeMap<Question, Chosen>, refused: &[String]) -> String {
    let edge = |edge: Option<f64>| edge.map_or_else(|| "never".to_owned(), |edge| format!("{edge:.3}"));
    let share = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{:.1}%", value * 100.0));
    let mut text = format!("{:<26} {:>9} {:>11} {:>9} {:>7} {:>12}\n", "question", "act above", "reject below", "coverage", "risk", "risk at most");
    // Writing to a string cannot fail.
    for (question, one) in chosen {
        let provisional = if one.provisional { "  provisional: less than 200 rows or 50 groups" } else { "" };
        let _ = writeln!(
            text,
            "{:<26} {:>9} {:>11} {:>9} {:>7} {:>12}{provisional}",
            question.id(),
            edge(one.values.act_at),
            edge(one.values.reject_at),
            share(Some(one.expected.coverage)),
            share(one.expected.risk),
            share(one.expected.ci.upper)
        );
        if let Some(cost) = one.expected.cost {
            let end = |end: Option<f64>| end.map_or_else(|| "-".to_owned(), |end| format!("{end:.3}"));
            let _ =
                writeln!(text, "  costs {:.3} a row ({} to {}); never acting costs {:.3}", cost.mean, end(cost.ci.lower), end(cost.ci.upper), cost.inaction);
        }
    }
    for line in refused {
        let _ = writeln!(text, "not computable for {line}");
    }
    text
}
