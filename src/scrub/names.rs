//! Which names announce a value that nobody else may see.

use super::paint::Kind;

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
    "passwd",
    "passphrase",
    "passcode",
    "passwort",
    "kennwort",
    "contrasena",
    "contraseña",
    "motdepasse",
    "wachtwoord",
    "пароль",
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
    let words: Vec<&str> = text.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
    let last = words.last()?;
    let name = squash(last);
    let line = |kind| Some(Named { kind, line: true });
    if ["authorization", "cookie", "wwwauthenticate", "authenticationinfo"].iter().any(|header| name.ends_with(header)) {
        return line(Kind::Secret);
    }
    let ends: String = words.iter().rev().take(3).rev().map(|word| squash(word)).collect();
    let is_count = name.ends_with("tokens") || name.ends_with("count") || name.ends_with("limit") || name.ends_with("length") || name.ends_with("type");
    if WITHIN.iter().any(|known| name.contains(known) || ends.ends_with(known)) {
        let kind = Kind::Secret;
        return (!is_count).then_some(Named { kind, line: false });
    }
    let tail = tail_of(last);
    if AT_END.contains(&tail.as_str()) || AT_END.contains(&name.as_str()) {
        return Some(Named { kind: Kind::Secret, line: false });
    }
    (PEOPLE.contains(&name.as_str()) || (tail != name && ["username", "email", "login"].contains(&tail.as_str())))
        .then_some(Named { kind: Kind::User, line: false })
}

/// Whether a word by itself is one for a password, which people also write without a separator: `password "x"`.
pub(super) fn is_password_word(word: &str) -> bool {
    ["password", "passwd", "passphrase", "passcode", "pwd", "passwort", "kennwort"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Letters and digits in lower case.
pub(super) fn squash(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
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
