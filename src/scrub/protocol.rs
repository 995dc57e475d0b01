//! Commands of protocols and shells whose arguments are who logs in and with what: `PASS x`, `a1 LOGIN ann x`, `AUTH PLAIN x`, `net use \\srv /user:ann x`.

use super::{
    bytes::{at, before, starts_with_ignore_case},
    item::{Item, blanks, each_word, is_over, next_item},
    paint::{Kind, Paint},
};

/// What may stand behind `AUTH` before the secret.
const MECHANISMS: &[&str] = &["PLAIN", "LOGIN", "NTLM", "EXTERNAL", "GSSAPI", "XOAUTH", "XOAUTH2", "OAUTHBEARER", "ANONYMOUS", "KERBEROS_V4", "APOP"];
/// The most items of `net use` that are looked at.
const ITEMS: usize = 8;

pub(super) fn cover(paint: &mut Paint<'_>) {
    each_word(paint, |paint, start, end| {
        command(paint, start, end);
        end
    });
}

/// A word that may be a command.
fn command(paint: &mut Paint<'_>, start: usize, end: usize) {
    let text = paint.bytes();
    let apart = !matches!(before(text, start), b'_' | b'-' | b'.' | b'/' | b'$' | b'=');
    if !apart || !matches!(at(text, end), b' ' | b'\t') {
        return;
    }
    match paint.text().get(start..end).unwrap_or_default() {
        "PASS" => pass(paint, end),
        "USER" => user(paint, end),
        "LOGIN" | "APOP" | "OPER" => login(paint, end),
        "AUTH" | "AUTHENTICATE" | "IDENTIFY" => auth(paint, end),
        word if word.eq_ignore_ascii_case("net") && starts_with_ignore_case(text, end, " use ") => net_use(paint, end + 4),
        _ => {}
    }
}

/// The item behind blanks at `start`, if it is none that says what is wrong.
fn argument(paint: &Paint<'_>, start: usize) -> Option<Item> {
    next_item(paint.bytes(), start).filter(|item| !item.is_kept(paint.text()))
}

/// `PASS x`. Runners of tests say so before the name of a file or of a test.
fn pass(paint: &mut Paint<'_>, end: usize) {
    let Some(item) = argument(paint, end).filter(|item| item.start <= end + 2 && is_over(paint.bytes(), item.over)) else { return };
    let said = item.text(paint.text());
    let file = said.contains('/') && said.rsplit('.').next().is_some_and(|ending| ending.len() <= 4);
    let few = said.len() < 4 && said.bytes().all(|b| b.is_ascii_digit());
    if !file && !few && !said.to_ascii_lowercase().contains("test") && !said.contains(".spec.") {
        paint.cover(item.start, item.end, Kind::Secret);
    }
}

fn user(paint: &mut Paint<'_>, end: usize) {
    if let Some(item) = argument(paint, end).filter(|item| item.start <= end + 2 && is_over(paint.bytes(), item.over)) {
        paint.cover(item.start, item.end, Kind::User);
    }
}

/// `LOGIN ann x`.
fn login(paint: &mut Paint<'_>, end: usize) {
    let Some(user) = argument(paint, end).filter(|item| !is_mechanism(item.text(paint.text()))) else { return };
    let Some(secret) = argument(paint, user.over).filter(|item| is_over(paint.bytes(), item.over)) else { return };
    paint.cover(user.start, user.end, Kind::User);
    paint.cover(secret.start, secret.end, Kind::Secret);
}

/// `AUTH x`, `AUTH ann x`, `AUTH PLAIN x`, where none of them is another mechanism.
fn auth(paint: &mut Paint<'_>, end: usize) {
    let is_value = |item: &Item| !is_mechanism(item.text(paint.text()));
    let Some(first) = next_item(paint.bytes(), end) else { return };
    let mechanism = !is_value(&first);
    if (!mechanism && first.is_kept(paint.text())) || (mechanism && is_over(paint.bytes(), first.over)) {
        return;
    }
    let second = if is_over(paint.bytes(), first.over) { None } else { argument(paint, first.over).filter(is_value) };
    let whole = second.or((!mechanism).then_some(first)).filter(|item| is_over(paint.bytes(), item.over));
    let Some(last) = whole else { return };
    if !mechanism {
        paint.cover(first.start, first.end, if second.is_some() { Kind::User } else { Kind::Secret });
    }
    paint.cover(last.start, last.end, Kind::Secret);
}

fn is_mechanism(word: &str) -> bool {
    MECHANISMS.contains(&word) || word.starts_with("SCRAM-") || word.ends_with("-MD5")
}

/// The share, `/user:` and the password, in any order.
fn net_use(paint: &mut Paint<'_>, start: usize) {
    let (mut next, mut named, mut secret) = (start, false, None);
    for _ in 0..ITEMS {
        let Some(item) = next_item(paint.bytes(), next) else { break };
        let said = item.text(paint.text());
        if let Some(("/user" | "/USER" | "/u", name)) = said.split_once(':') {
            named = true;
            paint.cover(item.end - name.len(), item.end, Kind::User);
        } else if item.is_kept(paint.text()) && said != "*" {
            break;
        } else if secret.is_none() && !said.starts_with(['/', '\\']) && !said.ends_with(':') {
            secret = Some(item);
        }
        next = item.over;
        // A backslash also begins the next share.
        let (behind, _) = blanks(paint.bytes(), next);
        if is_over(paint.bytes(), next) && !(behind > next && at(paint.bytes(), behind) == b'\\') {
            named |= secret.is_some();
            break;
        }
    }
    if let Some(item) = secret.filter(|_| named) {
        paint.cover(item.start, item.end, Kind::Secret);
    }
}
