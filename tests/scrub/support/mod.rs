//! Texts with secrets in them, and the spellings in which tools write them.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use proptest::{prelude::*, sample::select};

/// A text with a secret in it, and the parts of it that must not come out.
#[derive(Clone, Debug)]
pub struct Planted {
    pub text: String,
    pub secrets: Vec<String>,
}

fn planted(text: String, secret: impl Into<String>) -> Planted {
    Planted { text, secrets: vec![secret.into()] }
}

/// Random text as keys have it.
fn key() -> impl Strategy<Value = String> {
    prop_oneof!["[A-Za-z0-9]{20,48}", "[A-Za-z0-9_-]{24,48}", "[a-f0-9]{32,64}", "[A-Z2-7]{26,40}", "[A-Za-z0-9+/]{40,64}={0,2}"]
}

/// What people choose: words, digits, signs.
fn password() -> impl Strategy<Value = String> {
    prop_oneof!["(correct|horse|battery|staple|dragon|monkey){2,3}[0-9]{0,3}", "[A-Za-z][A-Za-z0-9!#^*+?._-]{7,20}[a-z]", "[a-z]{8,12}[0-9]{1,4}"]
}

fn assigned() -> impl Strategy<Value = Planted> {
    let names = select(vec![
        "password",
        "PASSWORD",
        "db_password",
        "DB_PASSWORD",
        "userPassword",
        "passwd",
        "api_key",
        "apiKey",
        "API-KEY",
        "x-api-key",
        "client_secret",
        "secretAccessKey",
        "auth_token",
        "access_token",
        "refresh-token",
        "sessionId",
        "PRIVATE_KEY",
        "pwd",
        "Pass",
        "smtp_pass",
        "Passwort",
        "contraseña",
        "пароль",
        "密码",
        "パスワード",
        "API key",
        "Access token",
    ]);
    let forms = select(vec![
        "{n}={v}",
        "{n}: {v}",
        "{n}:{v}",
        "{n} = {v}",
        "\"{n}\": \"{v}\"",
        "\"{n}\":\"{v}\"",
        "'{n}': '{v}'",
        "{n}='{v}'",
        "{n}=\"{v}\"",
        "{n} => \"{v}\"",
        ":{n}=>\"{v}\"",
        "\\\"{n}\\\":\\\"{v}\\\"",
        "\\\\\\\"{n}\\\\\\\": \\\\\\\"{v}\\\\\\\"",
        "<{n}>{v}</{n}>",
        "--{n}={v}",
        "--{n} {v}",
        "\"{n}\": [\"{v}\"]",
        "\"{n}\": {\"value\": \"{v}\"}",
        "{n} := {v}",
        "export {n}={v}",
        "[{n}] = {v}",
        "config['{n}'] = '{v}'",
        "`{n}`: `{v}`",
    ]);
    (names, forms, prop_oneof![password(), key()]).prop_map(|(name, form, value)| {
        // An element and a flag have no spaces in their names.
        let name = if form.starts_with('<') || form.starts_with("--") { name.replace(' ', "-") } else { name.to_owned() };
        planted(form.replace("{n}", &name).replace("{v}", &value), value)
    })
}

/// Words alone: nothing about the value itself gives it away.
fn plain_password() -> impl Strategy<Value = String> {
    "(horse|battery|staple|dragon|monkey){2,3}"
}

/// Names and values that are held together by something else than a separator.
pub fn structured() -> impl Strategy<Value = Planted> {
    let names = select(vec![
        "password",
        "PASSWORD",
        "DB_PASSWORD",
        "userPassword",
        "passwd",
        "PGPASSWORD",
        "api_key",
        "client_secret",
        "access_token",
        "secret",
        "pwd",
        "smtp_pass",
    ]);
    let forms = select(vec![
        "['--{n}', '{v}']",
        "[\"--{n}\",\"{v}\"]",
        "[\"--{n}\", \"{v}\", \"-v\"]",
        "[tool, --{n}, {v}]",
        "-{n} {v}",
        "--{n} '{v}'",
        "[\"-p\",\"{v}\"]",
        "['mysql', '-p{v}']",
        "mysql -p{v}",
        "mysql -uroot -p{v} db",
        "mysql -p'{v}'",
        "sshpass -p {v}",
        "sshpass -p '{v}' ssh host",
        "docker login -u ann -p {v}",
        "redis-cli -a {v}",
        "{\"name\":\"{n}\",\"value\":\"{v}\"}",
        "{\"name\": \"{n}\", \"value\": \"{v}\"}",
        "{\"value\":\"{v}\",\"key\":\"{n}\"}",
        "{'loc': ('body', '{n}'), 'msg': 'too short', 'input': '{v}'}",
        "name: {n}\nvalue: {v}",
        "- name: {n}\n  value: '{v}'",
        "<add key=\"{n}\" value=\"{v}\"/>",
        "<add value='{v}' key='{n}' />",
        "<property name=\"{n}\">{v}</property>",
        "<key>{n}</key>\n<string>{v}</string>",
        "('{n}', '{v}')",
        "{n}[0]={v}",
        "{n}[\"a\"] = '{v}'",
        "{n}[]={v}",
        "{n}=\n{v}",
        "{n}:\n\n{v}\n",
        "| {n} | {v} |",
        "│ {n} │ {v} │",
        "| a | {n} |\n|---|---|\n| b | {v} |",
        "{n}\t{v}",
        "{n}    {v}",
        "the {n} is {v}",
        "the {n} was: {v}",
        "{n} set to {v}",
        "set {n} {v}",
        "setx {n} {v}",
        "changed {n} to {v}",
        "with {n} {v}",
    ]);
    (names, forms, plain_password()).prop_map(|(name, form, value)| planted(form.replace("{n}", name).replace("{v}", &value), value))
}

/// A name with one letter of another script.
pub fn look_alike() -> impl Strategy<Value = Planted> {
    let names = select(vec!["рassword", "pаssword", "passwоrd", "pαssword", "tоken", "sеcret", "ѕecret", "арi_key", "соокіе", "pássword"]);
    (names, select(vec!["=", ": ", "\": \""]), plain_password()).prop_map(|(name, sign, value)| planted(format!("{name}{sign}{value}"), value))
}

fn headers() -> impl Strategy<Value = Planted> {
    let forms = select(vec![
        "Authorization: Bearer {v}",
        "authorization: bearer {v}",
        "Authorization: Basic {v}",
        "Authorization: Token {v}",
        "Cookie: session={v}; theme=dark",
        "Set-Cookie: id={v}; Path=/; HttpOnly",
        "X-Api-Key: {v}",
        "Proxy-Authorization: Basic {v}",
        "-H 'Authorization: Bearer {v}'",
        "\"Authorization\": \"Bearer {v}\"",
        "{\"Cookie\": \"a=b; session={v}\"}",
        "X-Amz-Security-Token: {v}",
        "Bearer {v}",
        "'headers': {'Authorization': 'Bearer {v}'}",
        "X-Auth-Token: {v}",
    ]);
    (forms, prop_oneof![key(), "[A-Za-z0-9]{12,30}"]).prop_map(|(form, value)| planted(form.replace("{v}", &value), value))
}

fn vendors() -> impl Strategy<Value = Planted> {
    prop_oneof![
        "AKIA[A-Z2-7]{16}",
        "gh[pousr]_[A-Za-z0-9]{36}",
        "github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}",
        "glpat-[A-Za-z0-9_-]{20}",
        "xox[bpars]-[0-9]{10,13}-[0-9]{10,13}-[A-Za-z0-9]{24}",
        "sk_live_[A-Za-z0-9]{24}",
        "sk-ant-api03-[A-Za-z0-9_-]{80,95}",
        "sk-proj-[A-Za-z0-9_-]{60,80}",
        "sk-[A-Za-z0-9]{48}",
        "AIza[A-Za-z0-9_-]{35}",
        "ya29\\.[A-Za-z0-9_-]{60}",
        "hf_[A-Za-z]{34}",
        "npm_[A-Za-z0-9]{36}",
        "SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}",
        "dapi[a-f0-9]{32}",
        "eyJ[A-Za-z0-9_-]{20,40}\\.eyJ[A-Za-z0-9_-]{20,60}\\.[A-Za-z0-9_-]{43}",
        "eyJ[A-Za-z0-9_-]{17,40}",
        "[0-9]{9,10}:AA[A-Za-z0-9_-]{33}",
        "shpat_[a-f0-9]{32}",
        "pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{40,60}",
        "hvs\\.[A-Za-z0-9_-]{24,90}",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{43}",
        "https://hooks\\.slack\\.com/services/T[A-Z0-9]{8}/B[A-Z0-9]{8}/[A-Za-z0-9]{24}",
    ]
    .prop_map(|text| {
        let secret = text.trim_start_matches("ssh-ed25519 ").trim_start_matches("https://hooks.slack.com/services/").to_owned();
        planted(text, secret)
    })
}

fn random() -> impl Strategy<Value = Planted> {
    key().prop_map(|key| planted(key.clone(), key))
}

fn private_keys() -> impl Strategy<Value = Planted> {
    let line = "[A-Za-z0-9+/]{64}";
    let ends = select(vec!["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"]);
    (ends, prop::collection::vec(line, 1..6), "[A-Za-z0-9+/]{6,40}={0,2}", 0..4_u8, any::<bool>()).prop_map(|(label, lines, last, cut, escaped)| {
        let feed = if escaped { "\\n" } else { "\n" };
        let body = format!("{}{feed}{last}", lines.join(feed));
        let text = match cut {
            0 => format!("-----BEGIN {label}-----{feed}{body}{feed}-----END {label}-----"),
            1 => format!("-----BEGIN {label}-----{feed}{}", lines.join(feed)),
            2 => format!("{body}{feed}-----END {label}-----"),
            _ => body.clone(),
        };
        Planted { text, secrets: lines.into_iter().chain((cut == 0 || cut == 3).then_some(last)).collect() }
    })
}

fn addresses() -> impl Strategy<Value = Planted> {
    let user = "[a-z]{4,10}(\\.|_|\\+)?[a-z0-9]{3,8}";
    let domain = "[a-z]{4,12}(-[a-z]{3,6})?\\.(com|org|io|co\\.uk|internal|example)";
    prop_oneof![
        (user, domain).prop_map(|(user, domain)| Planted { text: format!("{user}@{domain}"), secrets: vec![user, domain] }),
        (user, domain).prop_map(|(user, domain)| Planted { text: format!("<{user}@{domain}>"), secrets: vec![user] }),
        (user, domain).prop_map(|(user, domain)| Planted { text: format!("mailto:{user}@{domain}"), secrets: vec![user] }),
        (0..256_u16, 0..256_u16, 0..256_u16, 0..256_u16).prop_map(|(a, b, c, d)| planted(format!("{a}.{b}.{c}.{d}"), format!("{a}.{b}.{c}.{d}"))),
        (0..256_u16, 0..256_u16, 1..65535_u16).prop_map(|(a, b, port)| planted(format!("203.0.{a}.{b}:{port}"), format!("203.0.{a}.{b}"))),
        prop::collection::vec("[0-9a-f]{1,4}", 8).prop_map(|groups| planted(groups.join(":"), groups.join(":"))),
        ("[0-9]{1,4}", "[0-9a-f]{1,4}").prop_map(|(a, b)| planted(format!("2001:db8:{a}::{b}"), format!("2001:db8:{a}::{b}"))),
        prop::collection::vec("[0-9a-f]{2}", 6).prop_map(|groups| planted(groups.join(":"), groups.join(":"))),
    ]
}

fn numbers() -> impl Strategy<Value = Planted> {
    prop_oneof![
        "[0-9]{6,19}",
        "[0-9]{4} [0-9]{4} [0-9]{4} [0-9]{4}",
        "[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{4}",
        "\\+[1-9][0-9] [0-9]{3} [0-9]{3,7}",
        "\\+1-[2-9][0-9]{2}-555-01[0-9]{2}",
        "\\([2-9][0-9]{2}\\) 555-01[0-9]{2}",
        "0[0-9]{3} [0-9]{3} [0-9]{3}",
        "[0-9]{3}-[0-9]{2}-[0-9]{4}",
        "[0-9]{3}\\.[0-9]{3}\\.[0-9]{4}",
    ]
    .prop_map(|number| planted(number.clone(), number))
}

fn homes() -> impl Strategy<Value = Planted> {
    let forms = select(vec![
        "/home/{n}/project/main.rs",
        "/Users/{n}/Library/x.plist",
        "C:\\Users\\{n}\\AppData\\x.txt",
        "C:\\\\Users\\\\{n}\\\\AppData\\\\x.txt",
        "/home/{n}",
        "file:///home/{n}/a.txt",
        "~{n}/a.txt",
        "/mnt/c/Users/{n}/x",
        "C:/Users/{n}/x",
        "'/home/{n}/.ssh/config'",
        "D:\\Documents and Settings\\{n}\\x",
    ]);
    (forms, "[a-z]{6,10}(\\.[a-z]{4,8})?").prop_map(|(form, name)| planted(form.replace("{n}", &name), name))
}

fn urls() -> impl Strategy<Value = Planted> {
    let forms = select(vec![
        "https://{u}:{v}@example.com/path",
        "postgres://{u}:{v}@db.internal:5432/app",
        "mongodb+srv://{u}:{v}@cluster0.example.net/x?retryWrites=true",
        "redis://:{v}@127.0.0.1:6379/0",
        "amqps://{u}:{v}@mq:5671",
        "https://api.example.com/x?token={v}",
        "https://example.com/cb#access_token={v}&expires_in=3600",
        "GET /v1/items?user={v}&page=2 HTTP/1.1",
        "a=1&b={v}&c=3",
        "jdbc:mysql://h:3306/d?user={u}&password={v}",
        "Server=db;User Id=sa;Password={v};Encrypt=True",
        "AccountName=x;AccountKey={v};EndpointSuffix=core",
        "https://{v}@github.com/a/b.git",
        "curl -u {u}:{v} https://example.com",
        "jdbc:oracle:thin:{u}/{v}@//host:1521/x",
        "https:\\/\\/{u}:{v}@example.com\\/path",
    ]);
    (forms, "[a-z]{4,8}", "[A-Za-z][A-Za-z0-9!^*+._-]{7,20}[a-z]")
        .prop_map(|(form, user, value)| planted(form.replace("{u}", &user).replace("{v}", &value), value))
}

pub fn any_secret() -> impl Strategy<Value = Planted> {
    // A random key that is shrunk is a word at last, and words stay.
    prop_oneof![assigned(), headers(), vendors(), random(), private_keys(), addresses(), numbers(), homes(), urls()].no_shrink()
}

/// Text around it, as tools write it.
pub fn around() -> impl Strategy<Value = String> {
    let pieces = select(vec![
        "error: ",
        "Permission denied ",
        "{\"error\": {\"message\": \"",
        "\"}}",
        "\n",
        "\t",
        " ",
        ", ",
        "(",
        ") ",
        "Traceback (most recent call last):\n",
        "caused by: ",
        "HTTP 429 ",
        "failed with ",
        "\u{1b}[31m",
        "\u{1b}[0m",
        "<title>",
        "</title>",
        "=> ",
        "user said ",
        "権限 ",
        "ошибка ",
        "--flag ",
        "; ",
        "exit code 2\n",
        "/usr/lib/node/index.js:12:4 ",
    ]);
    prop::collection::vec(prop_oneof![4 => pieces.prop_map(str::to_owned), 1 => "[ -~]{0,12} "], 0..8).prop_map(|parts| parts.concat())
}

/// How the planted text is put into the text around.
#[derive(Clone, Copy, Debug)]
pub enum Manner {
    Plain,
    Quoted,
    Bracketed,
    Json,
    JsonInJson,
    Coloured,
    ZeroWidth,
    Fullwidth,
    Percent,
    Unicode,
    Entities,
}

pub const MANNERS: [Manner; 11] = [
    Manner::Plain,
    Manner::Quoted,
    Manner::Bracketed,
    Manner::Json,
    Manner::JsonInJson,
    Manner::Coloured,
    Manner::ZeroWidth,
    Manner::Fullwidth,
    Manner::Percent,
    Manner::Unicode,
    Manner::Entities,
];

pub fn wrap(text: &str, manner: Manner) -> String {
    let each = |f: &dyn Fn(char) -> String| text.chars().map(f).collect::<String>();
    match manner {
        Manner::Plain => text.to_owned(),
        Manner::Quoted => format!("'{text}'"),
        Manner::Bracketed => format!("[{text}]"),
        Manner::Json => serde_json::json!({ "error": { "message": text } }).to_string(),
        Manner::JsonInJson => serde_json::json!({ "body": serde_json::json!({ "detail": text }).to_string() }).to_string(),
        Manner::Coloured => format!("\u{1b}[1;31m{}\u{1b}[0m", each(&|c| if c == '=' || c == ':' { format!("\u{1b}[0m{c}\u{1b}[2m") } else { c.to_string() })),
        Manner::ZeroWidth => each(&|c| format!("{c}\u{200b}")),
        Manner::Fullwidth => each(&|c| match c {
            '!'..='~' => char::from_u32(c as u32 - 0x21 + 0xff01).unwrap().to_string(),
            other => other.to_string(),
        }),
        Manner::Percent => {
            each(&|c| if c.is_ascii_alphanumeric() && c != 'e' { c.to_string() } else { c.to_string().bytes().map(|b| format!("%{b:02X}")).collect() })
        }
        Manner::Unicode => each(&|c| if c.is_ascii_punctuation() || c == 'a' { format!("\\u{:04x}", c as u32) } else { c.to_string() }),
        Manner::Entities => each(&|c| if c.is_ascii_punctuation() { format!("&#{};", c as u32) } else { c.to_string() }),
    }
}
