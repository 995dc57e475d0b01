//! Secrets that a call, a line of a protocol or a sentence announces: nothing about the value gives them away, and none comes out.

use proptest::{prelude::*, sample::select};
use tool_recovery::{facts::UntrustedText, scrub::Scrubber};

fn scrub(text: &str) -> String {
    Scrubber::new().min_words(0).scrub(&UntrustedText::new(text)).map(|scrubbed| scrubbed.as_str().to_owned()).unwrap_or_default()
}

/// Each form has `{u}` for who it is and `{v}` for the secret.
const FORMS: &[&str] = &[
    "HTTPBasicAuth('{u}', '{v}')",
    "requests.auth.HTTPDigestAuth(\"{u}\", \"{v}\")",
    "smtp.login(\"{u}\", \"{v}\")",
    "smtp.login(self.user, '{v}')",
    "login('{u}','{v}')",
    "connect('{u}', '{v}')",
    "db.connect(host, '{u}', '{v}')",
    "DriverManager.getConnection(url, \"{u}\", \"{v}\")",
    "new Credentials('{u}', '{v}')",
    "UsernamePasswordCredentials(\"{u}\", \"{v}\")",
    "NetworkCredential(\"{u}\", \"{v}\")",
    "aiohttp.BasicAuth(b'{u}', b'{v}')",
    "client.basic_auth(\"{u}\", Some(\"{v}\"))",
    "req.SetBasicAuth(\"{u}\", \"{v}\")",
    "AzureKeyCredential('{v}')",
    "bearer_auth(\"{v}\")",
    "set_password('{v}')",
    "builder.password(\"{v}\")",
    "PASSWORD('{v}')",
    "client.login(\n  \"{u}\",\n  \"{v}\",\n)",
    "Error at login('{u}', '{v}', timeout=3) in main.py",
    "password: |\n  {v}\n",
    "  password: >-\n    {v}\n  host: x",
    "PASS {v}",
    "230 ok\r\nPASS {v}\r\n530 Login incorrect",
    "USER {u}\r\nPASS {v}",
    "C: a1 LOGIN {u} {v}",
    "a1 LOGIN \"{u}\" \"{v}\"",
    "AUTH PLAIN {v}",
    "AUTHENTICATE PLAIN {v}",
    "AUTH {v}",
    "AUTH {u} {v}",
    "APOP {u} {v}",
    "net use \\\\srv /user:{u} {v}",
    "net use X: \\\\srv\\share {v} /user:{u}",
    "password -> {v}",
    "password → {v}",
    "PASSWORD ({v})",
    "Passphrase: ({v})",
    "p a s s w o r d = {v}",
    "P A S S W O R D: {v}",
    "t o k e n = '{v}'",
    "password:\n\n{v}",
    "password:\r\n\r\n{v}",
    "password:\n \n\t\n{v}\n",
    "Password:\n\n  '{v}'\n",
    "secret \"{v}\"",
    "secret '{v}'",
    "token \"{v}\"",
    "API key \"{v}\"",
    "token abc.{v}.ghi",
    "Password for {u}: {v}",
    "[sudo] password for {u}: {v}",
    "password of user {u}: {v}",
    "Password for 'https://{u}@git.acme.internal': {v}",
    "Password for {u}@acme.com: {v}",
    "Enter passphrase for key '/etc/ssh/id_rsa': {v}",
    "The secret for the nightly build = {v}",
    "API token for the registry: {v}",
    "Credentials for {u}: {v}",
    "creds={u}:{v}",
    "creds: {u}:{v}",
    "DB_CREDS='{u}:{v}'",
    "\"creds\": \"{u}:{v}\"",
    "cred={v}",
    "CURLOPT_USERPWD={u}:{v}",
    "passphrase: correct {v} battery staple",
    "passphrase: is this {v} horse battery staple",
    "\"passphrase\": \"correct {v} battery staple\"",
    "SSH_KEY_PASSPHRASE: correct {v} battery staple",
    "the passphrase is correct {v} battery staple",
    "seed phrase: legal winner thank year wave sausage worth useful legal winner thank {v}",
    "seed phrase legal winner thank year wave sausage worth useful legal winner thank {v}",
    "mnemonic: access account type used {v} valid only value wrong read old never",
    "mnemonic \"legal winner thank year wave sausage worth useful legal winner thank {v}\"",
];

/// Words alone.
fn plain() -> impl Strategy<Value = String> {
    "(horse|zebra|dragon|monkey){2}"
}

fn cases() -> u32 {
    std::env::var("SCRUB_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(512)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn no_announced_secret_comes_out(
        form in select(FORMS),
        value in plain().no_shrink(),
        before in select(vec!["", "connection failed: ", "failed:\n", "> ", "error {"]),
        after in select(vec!["", "\n", "\nexit code 2", "\r\nHTTP 401"]),
        manner in 0..4_u8,
    ) {
        let text = format!("{before}{}{after}", form.replace("{u}", "zebrafinch").replace("{v}", &value));
        let text = match manner {
            0 => text,
            1 => serde_json::json!({ "error": { "message": text } }).to_string(),
            2 => serde_json::json!({ "body": serde_json::json!({ "detail": text }).to_string() }).to_string(),
            _ => text.chars().map(|c| format!("{c}\u{200b}")).collect(),
        };
        let out = scrub(&text);
        prop_assert!(!out.contains(&value) && !out.contains("zebrafinch"), "in {:?}\nof {:?}", out, text);
        prop_assert_eq!(scrub(&out), out);
    }
}

/// Every form by itself, so that all that fail are seen at once.
#[test]
fn each_form_by_itself() {
    let mut wrong = Vec::new();
    for form in FORMS {
        let plain = form.replace("{u}", "zebrafinch").replace("{v}", "dragonmonkey");
        for text in [plain.clone(), serde_json::json!({ "error": plain }).to_string(), format!("failed: {plain}\nexit code 2")] {
            let out = scrub(&text);
            if out.contains("dragonmonkey") || out.contains("zebrafinch") {
                wrong.push((text, out));
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

#[test]
fn announced_codes_and_people_go() {
    let rows = [
        ("PIN 1234", "1234"),
        ("your PIN is 1234", "1234"),
        ("pin number 12345 was sent", "12345"),
        ("code: 1234", "1234"),
        ("Your code is 4321", "4321"),
        ("login code: 48213", "48213"),
        ("Use verification code 4821 to sign in", "4821"),
        ("otp 123456", "123456"),
        ("OTP: 1234", "1234"),
        ("one-time code 9911", "9911"),
        ("2FA code 481 223", "481 223"),
        ("CVV 123", "123"),
        ("bind cn=Ann Smith,ou=People,dc=example,dc=com failed", "Ann"),
        ("bind cn=Ann Smith,ou=People,dc=example,dc=com failed", "Smith"),
        ("LDAP: CN=Ann Smith not found", "Smith"),
        ("(sAMAccountName=asmith) had no match", "asmith"),
        ("uid=asmith,ou=People,dc=acme,dc=org", "acme"),
        ("subject CN = Ann Smith", "Smith"),
    ];
    let wrong: Vec<_> = rows.iter().map(|(text, secret)| (text, secret, scrub(text))).filter(|(_, secret, out)| out.contains(*secret)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_only_looks_like_it_stays() {
    let rows = [
        "exit code 1234",
        "exit code: 1234",
        "Process exited with code 1234",
        "error code 1045",
        "Error code: 1045 (28000)",
        "ERROR 1045 (28000): Access denied",
        "status code 404",
        "HTTP status code: 5003",
        "{\"code\": 1045, \"message\": \"denied\"}",
        "{ code: 11000, name: 'MongoError' }",
        "  code: 10054,\n",
        "Code: 1234. DB::Exception: Timeout exceeded",
        "code: 404",
        "SQLSTATE 42601",
        "return code 1603",
        "response code 4001",
        "GPIO pin 13 is not configured",
        "PASS src/app.test.js",
        "PASS src/widgets/login.spec.ts (5.2 s)",
        "PASS test_login",
        "USER not found",
        "LOGIN failed for user",
        "LOGIN REQUIRED",
        "250-AUTH PLAIN LOGIN CRAM-MD5",
        "AUTH LOGIN PLAIN",
        "AUTH PLAIN failed",
        "AUTH required",
        "secret \"db\" not found",
        "secrets \"db\" is forbidden: User cannot get resource",
        "Unexpected token (1:5)",
        "Unexpected token \"x\" in JSON",
        "unexpected token T_VARIABLE in file",
        "token expired",
        "password (required)",
        "passphrase: must not be empty",
        "passphrase: incorrect",
        "connect(host, port) failed",
        "connect(\"localhost:5432\") refused",
        "login() failed: invalid credentials",
        "Permission denied (publickey,password).",
        "get_secret(\"db\") failed: access denied",
        "fn token(&self) -> String",
        "expected value -> found string",
        "a mnemonic is required",
        "no password for the account: not found",
        "password authentication failed for the host: refused",
        "credentials for the registry: unauthorized",
        "creds: not found",
        "creds file missing: no such file",
        "valid token for the first argument: expected",
        "seed phrase is invalid",
        "I a m fine: ok",
        "password:\n\nusername: is required",
    ];
    let wrong: Vec<_> = rows.iter().map(|text| (text, scrub(text))).filter(|(text, out)| text.trim() != out.trim()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
