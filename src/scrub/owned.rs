//! Names that say whose value it is: `Password for ann: x`, `[sudo] password for ann: x`, `Enter passphrase for key '/home/ann/.ssh/id': x`.

use super::{
    bytes::{is_escape_letter, is_quote, is_word, run_end},
    names::{Named, is_password_word, named},
    paint::{Kind, Paint},
};

/// How far before the separator such a name is looked for.
const REACH: usize = 160;
/// Of how many words the owner may be.
const WORDS: usize = 3;
/// Words between a name and its owner.
const LINKS: &[&str] = &[" for ", " of ", " für ", " von ", " pour ", " de ", " para ", " per "];

/// The name before the separator at `index`, where its owner stands between. The owner of a password is a person, and is taken out.
pub(super) fn name_before(paint: &mut Paint<'_>, index: usize) -> Option<Named> {
    let text = paint.text();
    let bytes = paint.bytes();
    // An address goes on behind its scheme.
    if bytes.get(index + 1) == Some(&b'/') {
        return None;
    }
    let from = (index.saturating_sub(REACH)..index).find(|at| text.is_char_boundary(*at))?;
    let line = text.get(from..index)?.rsplit('\n').next().unwrap_or_default();
    let (at, link) = LINKS.iter().filter_map(|link| Some((line.rfind(link)?, *link))).max()?;
    let (head, owner) = (line.get(..at)?, line.get(at + link.len()..)?);
    let plain = !owner.contains([',', ';', '=', '(', '{', '<']) && owner.split_whitespace().count() <= WORDS && !owner.trim().is_empty();
    // A colon belongs to an address, or ends what was said before.
    let one = owner.match_indices(':').all(|(at, _)| owner.get(at + 1..).is_some_and(|rest| rest.starts_with(|c: char| c == '/' || c.is_ascii_digit())));
    let name = named(head).filter(|name| plain && one && name.kind == Kind::Secret && !name.line)?;
    let word = head.rfind(|c: char| !c.is_alphanumeric()).map_or(0, |at| at + 1);
    // The letter of an escaped line feed is no part of the word.
    let word = word + usize::from(is_escape_letter(head.as_bytes(), word));
    let last = head.get(word..).unwrap_or_default();
    let credentials = ["credential", "credentials", "creds"].iter().any(|known| last.eq_ignore_ascii_case(known));
    let thing = ["the", "this", "a", "an", "your"].iter().any(|article| owner.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case(article)));
    if (credentials || is_password_word(last)) && !thing {
        let start = index - line.len() + at + link.len();
        person(paint, start, index);
    }
    Some(name)
}

/// Takes out the last word between `start` and `end`, where it may be the name of a person.
fn person(paint: &mut Paint<'_>, start: usize, end: usize) {
    let text = paint.bytes();
    let Some(owner) = text.get(start..end) else { return };
    let last = owner.trim_ascii_end();
    let word = last.iter().rposition(|b| !(is_word(*b) || matches!(b, b'.' | b'_' | b'-'))).map_or(0, |at| at + 1);
    let known = last.iter().take(word).all(|b| is_word(*b) || *b == b' ' || is_quote(*b));
    let (from, until) = (start + word, start + last.len());
    if known && run_end(text, from, is_word) > from {
        paint.cover(from, until, Kind::User);
    }
}
