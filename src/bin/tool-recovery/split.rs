//! `split`: hold whole groups out, and lock it.

use crate::{Failure, files};
use clap::{Args, ValueEnum};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
    path::{Path, PathBuf},
};
use tool_recovery::eval::{
    dataset::{DatasetDigest, Entry, Relation, Role, Rows},
    metrics::Part,
    split::{By, Lock, LockedFile, Member, Plan, leaks, plan},
};

pub(crate) const LONG_ABOUT: &str = "\
Split a dataset into train, tune and heldout, by whole groups

Rows of one tool family stay together (or only those of one template, with --by template), and so
do rows of one session, of one incident, and rows that repeat each other word for word. The part
of a group is decided by SHA-256 over the salt and the group's name: 60% train, 20% tune, 20%
heldout, by groups. Roles never share a file: what was over-sampled is not pooled with what came
as it came.

The directory gets PART.ROLE.jsonl and split.lock.json, which names the hash of the dataset and of
each file, the groups, and what leaks. --check reads such a directory again.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  tool-recovery split --input rows.jsonl --out splits/
  tool-recovery split --check splits/

Exit codes:
  0  the split is written, or the check found nothing
  1  the check found a file that was changed, or a leak
  2  the command line or a row is wrong, or a file cannot be read or written
  4  one group has more than half of the rows: no split of it says anything";

const LOCK: &str = "split.lock.json";

#[derive(Args)]
pub(crate) struct Split {
    /// The rows, one JSON object a line
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    input: Option<PathBuf>,
    /// The directory for the parts and the lock; it is made where it is missing
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// The seed
    #[arg(long, default_value = "split-v1")]
    salt: String,
    /// What keeps rows together, beside sessions, incidents and repetitions
    #[arg(long, value_enum, default_value = "family")]
    by: Group,
    /// Check a directory that was written before
    #[arg(long, value_name = "DIR", conflicts_with_all = ["input", "out"])]
    check: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Group {
    Family,
    Template,
}

impl Split {
    pub(crate) fn run(&self, out: &mut impl Write, notes: &mut impl Write) -> Result<(), Failure> {
        match (&self.check, &self.input, &self.out) {
            (Some(directory), ..) => check(directory, out),
            (None, Some(input), Some(directory)) => self.write(input, directory, out, notes),
            _ => Err(Failure::Wrong("--input and --out are needed".to_owned())),
        }
    }

    fn write(&self, input: &Path, directory: &Path, out: &mut impl Write, notes: &mut impl Write) -> Result<(), Failure> {
        let by = match self.by {
            Group::Family => By::Family,
            Group::Template => By::Template,
        };
        let (members, dataset) = members(input)?;
        unique(&members)?;
        let plan = plan(&members, by, &self.salt);
        warn(&plan, notes)?;
        std::fs::create_dir_all(directory).map_err(|error| files::unwritable(directory, &error))?;
        let locked = write_parts(input, directory, &members, &plan)?;
        let found = leaks(members.iter().zip(plan.assigned.iter().map(|row| row.split)));
        let lock = Lock::new(plan, by, &self.salt, dataset, locked, found);
        files::write_json(&directory.join(LOCK), &lock)?;
        crate::print::print(out, &table(&lock))
    }
}

/// The rows of a file, and its hash.
fn members(input: &Path) -> Result<(Vec<Member>, String), Failure> {
    let mut rows = Rows::new(files::open(input)?);
    let mut members = Vec::new();
    for row in rows.by_ref() {
        members.push(Member::of(&row.map_err(|error| files::bad_row(input, &error))?));
    }
    Ok((members, rows.digest()))
}

fn unique(members: &[Member]) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    match members.iter().position(|member| !seen.insert(&member.id)) {
        Some(at) => Err(Failure::Wrong(format!("row {} has the id of an earlier row", at + 1))),
        None if members.is_empty() => Err(Failure::NotComputable("there are no rows".to_owned())),
        None => Ok(()),
    }
}

fn warn(plan: &Plan, notes: &mut impl Write) -> Result<(), Failure> {
    let Some((name, rows, share)) = plan.biggest() else { return Ok(()) };
    let name = files::printable(name);
    if share > 0.5 {
        return Err(Failure::NotComputable(format!("the group of {name} has {rows} rows, {:.0}% of all: no split of them says anything", share * 100.0)));
    }
    if share > 0.2 {
        // Nothing is left to do where standard error is closed.
        let _ = writeln!(notes, "warning: the group of {name} has {rows} rows, {:.0}% of all: one part is mostly about it", share * 100.0);
    }
    Ok(())
}

/// A file that is being written.
struct Writing {
    file: std::io::BufWriter<std::fs::File>,
    path: PathBuf,
    digest: DatasetDigest,
    rows: u64,
    groups: BTreeSet<String>,
    reissued: [u64; 3],
}

fn write_parts(input: &Path, directory: &Path, members: &[Member], plan: &Plan) -> Result<Vec<LockedFile>, Failure> {
    let mut rows = Rows::new(files::open(input)?);
    let mut parts: BTreeMap<(Part, Role), Writing> = BTreeMap::new();
    for (member, assigned) in members.iter().zip(&plan.assigned) {
        let line =
            rows.next_line().map_err(|error| files::bad_row(input, &error))?.ok_or_else(|| Failure::Wrong("the input was changed meanwhile".to_owned()))?;
        let key = (assigned.split, member.role);
        let writing = match parts.entry(key) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => entry.insert(Writing::new(directory, key)?),
        };
        writing.row(line, member, &assigned.component)?;
    }
    parts.into_iter().map(|((split, role), writing)| writing.finish(split, role)).collect()
}

impl Writing {
    fn new(directory: &Path, (split, role): (Part, Role)) -> Result<Self, Failure> {
        let path = directory.join(format!("{}.{}.jsonl", split.as_str(), role.as_str()));
        let file = files::create(&path)?;
        Ok(Self { file, path, digest: DatasetDigest::default(), rows: 0, groups: BTreeSet::new(), reissued: [0; 3] })
    }

    fn row(&mut self, line: &[u8], member: &Member, component: &str) -> Result<(), Failure> {
        self.file.write_all(line).and_then(|()| self.file.write_all(b"\n")).map_err(|error| files::unwritable(&self.path, &error))?;
        self.digest.line(line);
        self.rows += 1;
        if !self.groups.contains(component) {
            self.groups.insert(component.to_owned());
        }
        let [identical, corrected, rewritten] = &mut self.reissued;
        match member.relation {
            Some(Relation::IdenticalReissue) => *identical += 1,
            Some(Relation::Corrected) => *corrected += 1,
            Some(Relation::Rewritten) => *rewritten += 1,
            None => {}
        }
        Ok(())
    }

    fn finish(mut self, split: Part, role: Role) -> Result<LockedFile, Failure> {
        self.file.flush().map_err(|error| files::unwritable(&self.path, &error))?;
        let name = self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(LockedFile { name, split, role, rows: self.rows, groups: self.groups.len() as u64, reissued: self.reissued, digest: self.digest.finish() })
    }
}

fn check(directory: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let lock: Lock = files::read_json(&directory.join(LOCK))?;
    let mut rows: Vec<(Member, Part)> = Vec::new();
    let mut wrong = Vec::new();
    for file in &lock.files {
        let path = directory.join(Path::new(&file.name).file_name().unwrap_or_default());
        let mut reader = Rows::new(files::open(&path)?);
        for row in reader.by_ref() {
            let entry: Entry = row.map_err(|error| files::bad_row(&path, &error))?;
            if entry.role != file.role {
                wrong.push(format!("{}: a row of another role", files::printable(&file.name)));
            }
            rows.push((Member::of(&entry), file.split));
        }
        if reader.digest() != file.digest {
            wrong.push(format!("{}: it was changed after the split", files::printable(&file.name)));
        }
    }
    let found = leaks(rows.iter().map(|(member, part)| (member, *part)));
    wrong.extend(found.iter().map(|leak| format!("{:?} leak: {} and {}", leak.kind, files::printable(&leak.one), files::printable(&leak.other))));
    wrong.dedup();
    if wrong.is_empty() {
        return crate::print::print(out, &format!("{} files with {} rows are as they were locked, and nothing leaks\n", lock.files.len(), rows.len()));
    }
    Err(Failure::Gate(wrong.join("\n")))
}

fn table(lock: &Lock) -> String {
    let mut text = format!("{:<28} {:>8} {:>7} {:>7} {:>9} {:>9}\n", "file", "rows", "groups", "reissue", "corrected", "rewritten");
    for file in &lock.files {
        let [identical, corrected, rewritten] = file.reissued;
        text.push_str(&format!("{:<28} {:>8} {:>7} {:>7} {:>9} {:>9}\n", file.name, file.rows, file.groups, identical, corrected, rewritten));
    }
    text.push_str(&format!("biggest group: {:.1}% of {} rows; leaks: {}\n", lock.biggest_component_share * 100.0, lock.rows, lock.leaks.len()));
    text
}
