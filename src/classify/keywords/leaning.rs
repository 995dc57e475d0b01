//! What a sentence leans to that no rule decides: what it is about, by its nouns, and what is said of that.
//!
//! The words of the one message that decides by its place are looked up, each once. A class needs two of them: something that only this kind of obstacle is about, and a word
//! that says what is wrong with it.

use crate::classify::text::lines::{find_ignore_case, is_one_of};
use crate::classify::{Class, Subkind};
use std::sync::LazyLock;

/// What words are about, and what they say.
mod about {
    pub(super) const CREDENTIAL: u32 = 1;
    pub(super) const RIGHT: u32 = 1 << 1;
    pub(super) const SERVICE: u32 = 1 << 2;
    pub(super) const PROGRAM: u32 = 1 << 3;
    pub(super) const FEATURE: u32 = 1 << 4;
    pub(super) const ALLOWANCE: u32 = 1 << 5;
    pub(super) const PACE: u32 = 1 << 6;
    /// Something that is not so, or not there.
    pub(super) const NOT: u32 = 1 << 7;
    /// Something that is asked for.
    pub(super) const NEED: u32 = 1 << 8;
    /// Something that is not good.
    pub(super) const BAD: u32 = 1 << 9;
    /// A service that is up.
    pub(super) const UP: u32 = 1 << 10;
    /// A service that is down.
    pub(super) const DOWN: u32 = 1 << 11;
    /// A thing that is found.
    pub(super) const FOUND: u32 = 1 << 12;
    /// Used up.
    pub(super) const SPENT: u32 = 1 << 13;
    /// Something goes on, and ends by itself.
    pub(super) const GOING_ON: u32 = 1 << 14;
    /// Words of grammars, which have tokens, too, and of names that nothing has.
    pub(super) const OTHER: u32 = 1 << 15;
    pub(super) const NUMBER: u32 = 1 << 16;
    /// What a machine has, or has not.
    pub(super) const HARDWARE: u32 = 1 << 17;
    /// "No", of which something follows.
    pub(super) const NO: u32 = 1 << 18;
}

use about::*;

const WORDS: &[(u32, &str)] = &[
    (
        CREDENTIAL,
        "token password passphrase passcode credential credentials login logon cookie keychain keyring jwt otp mfa 2fa oauth apikey authenticate authentication \
         bearer",
    ),
    (
        RIGHT,
        "permission permissions admin admins administrator owner owners role rights privilege privileges policy guest guests protected consent entitlement \
         clearance moderators maintainers",
    ),
    (
        SERVICE,
        "server daemon service host device browser kernel simulator emulator printer backend broker controller cluster agent robot gateway chrome database \
         tunnel proxy display hub bridge camera sensor modem router machine vm container",
    ),
    (
        HARDWARE,
        "card controller camera display adapter gpu printer scanner modem emulator simulator browser microphone speaker sensor dongle destination \
         yubikey smartcard webcam soundcard joystick gamepad",
    ),
    (NO, "no"),
    (PROGRAM, "cli binary executable program library driver sdk runtime interpreter compiler toolchain dependency utility"),
    (FEATURE, "version build edition feature protocol codec dialect capability platform engine firmware provider connector adapter"),
    (ALLOWANCE, "quota credits allowance plan trial budget"),
    (PACE, "/day /min /hour /minute /s /h minute minutes hour hours seconds s today"),
    (NOT, "not no never cannot without none nothing nobody isn't can't doesn't don't wasn't lacks lack unable couldn't won't"),
    (NEED, "requires required require needs need needed must supply provide present only enable"),
    (BAD, "missing unset invalid bad wrong expired rejected refused stale incorrect revoked absent mismatch broken"),
    (UP, "running answering responding reachable started booted connected listening attached answer respond online up alive"),
    (DOWN, "dead offline down gone away refused stopped unreachable disconnected asleep crashed"),
    (FOUND, "found installed exist exists find locate located available install detected"),
    (SPENT, "exceeded exceeds exhausted used spent many reached left out over ran"),
    (
        GOING_ON,
        "yet booting indexing building warming rebalancing elected navigating stalled lease momentarily generated rebuilding restarting provisioning migrating \
         reindexing syncing propagating draining holds",
    ),
    (
        OTHER,
        "unexpected syntax parse parsing column line argument arguments parameter unknown undefined field property name named called option value match matches \
         characters letters digits contain contains similar such file directory path table row type key",
    ),
];

/// The most bytes that are read.
const MOST: usize = 240;

/// The class that the words of `message` lean to, with the id of the rule.
pub(super) fn of(message: &str, undecided: bool) -> Option<(Class, Option<Subkind>, &'static str)> {
    if message.len() > MOST {
        return None;
    }
    // What a value must be is a matter of the value, whatever it is called.
    const OF_VALUES: &[&str] = &["be", "have", "not", "match", "contain", "lie"];
    let must = find_ignore_case(message, "must ").and_then(|at| message.get(at..)?.split_ascii_whitespace().nth(1));
    if must.is_some_and(|verb| is_one_of(verb, OF_VALUES)) {
        return None;
    }
    let said = words_of(message).fold(0, |said, word| said | meaning(word));
    let has = |all: u32| said & all == all;
    let any = |some: u32| said & some != 0;
    let negated = any(NOT | BAD);
    Some(match () {
        () if has(CREDENTIAL) && any(NOT | BAD | NEED) && !any(OTHER) => (Class::Authentication, None, "leaning.credential"),
        () if has(RIGHT) && any(NOT | NEED) && !any(OTHER | BAD | FOUND) => (Class::Permission, None, "leaning.right"),
        () if has(ALLOWANCE | SPENT) => (Class::RateLimited, Some(Subkind::Quota), "leaning.allowance"),
        () if has(PACE | SPENT | NUMBER) && !any(OTHER | SERVICE) => (Class::RateLimited, Some(Subkind::Throttle), "leaning.pace"),
        () if has(SERVICE) && ((has(NOT) && any(UP)) || any(DOWN)) && !any(OTHER) => (Class::Unavailable, Some(Subkind::Service), "leaning.service"),
        () if undecided && has(HARDWARE | NO | FOUND) && !any(OTHER) => (Class::Unavailable, Some(Subkind::Service), "leaning.hardware"),
        () if has(PROGRAM | FOUND) && negated && !any(OTHER) => (Class::Unavailable, Some(Subkind::Module), "leaning.program"),
        () if has(FEATURE) && any(NOT | NEED) && !any(OTHER | FOUND | BAD) => (Class::Unsupported, None, "leaning.feature"),
        () if undecided && has(GOING_ON) && !any(OTHER | BAD) => (Class::Transient, None, "leaning.going_on"),
        () => return None,
    })
}

fn words_of(message: &str) -> impl Iterator<Item = &str> {
    message
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '"' | ':'))
        .map(|word| word.trim_matches(['.', '!', '?', '\'', '`', '[', ']']))
}

fn meaning(word: &str) -> u32 {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return NUMBER | if word.ends_with("/day") || word.ends_with("/min") { PACE } else { 0 };
    }
    let upper = word.len() > 6 && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    if upper && ["_TOKEN", "_KEY", "_SECRET", "_PASSWORD", "_CREDENTIALS"].iter().any(|end| word.ends_with(end)) {
        return CREDENTIAL;
    }
    let words = BY_LETTER.get(letter_of(word)).map_or(&[][..], Vec::as_slice);
    words.iter().filter(|(known, _)| known.eq_ignore_ascii_case(word)).fold(0, |said, (_, one)| said | one)
}

/// [`WORDS`] by their first letter, and at the end those that begin with something else.
static BY_LETTER: LazyLock<[Vec<(&str, u32)>; 27]> = LazyLock::new(|| {
    std::array::from_fn(|letter| {
        let words = WORDS.iter().flat_map(|(one, words)| words.split_ascii_whitespace().map(|word| (word, *one)));
        words.filter(|(word, _)| letter_of(word) == letter).collect()
    })
});

fn letter_of(word: &str) -> usize {
    word.bytes().next().filter(u8::is_ascii_alphabetic).map_or(26, |first| usize::from(first.to_ascii_lowercase() - b'a'))
}

#[cfg(test)]
#[path = "leaning_tests.rs"]
mod tests;
