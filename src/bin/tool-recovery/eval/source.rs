//! Rows, and the systems that answer them.

use super::systems::BuiltIn;
use crate::{Failure, files};
use clap::{Args, ValueEnum};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tool_recovery::{
    config::Classifier,
    eval::{
        bench::{Answers, Table, layered, read_predictions},
        dataset::{Body, Rows},
    },
};

#[derive(Args)]
pub(crate) struct Source {
    /// The rows, one JSON object a line
    #[arg(long, value_name = "FILE")]
    input: PathBuf,
    /// The lock of the split that the rows belong to; without this option the one beside them, if there is one
    #[arg(long, value_name = "FILE")]
    lock: Option<PathBuf>,
    /// The systems that are built in and are to answer
    #[arg(long, value_enum, value_name = "NAME", value_delimiter = ',', default_values = ["facts", "keywords"])]
    built_in: Vec<System>,
    /// The answers of another system
    #[arg(long, value_name = "NAME=FILE", value_parser = pair)]
    predictions: Vec<(String, String)>,
    /// Systems one behind the other
    #[arg(long = "layer", value_name = "NAME=A+B", value_parser = pair)]
    layers: Vec<(String, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum System {
    /// By facts alone
    Facts,
    /// By facts, then by the text rules
    Keywords,
    /// None of them
    None,
}

/// A name and what it stands for.
fn pair(text: &str) -> Result<(String, String), String> {
    let right = |name: &str| !name.is_empty() && name.len() <= 32 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    match text.split_once('=') {
        Some((name, value)) if right(name) && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("it is NAME=VALUE, with letters, digits, _ . - in the name".to_owned()),
    }
}

impl Source {
    pub(crate) fn input(&self) -> &Path {
        &self.input
    }

    /// Every file that is read.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let predictions = self.predictions.iter().map(|(_, file)| Path::new(file));
        [self.input()].into_iter().chain(self.lock()).chain(predictions)
    }

    pub(crate) fn lock(&self) -> Option<&Path> {
        self.lock.as_deref()
    }

    /// The rows as columns, the answers of every system, and the hash of the rows.
    pub(crate) fn read(&self) -> Result<(Table, Vec<Answers>, String), Failure> {
        let (table, mut systems, digest) = self.built_in()?;
        for (name, path) in &self.predictions {
            let path = Path::new(path);
            let answers = read_predictions(name, files::open(path)?, &table).map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))?;
            systems.push(answers);
        }
        self.add_layers(&mut systems, table.len())?;
        Ok((table, systems, digest))
    }

    /// Reads the rows, and has the systems that are built in answer them meanwhile.
    fn built_in(&self) -> Result<(Table, Vec<Answers>, String), Failure> {
        let mut systems = Vec::new();
        if self.built_in.contains(&System::Facts) {
            systems.push(BuiltIn::new("facts", Classifier::Off)?);
        }
        if self.built_in.contains(&System::Keywords) {
            systems.push(BuiltIn::new("keywords", Classifier::Keywords)?);
        }
        let mut rows = Rows::new(files::open(&self.input)?);
        let mut table = Table::default();
        while let Some(row) = rows.next() {
            let entry = row.map_err(|error| files::bad_row(&self.input, &error))?;
            let number = table.len();
            table.push(&entry).map_err(|error| Failure::Wrong(format!("{}: line {}: {error}", self.input.display(), rows.number())))?;
            if let Body::Recovery(row) = entry.body {
                let row = Arc::from(row);
                systems.iter_mut().for_each(|system| system.answer(number, &row));
            }
        }
        Ok((table, systems.into_iter().map(|system| system.answers).collect(), rows.digest()))
    }

    fn add_layers(&self, systems: &mut Vec<Answers>, rows: usize) -> Result<(), Failure> {
        for (name, parts) in &self.layers {
            let find = |part: &str| {
                systems
                    .iter()
                    .find(|system| system.name == part)
                    .ok_or_else(|| Failure::Wrong(format!("--layer {name}: there is no system {}", files::printable(part))))
            };
            let parts: Vec<&Answers> = parts.split('+').map(find).collect::<Result<_, _>>()?;
            let layer = layered(name, rows, &parts);
            systems.push(layer);
        }
        let names: Vec<&str> = systems.iter().map(|system| system.name.as_str()).collect();
        match names.iter().enumerate().find(|(at, name)| names.iter().position(|one| one == *name) != Some(*at)) {
            Some((_, name)) => Err(Failure::Wrong(format!("two systems are called {name}"))),
            None => Ok(()),
        }
    }
}
