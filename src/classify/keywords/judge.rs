//! Weighs what was found: the words' own strength, their place, and what the status suggests.

use super::fallback::Prior;
use super::matcher::{Entry, What};
use super::mention;
use super::number;
use super::rule::{Shape, Sign, Strength};
use crate::classify::text::fields::{Fields, Kind};
use crate::classify::text::lines::{Layout, Role, find_ignore_case, line_around};
use crate::classify::text::message;
use crate::classify::{Class, Subkind, TextEvidence};
use crate::facts::Code;
use std::cell::OnceCell;

/// The most that place adds to the score of a finding.
const MOST_WEIGHT: i32 = 3;

/// The most second halves that are looked for in one verdict.
const MOST_HALVES: u32 = 512;

/// The most words that are looked for in the arguments in one verdict; a word that repeats itself counts once.
const MOST_ECHOES: u32 = 64;

/// How far the two halves of a rule's words may stand apart, in bytes.
const REACH: usize = 160;

/// Words that decide, so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) score: i32,
    pub(super) class: Class,
    pub(super) subkind: Option<Subkind>,
    pub(super) rule: &'static str,
    pub(super) sign: Sign,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A line or a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    start: usize,
    end: usize,
    /// The end without the line end that a word may stand on.
    line_end: usize,
    /// What it says; not known yet for a line of which no word means anything.
    role: Option<Role>,
}

impl Place {
    const NOWHERE: Self = Self { start: 1, end: 0, line_end: 0, role: None };
}

/// The state of one verdict.
pub(super) struct Judge<'a> {
    text: &'a str,
    evidence: &'a TextEvidence<'a>,
    layout: Layout,
    fields: Fields,
    prior: Prior,
    /// Where the last word stood, as far as that holds for its neighbours.
    last: Place,
    /// Where words do not count since something tried to steer the reader.
    steered: (usize, usize),
    best: Option<Finding>,
    /// How many second halves were looked for.
    halves: u32,
    /// How many words were looked for in the arguments, and the last of them with what was found.
    echoes: u32,
    echo: (&'a str, bool),
    /// The bounds of the message, once somebody asked for them.
    message: OnceCell<(usize, usize)>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(text: &'a str, evidence: &'a TextEvidence<'a>, prior: Prior) -> Self {
        let (layout, fields) = (Layout::new(text), Fields::new(text));
        Self {
            text,
            evidence,
            layout,
            fields,
            prior,
            last: Place::NOWHERE,
            steered: (0, 0),
            best: None,
            halves: 0,
            echoes: 0,
            echo: ("", false),
            message: OnceCell::new(),
        }
    }

    pub(super) fn best(&self) -> Option<Finding> {
        self.best
    }

    /// The bounds of the message that decides by its place.
    pub(super) fn message(&self) -> (usize, usize) {
        *self.message.get_or_init(|| message(self.text, &self.fields, &self.layout))
    }

    /// Takes one found word into account.
    pub(super) fn consider(&mut self, entry: &Entry, start: usize, end: usize) {
        if (self.steered.0..self.steered.1).contains(&start) || self.is_beaten(entry, start, end) {
            return;
        }
        let place = self.place(start);
        let (from, until) = (place.start, place.end);
        let (finding, quotable) = match entry.what {
            What::Steer => {
                self.steered = (start, until.max(line_around(self.text, start).1));
                return;
            }
            What::Name(group) => {
                let Some(strength) = self.name_strength(entry, start, end, from, group.sure) else { return };
                (Finding { score: strength, class: group.class, subkind: group.subkind, rule: group.rule, sign: sign_of(group.rule), start, end }, false)
            }
            What::Rule(rule) => {
                if !self.is_meant(entry, rule.shape, start, end, from, until) {
                    return;
                }
                let quotable = rule.shape != Shape::Exact;
                (Finding { score: rule.strength as i32, class: rule.class, subkind: rule.subkind, rule: rule.id, sign: rule.sign, start, end }, quotable)
            }
        };
        // Who is refused may also be told which methods and endpoints another one may use.
        if self.prior.rule == "http.403" && ["http.reason.405", "http.code.method"].contains(&finding.rule) {
            return;
        }
        // An exception in a server's own code, which it could not answer for.
        if self.prior.rule == "http.500" && finding.class == Class::WrongArguments && self.is_exception(start) {
            return;
        }
        let Some(weight) = self.role(place).weight() else { return };
        // With exit 127, what is missing is the program.
        let spawning = self.layout.spawning || self.prior.rule == "exit.127";
        let finding = if spawning && ["errno.noent", "errno.number.noent", "lang.noent", "exception.file"].iter().any(|rule| finding.rule.starts_with(rule)) {
            Finding { class: Class::Unavailable, subkind: Some(Subkind::Module), rule: "program.spawn", ..finding }
        } else {
            finding
        };
        // A JSON-RPC server that calls an exception of a script its own internal error says nothing of the arguments.
        let inside = self.evidence.code == Some(&Code::JsonRpc(-32603)) && ["script.name", "script.type"].contains(&finding.rule);
        let finding = if inside { Finding { class: Class::Unknown, rule: "exception.inside", ..finding } } else { finding };
        let finding = self.of_argument(self.of_system(finding, from));
        let bonus = i32::from(self.prior.class == Some(finding.class));
        let finding = Finding { score: finding.score * 2 + weight + bonus, ..finding };
        if self.is_better(&finding) && !(quotable && self.is_mention(from, until, start, end)) {
            self.best = Some(finding);
        }
    }

    /// A file of the system that the arguments do not name is missed by the program, not by the caller: `cannot open /dev/i2c-1: No such file or directory`.
    fn of_system(&self, finding: Finding, from: usize) -> Finding {
        let missing = finding.rule == "errno.noent" && self.evidence.arguments.is_some();
        let line = || self.text.get(finding.start.saturating_sub(REACH).max(from)..finding.start);
        let Some(subkind) = missing.then(line).flatten().and_then(|line| mention::system_file(self.evidence.arguments, line)) else { return finding };
        Finding { class: Class::Unavailable, subkind: Some(subkind), rule: "path.system", sign: Sign::None, ..finding }
    }

    /// What is said of an argument is not said of the world: `invalid timeout argument`.
    fn of_argument(&self, finding: Finding) -> Finding {
        let other = matches!(finding.class, Class::Transient | Class::RateLimited | Class::Permission | Class::Authentication | Class::Unavailable);
        if other && mention::is_kind_of_argument(self.text, finding.start, finding.end, finding.class == Class::Authentication) {
            return Finding { class: Class::WrongArguments, subkind: None, rule: "argument.kind", sign: Sign::None, ..finding };
        }
        finding
    }

    /// Whether the word cannot change the verdict, wherever it stands. It keeps a text that repeats itself cheap.
    fn is_beaten(&self, entry: &Entry, start: usize, end: usize) -> bool {
        let Some(best) = self.best.as_ref().filter(|best| best.start < start || end < best.end) else { return false };
        let (strength, class, subkind, sign) = match entry.what {
            What::Steer => return false,
            What::Rule(rule) => (rule.strength, rule.class, rule.subkind, rule.sign),
            What::Name(group) => (if group.sure { Strength::Sure } else { Strength::Usual }, group.class, group.subkind, sign_of(group.rule)),
        };
        let most = strength as i32 * 2 + MOST_WEIGHT + i32::from(self.prior.class == Some(class));
        best.score > most || (best.score == most && (best.class, best.subkind, best.sign) == (class, subkind, sign))
    }

    /// The line or the field around `at`.
    fn place(&mut self, at: usize) -> Place {
        if (self.last.start..self.last.end).contains(&at) {
            return self.last;
        }
        let Some(kind) = self.fields.kind_at(at) else {
            let (start, end) = line_around(self.text, at);
            let line = Place { start, end: end.max(at + 1), line_end: end, role: None };
            // A body may begin on the same line: what is known of the line then holds for this place only.
            self.last = if self.fields.touches(start, end) { Place::NOWHERE } else { line };
            return line;
        };
        let role = match kind {
            Kind::Code | Kind::Message => Role::Decisive,
            Kind::Other if self.fields.page => Role::Aside,
            Kind::Other => Role::Plain,
            Kind::Echo => Role::Ignored,
        };
        let (start, end) = match self.fields.field_at(at) {
            Some(field) => (field.start, field.end.max(at + 1)),
            None if self.fields.page => line_around(self.text, at),
            None => (at, at + 1),
        };
        let end = end.max(at + 1);
        let place = Place { start, end, line_end: end, role: Some(role) };
        // Elements of markup nest; the fields of JSON do not.
        self.last = if self.fields.page { Place::NOWHERE } else { place };
        place
    }

    /// What the place of a word says. The role of a line is worked out for the first word that means something there.
    fn role(&mut self, place: Place) -> Role {
        let role = place.role.unwrap_or_else(|| self.layout.role(self.text, place.start, place.line_end));
        if self.last == place {
            self.last.role = Some(role);
        }
        role
    }

    /// Whether the word is the rule's word: whole, in its spelling, with its other half, where it is expected.
    fn is_meant(&mut self, entry: &Entry, shape: Shape, start: usize, end: usize, from: usize, until: usize) -> bool {
        let code_field = matches!(shape, Shape::Status | Shape::Code) && self.fields.kind_at(start) == Some(Kind::Code);
        match shape {
            Shape::Status => number::is_status(self.text, start, end, code_field),
            Shape::Exact => entry.exact == self.text.get(start..end) && mention::is_whole(self.text, start, end, false),
            Shape::Code => {
                // In a place for a code may stand a sentence: one word of it is no code.
                let expected = !entry.bare || self.fills(start, end, from, until) || (code_field && !self.is_sentence(from, until));
                self.is_identifier(start, end, from, until) && expected
            }
            Shape::Part => self.is_part(start, end, from, until),
            Shape::Phrase => {
                mention::is_whole(self.text, start, end, entry.open)
                    && (!entry.digit || start.checked_sub(1).and_then(|i| self.text.as_bytes().get(i)).is_some_and(u8::is_ascii_digit))
                    && (!entry.first || self.begins(from, start))
                    && entry.before.is_none_or(|words| self.holds(words, from.max(start.saturating_sub(REACH)), start, entry.one_word, true))
                    && entry.after.is_none_or(|words| self.holds(words, end, until.min(end + REACH), entry.one_word, false))
            }
        }
    }

    /// An identifier ends where it ends, or goes on with `Exception`, `Error` or `Fault`.
    fn is_identifier(&self, start: usize, end: usize, from: usize, until: usize) -> bool {
        let bytes = self.text.as_bytes();
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let joined = self.text.get(start..end).is_some_and(|word| word.bytes().all(|b| b.is_ascii_alphanumeric()));
        let camel = joined
            && self.text.get(start + 1..end).is_some_and(|rest| rest.bytes().any(|b| b.is_ascii_uppercase()) && rest.bytes().any(|b| b.is_ascii_lowercase()));
        if joined && !camel && self.fields.kind_at(start) != Some(Kind::Code) && !self.fills(start, end, from, until) {
            return false;
        }
        if start.checked_sub(1).and_then(|i| bytes.get(i)).is_some_and(|b| is_word(b) || matches!(b, b'/' | b'\\')) && !self.is_namespaced(start, end) {
            return false;
        }
        // `rate_limit.rs` is a file; `InvalidParameter.Malformed` is a code.
        if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_lowercase) {
            return false;
        }
        let rest = self.text.get(end..).unwrap_or_default();
        let rest = ["Exception", "Error", "Fault", "_error", "_exception", "_ERROR"].iter().find_map(|suffix| rest.strip_prefix(suffix)).unwrap_or(rest);
        !rest.as_bytes().first().is_some_and(is_word)
    }

    /// Whether the word that begins at `start` is the name of an exception type.
    fn is_exception(&self, start: usize) -> bool {
        let word = self.text.get(start..).unwrap_or_default().split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        word.ends_with("Error") || word.ends_with("Exception")
    }

    /// Whether more than one word stands in the field.
    fn is_sentence(&self, from: usize, until: usize) -> bool {
        self.text.get(from..until).is_some_and(|value| value.trim().contains(char::is_whitespace))
    }

    /// Whether the word is all there is, or all there is before a colon.
    fn fills(&self, start: usize, end: usize, from: usize, until: usize) -> bool {
        let before = self.text.get(from..start).unwrap_or_default().trim();
        let after = self.text.get(end..until).unwrap_or_default().trim();
        (before.is_empty() || before.ends_with(':') || before.ends_with('='))
            && (after.is_empty() || after.starts_with(':') || after == "\"" || after.starts_with(" ("))
    }

    /// Whether the other half stands between `from` and `until`; with `one_word`, with one word between the halves.
    fn holds(&mut self, words: &str, from: usize, until: usize, one_word: bool, before: bool) -> bool {
        let from = (from..=until).find(|i| self.text.is_char_boundary(*i)).unwrap_or(until);
        let until = (from..=until).rev().find(|i| self.text.is_char_boundary(*i)).unwrap_or(from);
        self.halves += 1;
        let Some(part) = self.text.get(from..until).filter(|_| self.halves <= MOST_HALVES) else { return false };
        let Some(at) = find_ignore_case(part, words) else { return false };
        // `profile` does not hold `file`.
        let is_word = |i: Option<usize>| i.and_then(|i| part.as_bytes().get(i)).is_some_and(u8::is_ascii_alphanumeric);
        if before && is_word(at.checked_sub(1)) && is_word(Some(at)) {
            return false;
        }
        if !one_word {
            return true;
        }
        let between = if before { part.get(at + words.len()..) } else { part.get(..at) };
        between.is_some_and(|between| between.split_ascii_whitespace().count() == 1)
    }

    /// Whether the identifier stands in brackets or quotation marks behind the name of what it is a code of: `(auth/wrong-password)`.
    fn is_namespaced(&self, start: usize, end: usize) -> bool {
        let bytes = self.text.as_bytes();
        let opens = |at: usize| matches!(bytes.get(at.wrapping_sub(1)), Some(b'(' | b'[' | b'"' | b'\''));
        let space = start.checked_sub(1).filter(|at| bytes.get(*at) == Some(&b'/')).unwrap_or(start);
        let name = bytes.iter().take(space).rev().take(32).take_while(|b| b.is_ascii_lowercase() || **b == b'-').count();
        space < start && name > 0 && opens(space - name) && matches!(bytes.get(end), Some(b')' | b']' | b'"' | b'\''))
    }

    /// Whether a part of an identifier ends or begins it, and the identifier stands where one is expected.
    fn is_part(&self, start: usize, end: usize, from: usize, until: usize) -> bool {
        let bytes = self.text.as_bytes();
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
        let first = start - bytes.iter().take(start).rev().take(64).take_while(|b| is_word(b)).count();
        let last = end + bytes.iter().skip(end).take(64).take_while(|b| is_word(b)).count();
        let upper = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_uppercase);
        let camel = upper(start) && self.text.get(start..end).is_some_and(|word| word.bytes().any(|b| b.is_ascii_lowercase()));
        let begins = first == start || matches!(bytes.get(start.wrapping_sub(1)), Some(b'_' | b'-')) || camel;
        let ends = last == end
            || matches!(bytes.get(end), Some(b'_' | b'-'))
            || (camel && upper(end))
            || (camel && bytes.get(end..last).is_some_and(|rest| rest == b"s" || rest == b"ed"));
        let compound = bytes
            .get(first..last)
            .is_some_and(|word| word.contains(&b'_') || word.windows(2).any(|two| matches!(two, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase())));
        let code_field = self.fields.kind_at(start) == Some(Kind::Code) && !self.is_sentence(from, until);
        let namespaced = self.is_namespaced(first, last);
        let opens = first == start || is_general_prefix(self.text.get(first..start).unwrap_or_default());
        let rest = self.text.get(end..last).unwrap_or_default();
        let closes = rest.is_empty() || ["s", "Exception", "Error", "Fault", "_error", "_exception"].contains(&rest);
        // These say no more than status 400.
        if matches!(self.text.get(first..last), Some("invalid_request_error" | "invalid_request" | "InvalidRequest" | "InvalidRequestError")) {
            return false;
        }
        if !begins || !ends || !(compound || code_field || namespaced) || !(opens || closes) {
            return false;
        }
        let qualified = first - bytes.iter().take(first).rev().take(64).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b':')).count();
        let listed = bytes.get(first.wrapping_sub(2)..first) == Some(b", ");
        let set_off = (matches!(bytes.get(qualified.wrapping_sub(1)), Some(b'(' | b'[')) || listed) && matches!(bytes.get(last), Some(b')' | b']'));
        let titled = bytes.get(last) == Some(&b':') && bytes.get(last + 1).is_none_or(u8::is_ascii_whitespace);
        code_field || namespaced || (compound && (set_off || titled || self.fills(qualified, last, from, until)))
    }

    /// Whether nothing but a name and a colon stands before the word.
    fn begins(&self, from: usize, start: usize) -> bool {
        let before = self.text.get(from..start).unwrap_or_default().trim_end();
        before.is_empty() || before.ends_with([':', ']', '>', '|', '"'])
    }

    /// How much the name of an exception type says here: at the head of the message, or as the cause in brackets; elsewhere it is a mention.
    fn name_strength(&self, entry: &Entry, start: usize, end: usize, from: usize, sure: bool) -> Option<i32> {
        let bytes = self.text.as_bytes();
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        if entry.exact != self.text.get(start..end) || bytes.get(end).is_some_and(is_word) {
            return None;
        }
        let head = self.text.get(from..start)?;
        let qualified = head.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ':' | '_' | '\\' | '$'));
        if qualified.len() == head.len() && bytes.get(start.wrapping_sub(1)).is_some_and(is_word) {
            return None;
        }
        if bytes.get(start.wrapping_sub(1)).is_some_and(is_word) {
            return None;
        }
        let lead = qualified.trim_end();
        let at_head = lead.is_empty() || lead.ends_with([':', '>', '!', '"', '\'', ')', ']', '|', '=']) || ends_with_lead(lead);
        let in_brackets = lead.ends_with('(') || lead.ends_with("Caused by");
        let code_field = self.fields.kind_at(start) == Some(Kind::Code);
        match (at_head || code_field, in_brackets) {
            // A status of gRPC, which goes by what its message says.
            (true, _) if lead.ends_with("code =") => Some(Strength::Usual as i32),
            (true, _) => Some(if sure { Strength::Sure as i32 } else { Strength::Usual as i32 }),
            (false, true) => Some(if sure { Strength::Firm as i32 } else { Strength::Weak as i32 }),
            (false, false) => None,
        }
    }

    /// Whether the finding takes the place of the best so far: a higher score; at the same score the longer words around, or else the later ones.
    fn is_better(&self, new: &Finding) -> bool {
        let Some(best) = &self.best else { return true };
        let inside = best.start <= new.start && new.end <= best.end;
        if inside { new.score > best.score } else { new.score >= best.score }
    }

    fn is_mention(&mut self, from: usize, until: usize, start: usize, end: usize) -> bool {
        let text = self.text;
        mention::is_quoted_name(text, from, start, end, until)
            || text.get(start..end).is_some_and(|words| {
                let name = start == from && text.as_bytes().get(end) == Some(&b':') && mention::is_own_name(self.evidence.arguments, words);
                let raised = || mention::is_raised(text.get(from..start.min(from + REACH)).unwrap_or_default());
                name || (words.len() >= 8 && self.is_echo(words) && !raised())
            })
    }

    /// Whether the arguments hold `words`. Beyond the bound nothing counts as an echo.
    fn is_echo(&mut self, words: &'a str) -> bool {
        if self.echo.0 != words {
            if self.echoes == MOST_ECHOES {
                return false;
            }
            self.echoes += 1;
            self.echo = (words, mention::is_in_arguments(self.evidence.arguments, words));
        }
        self.echo.1
    }
}

/// Whether every code of a list begins so.
fn is_general_prefix(prefix: &str) -> bool {
    ["ERROR_", "ERR_", "STATUS_", "SQLITE_", "E_"].iter().any(|known| known.eq_ignore_ascii_case(prefix))
}

fn ends_with_lead(lead: &str) -> bool {
    const LEADS: &[&str] = &["error", "exception", "exception.", "uncaught", "unhandled", "raised", "thrown", "code", "by", "panic", "threw", "failed with"];
    lead == "E"
        || LEADS.iter().any(|known| {
            lead.len() >= known.len() && lead.as_bytes().get(lead.len() - known.len()..).is_some_and(|tail| tail.eq_ignore_ascii_case(known.as_bytes()))
        })
}

fn sign_of(rule: &str) -> Sign {
    match rule {
        "exception.is_directory" => Sign::Directory,
        "exception.not_directory" => Sign::NotDirectory,
        "exception.value" | "exception.format" => Sign::Format,
        "exception.file" => Sign::Missing,
        _ => Sign::None,
    }
}
