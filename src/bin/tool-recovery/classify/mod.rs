//! `classify`: what would the stack have made of these recorded failures?

mod answers;
mod deciding;
mod facts;
mod heads;
mod help;
#[cfg(feature = "jev")]
mod jev;
mod observing;
mod order;
pub(crate) mod replay;

pub(crate) use help::{EXAMPLES, LONG_ABOUT};

use crate::{Failure, check_config, complaints::Complaints, same_file::are_one, why::why};
use clap::{Args, ValueEnum};
use deciding::Deciding;
use order::{Order, Refusal};
use replay::Replay;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, IsTerminal as _, Write},
    path::{Path, PathBuf},
};
#[cfg(feature = "jev")]
use tool_recovery::jev::Jev;
use tool_recovery::{
    classify::TextClassifier,
    config::{Classifier, RecoveryConfig},
    corpus::lines::{MAX_LINE, Read, read_line},
};

#[derive(Args)]
pub(crate) struct Classify {
    /// The rows, one JSON object a line; `-` is standard input
    #[arg(long, value_name = "FILE", default_value = "-")]
    input: PathBuf,
    /// Where the answers go, one JSON object a line; `-` is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// How failures that the facts leave open are classified, whatever the configuration says
    #[arg(long, value_enum)]
    mode: Option<Mode>,
    /// A configuration as `check-config` reads it, with the environment over it; without one the defaults apply
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// How many MiB of rows and answers may wait for a session to be complete
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..=16384))]
    hold: u16,
    #[cfg(feature = "jev")]
    #[command(flatten)]
    jev: jev::JevOptions,
}

#[derive(Clone, Copy, ValueEnum)]
enum Mode {
    /// By facts alone
    Off,
    /// By facts, then by the text rules
    Keywords,
    /// By facts, then by the text rules where they are certain, then by a decision model: scrubbed parts of failures leave this process
    #[cfg(feature = "jev")]
    Jev,
}

/// How often progress is shown, in lines.
const PROGRESS: u64 = 10_000;

impl Classify {
    pub(crate) fn run(&self, notes: &mut impl Write) -> Result<(), Failure> {
        let config = self.configuration()?;
        self.check_paths()?;
        let mut input = self.open()?;
        let out = self.create()?;
        let replay = self.replay(config)?;
        let mut order = Order::new(out, replay, usize::from(self.hold) * 1024 * 1024);
        match self.copy(&mut input, &mut order, notes) {
            Ok((_, 0)) => Ok(()),
            Ok((lines, bad)) => Err(Failure::Wrong(format!("{bad} of {lines} lines have no answer; every other line has one"))),
            // Whoever reads the output has seen enough.
            Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(Stop::Output(error)) => Err(Failure::Io(format!("{} cannot be written: {}", name(&self.output, "standard output"), why(error.kind())))),
            Err(Stop::Input(error)) => Err(Failure::Io(format!("{} cannot be read: {}", name(&self.input, "standard input"), why(error.kind())))),
        }
    }

    #[cfg(not(feature = "jev"))]
    fn replay(&self, config: RecoveryConfig) -> Result<Replay, Failure> {
        let text = TextClassifier::of(config.classifier);
        let deciding = Deciding::nobody().map_err(Failure::Wrong)?;
        Replay::new(config, text, deciding).map_err(|error| Failure::Wrong(error.to_string()))
    }

    #[cfg(feature = "jev")]
    fn replay(&self, mut config: RecoveryConfig) -> Result<Replay, Failure> {
        let asks = config.classifier == Classifier::Jev;
        let jev = if asks { self.jev.evaluator(&mut config)? } else { Jev::builder().build().map_err(|error| Failure::Wrong(error.to_string()))? };
        let deciding = Deciding::new(jev).map_err(|error| Failure::Io(format!("no runtime: {}", why(error.kind()))))?;
        let text = TextClassifier::of(if asks && self.jev.alone() { Classifier::Off } else { config.classifier });
        Replay::new(config, text, deciding).map_err(|error| Failure::Wrong(error.to_string()))
    }

    fn configuration(&self) -> Result<RecoveryConfig, Failure> {
        let mut config = match &self.config {
            Some(file) => check_config::load(file).map_err(Failure::Wrong)?,
            None => RecoveryConfig::default(),
        };
        if let Some(mode) = self.mode {
            config.classifier = match mode {
                Mode::Off => Classifier::Off,
                Mode::Keywords => Classifier::Keywords,
                #[cfg(feature = "jev")]
                Mode::Jev => Classifier::Jev,
            };
        }
        Ok(config)
    }

    /// Creating the output would empty the input.
    fn check_paths(&self) -> Result<(), Failure> {
        let standard = Path::new("-");
        if self.input != standard && self.output != standard && are_one(&self.input, &self.output) {
            return Err(Failure::Wrong("the input and the output are the same file".to_owned()));
        }
        Ok(())
    }

    fn open(&self) -> Result<Box<dyn BufRead>, Failure> {
        if self.input == Path::new("-") {
            return Ok(Box::new(io::stdin().lock()));
        }
        match File::open(&self.input) {
            Ok(file) => Ok(Box::new(BufReader::with_capacity(64 * 1024, file))),
            Err(error) => Err(Failure::Io(format!("{} cannot be read: {}", self.input.display(), why(error.kind())))),
        }
    }

    fn create(&self) -> Result<BufWriter<Box<dyn Write>>, Failure> {
        let out: Box<dyn Write> = if self.output == Path::new("-") {
            Box::new(io::stdout().lock())
        } else {
            match File::create(&self.output) {
                Ok(file) => Box::new(file),
                Err(error) => return Err(Failure::Io(format!("{} cannot be written: {}", self.output.display(), why(error.kind())))),
            }
        };
        Ok(BufWriter::with_capacity(64 * 1024, out))
    }

    /// Answers every line. Returns how many lines there were, and how many of them have no answer.
    fn copy(&self, input: &mut impl BufRead, order: &mut Order<impl Write>, notes: &mut impl Write) -> Result<(u64, u64), Stop> {
        let answers_on_terminal = self.output == Path::new("-") && io::stdout().is_terminal();
        let shown = io::stderr().is_terminal() && !answers_on_terminal;
        let (mut line, mut number, mut bad) = (Vec::new(), 0, Complaints::default());
        loop {
            let complaint = match read_line(input, &mut line).map_err(Stop::Input)? {
                Read::End => break,
                Read::TooLong => Some(format!("longer than {MAX_LINE} bytes")),
                Read::Line => answered(order, text(&line, number == 0))?,
            };
            number += 1;
            if let Some(complaint) = complaint {
                bad.tell(notes, format_args!("line {number}: {complaint}"));
            }
            if shown && number % PROGRESS == 0 {
                let _ = write!(notes, "\r{number} lines, {} without an answer ", bad.count());
            }
        }
        if shown && number >= PROGRESS {
            let _ = writeln!(notes);
        }
        match order.finish() {
            Ok(()) => {}
            Err(Refusal::Io(error)) => return Err(Stop::Output(error)),
            Err(refusal) => bad.tell(notes, format_args!("a row of a session: {}", complaint(&refusal))),
        }
        bad.finish(notes);
        Ok((number, bad.count()))
    }
}

/// Why the whole run ended early.
enum Stop {
    Input(io::Error),
    Output(io::Error),
}

/// The line without a byte order mark before the first one.
fn text(line: &[u8], first: bool) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").filter(|_| first).unwrap_or(line)
}

/// Takes a line; a blank one is passed over. `Some` says why it has no answer.
fn answered(order: &mut Order<impl Write>, line: &[u8]) -> Result<Option<String>, Stop> {
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    match order.take(line) {
        Ok(()) => Ok(None),
        Err(Refusal::Io(error)) => Err(Stop::Output(error)),
        Err(refusal) => Ok(Some(complaint(&refusal))),
    }
}

fn complaint(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Fault(fault) => fault.to_string(),
        Refusal::Late => "its session was taken for complete because too much waited: let the rows of a session stand together, or raise --hold".to_owned(),
        Refusal::Other(message) => message.clone(),
        Refusal::Io(error) => why(error.kind()).into_owned(),
    }
}

fn name(path: &Path, standard: &str) -> String {
    if path == Path::new("-") { standard.to_owned() } else { path.display().to_string() }
}
