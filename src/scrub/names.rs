//! Which names announce a value that nobody else may see.

use super::{confusables::alike, paint::Kind};

/// How much of a value a name covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) kind: Kind,
    /// Whether the value runs to the end of the line, as that of a header does.
    pub(super) line: bool,
}

/// Found anywhere in a name, whatever its spelling: `DB_PASSWORD`, `userPassword2`, `api-key`.
const WITHIN: &[&str] = &[
    "password",
    "passw",
    "passphrase",
    "passcode",
    "passwort",
    "kennwort",
    "contrasena",
    "contraseña",
    "motdepasse",
    "wachtwoord",
    "пароль",
    "секрет",
    "токен",
    "密码",
    "密碼",
    "口令",
    "パスワード",
    "비밀번호",
    "haslo",
    "hasło",
    "senha",
    "secret",
    "apikey",
    "accesskey",
    "privatekey",
    "signingkey",
    "encryptionkey",
    "accountkey",
    "masterkey",
    "authkey",
    "sharedkey",
    "sshkey",
    "servicekey",
    "subscriptionkey",
    "functionkey",
    "licensekey",
    "credential",
    "userpwd",
    "connectionstring",
    "connstr",
    "sessionid",
    "sessionkey",
    "sessid",
    "csrf",
    "xsrf",
    "jwt",
    "mnemonic",
    "seedphrase",
    "secretphrase",
    "backupphrase",
    "walletphrase",
    "recoveryphrase",
    "recoverycode",
    "backupcode",
    "verificationcode",
    "cardnumber",
    "creditcard",
    "accountnumber",
    "accountno",
    "routingnumber",
    "socialsecurity",
    "passportn",
    "taxid",
    "sharedaccesssignature",
    "webhookurl",
    "bearer",
    "apitoken",
    "token",
];

/// The whole name, or what stands behind its last separator: `pass`, `smtp_pass`, `user.pin`.
const AT_END: &[&str] = &[
    "pass",
    "pwd",
    "pw",
    "auth",
    "pin",
    "otp",
    "cred",
    "creds",
    "totp",
    "cvv",
    "cvc",
    "ssn",
    "iban",
    "sig",
    "signature",
    "dsn",
    "mfa",
    "passw",
    "psk",
    "hmac",
    "nonce",
    "cookies",
    "session",
    "sid",
];

/// People.
const PEOPLE: &[&str] = &[
    "user",
    "username",
    "userid",
    "uid",
    "login",
    "loginname",
    "owner",
    "author",
    "principal",
    "account",
    "accountid",
    "customer",
    "customerid",
    "email",
    "phone",
    "fullname",
    "firstname",
    "lastname",
    "benutzer",
    "utilisateur",
    "usuario",
];

/// What the name that ends at the end of `text` announces. `text` is a short stretch before a separator.
pub(super) fn named(text: &str) -> Option<Named> {
    let last = text.rsplit([' ', '\t']).find(|word| !word.is_empty())?;
    let name = squash(last);
    if name.len() < 2 {
        return spaced(text).then_some(Named { kind: Kind::Secret, line: false });
    }
    let line = |kind| Some(Named { kind, line: true });
    if ["authorization", "cookie", "wwwauthenticate", "authenticationinfo"].iter().any(|header| name.ends_with(header)) {
        return line(Kind::Secret);
    }
    let is_count = name.ends_with("tokens") || name.ends_with("count") || name.ends_with("limit") || name.ends_with("length") || name.ends_with("type");
    if WITHIN.iter().any(|known| name.contains(known)) || (name.len() < text.len() && of_words(&squash(text))) {
        return (!is_count).then_some(Named { kind: Kind::Secret, line: false });
    }
    let tail = tail_of(last);
    if AT_END.contains(&tail.as_str()) || AT_END.contains(&name.as_str()) {
        return Some(Named { kind: Kind::Secret, line: false });
    }
    (PEOPLE.contains(&name.as_str()) || (tail != name && ["username", "email", "login"].contains(&tail.as_str())))
        .then_some(Named { kind: Kind::User, line: false })
}

/// Whether a name is spelled with a space behind each letter: `p a s s w o r d`.
fn spaced(text: &str) -> bool {
    let mut letters: Vec<char> = Vec::new();
    for word in text.split_whitespace().rev() {
        let mut one = word.chars().filter(|c| c.is_alphanumeric());
        match (one.next(), one.next()) {
            (Some(letter), None) => letters.push(letter),
            _ => break,
        }
    }
    let name: String = letters.iter().rev().collect();
    let name = squash(&name);
    letters.len() >= 3 && (WITHIN.iter().any(|known| name.ends_with(known)) || AT_END.contains(&name.as_str()))
}

/// Names of several words: `API key`, `mot de passe`.
fn of_words(squashed: &str) -> bool {
    squashed.ends_with(['y', 'e', 'r', 'n', 's', 'd', 'o']) && WITHIN.iter().any(|known| squashed.ends_with(known))
}

/// Whether a word by itself is one for a password, which people also write without a separator: `password "x"`.
pub(super) fn is_password_word(word: &str) -> bool {
    ["password", "passwd", "passphrase", "passcode", "pwd", "passwort", "kennwort"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether a name of its own: one word, or a known name of several, and nothing beside it.
pub(super) fn is_name(cell: &str) -> bool {
    let plain = cell.trim_matches(|c: char| !c.is_alphanumeric());
    let one = !plain.contains([' ', '\t']) || WITHIN.contains(&squash(plain).as_str());
    one && named(plain).is_some_and(|found| found.kind == Kind::Secret)
}

/// Whether `last`, which ends `text`, is a name whose value a sentence may tell: `the API key is`. Of a session or a signature, sentences tell other things.
pub(super) fn is_told(last: &str, text: &str) -> bool {
    let name = squash(last);
    if ["auth", "signature", "session", "sig", "cookies", "nonce", "credentials", "creds", "tokens", "file", "name"].iter().any(|other| name.ends_with(other)) {
        return false;
    }
    let mut words = text.rsplitn(3, ' ');
    let two = squash(words.next().unwrap_or_default());
    let two = squash(words.next().unwrap_or_default()) + &two;
    named(last).is_some_and(|found| found.kind == Kind::Secret)
        || ["apikey", "accesskey", "privatekey", "motdepasse", "passphrase"].iter().any(|known| two.ends_with(known))
}

/// Letters and digits in lower case. Letters of other scripts and with accents count as what they look like where the rest is ASCII, or where all of them look like it.
pub(super) fn squash(name: &str) -> String {
    let plain: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if plain.is_ascii() {
        return plain;
    }
    let latin = |c: char| if c.is_ascii() { Some(c) } else { without_accent(c).or_else(|| alike(c)) };
    let ascii: Option<String> = plain.chars().map(latin).collect();
    ascii.filter(|ascii| WITHIN.iter().any(|known| ascii.contains(known)) || AT_END.contains(&ascii.as_str()) || ascii.ends_with("cookie")).unwrap_or(plain)
}

/// The letter under the accent.
fn without_accent(c: char) -> Option<char> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ì'..='ï' | 'ī' | 'į' => 'i',
        'ł' | 'ľ' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ř' => 'r',
        'ś' | 'ş' | 'š' => 's',
        'ť' | 'ţ' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź'..='ž' => 'z',
        _ => return None,
    })
}

/// The last word of a name in snake, kebab, dotted or camel case.
fn tail_of(name: &str) -> String {
    let trimmed = name.trim_end_matches(|c: char| !c.is_alphanumeric());
    let start = trimmed.rfind(|c: char| !c.is_alphanumeric()).map_or(0, |i| i + 1);
    let part = trimmed.get(start..).unwrap_or(trimmed);
    let lower = part.bytes().rev().take_while(|b| b.is_ascii_lowercase() || b.is_ascii_digit()).count();
    let camel = (lower < part.len() && lower > 0).then(|| part.len() - lower - 1).filter(|i| part.is_char_boundary(*i));
    squash(camel.and_then(|i| part.get(i..)).unwrap_or(part))
}
