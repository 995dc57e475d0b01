//! A row of the rule table.

use crate::classify::{Class, Subkind};

/// How much a rule's words say by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    /// Words that only wrap what another line says, such as "exit status 1".
    Faint = 0,
    /// Words of common speech, such as "not found": they decide only where nothing better is said.
    Weak = 1,
    /// The usual wording of this kind of message.
    Usual = 2,
    /// Wording that hardly means anything else.
    Firm = 3,
    /// An identifier or a formula that a specification defines.
    Sure = 4,
}

/// What a rule's words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Prose. `a ~ b` means: `a`, and on the same line within reach `b`; `a _ b` means one word between them. A final `*` lets the last word run on; `^` asks for the
    /// start of the message; `#` asks for a digit before it.
    Phrase,
    /// An identifier in snake case. It is also found as `kebab-case`, `camelCase` and `CamelCase`, alone or with `Exception`, `Error` or `Fault` behind it. One of a single
    /// word counts only where an identifier is expected.
    Code,
    /// A part of an identifier in snake case, of which the whole is not in the table: `not_found` in `channel_not_found` and in `ChannelNotFound`. It counts only where an
    /// identifier is expected.
    Part,
    /// A name in exactly this spelling, such as `ENOENT`.
    Exact,
    /// A three-digit HTTP status, where the context says that it is one.
    Status,
}

/// What a failure is about, where an offered tool may be the one for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Nothing of the kind.
    None,
    /// A directory where a file was expected.
    Directory,
    /// A file where a directory was expected.
    NotDirectory,
    /// Content or a statement in a form that the tool does not read.
    Format,
    /// Something that may only be read.
    ReadOnly,
    /// A name that nothing has.
    Missing,
    /// The name of a tool that is not there.
    Tool,
    /// What the tool says it does not do.
    Limits,
    /// What should have been an address.
    Address,
    /// Something that the message names for use instead.
    Instead,
}

/// One row: words that mean one thing, where they come from, and one example each way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) id: &'static str,
    pub(crate) class: Class,
    pub(crate) subkind: Option<Subkind>,
    pub(crate) shape: Shape,
    pub(crate) strength: Strength,
    pub(crate) sign: Sign,
    /// The words, with `|` between them. They are matched without regard to ASCII case, [`Shape::Exact`] aside.
    pub(crate) words: &'static str,
    /// Where the wording is defined or documented.
    pub(crate) source: &'static str,
    /// A text that this rule decides.
    pub(crate) yes: &'static str,
    /// A text that holds similar words and that this rule must not decide.
    pub(crate) no: &'static str,
}

impl Rule {
    pub(crate) const fn phrase(id: &'static str, class: Class, words: &'static str) -> Self {
        Self { id, class, subkind: None, shape: Shape::Phrase, strength: Strength::Usual, sign: Sign::None, words, source: "", yes: "", no: "" }
    }

    pub(crate) const fn code(id: &'static str, class: Class, words: &'static str) -> Self {
        let mut rule = Self::phrase(id, class, words);
        rule.shape = Shape::Code;
        rule.strength = Strength::Sure;
        rule
    }

    pub(crate) const fn part(id: &'static str, class: Class, words: &'static str) -> Self {
        let mut rule = Self::phrase(id, class, words);
        rule.shape = Shape::Part;
        rule
    }

    pub(crate) const fn exact(id: &'static str, class: Class, words: &'static str) -> Self {
        let mut rule = Self::phrase(id, class, words);
        rule.shape = Shape::Exact;
        rule.strength = Strength::Sure;
        rule
    }

    pub(crate) const fn status(id: &'static str, class: Class, words: &'static str) -> Self {
        let mut rule = Self::phrase(id, class, words);
        rule.shape = Shape::Status;
        rule
    }

    /// The words one by one.
    pub(crate) fn each_word(&self) -> impl Iterator<Item = &'static str> {
        self.words.split('|').map(str::trim).filter(|word| !word.is_empty())
    }

    pub(crate) const fn sub(mut self, subkind: Subkind) -> Self {
        self.subkind = Some(subkind);
        self
    }

    pub(crate) const fn strength(mut self, strength: Strength) -> Self {
        self.strength = strength;
        self
    }

    pub(crate) const fn sign(mut self, sign: Sign) -> Self {
        self.sign = sign;
        self
    }

    /// Names the source of the wording and gives one example each way.
    pub(crate) const fn from(mut self, source: &'static str, yes: &'static str, no: &'static str) -> Self {
        self.source = source;
        self.yes = yes;
        self.no = no;
        self
    }
}
