use super::super::scrubber::passes;

#[test]
fn told_values_go() {
    let rows = [
        (r##"the password is dragonmonkey"##, r##"the password is <secret>"##),
        (r##"the password is: dragonmonkey"##, r##"the password is: <secret>"##),
        (r##"your PIN was dragonmonkey"##, r##"your PIN was <secret>"##),
        (r##"The API key is dragonmonkey"##, r##"The API key is <secret>"##),
        (r##"the secret is now dragonmonkey"##, r##"the secret is now <secret>"##),
        (r##"password set to dragonmonkey"##, r##"password set to <secret>"##),
        (r##"changed the password to dragonmonkey"##, r##"changed the password to <secret>"##),
        (r##"the password for root is dragonmonkey"##, r##"the password for root is <secret>"##),
        (r##"set DB_PASSWORD dragonmonkey"##, r##"set DB_PASSWORD <secret>"##),
        (r##"setx DB_PASS dragonmonkey"##, r##"setx DB_PASS <secret>"##),
        (r##"login ann password dragonmonkey"##, r##"login ann password <secret>"##),
        (r##"login with password dragonmonkey"##, r##"login with password <secret>"##),
        (r##"using token dragonmonkey"##, r##"using token <secret>"##),
        (r##"Das Passwort ist dragonmonkey"##, r##"Das Passwort ist <secret>"##),
        (r##"the 'password' is 'dragonmonkey'"##, r##"the 'password' is '<secret>'"##),
        ("secret\tdragonmonkey", "secret\t<secret>"),
        (r##"password    dragonmonkey"##, r##"password    <secret>"##),
        (r##"failed:\npassword is dragonmonkey\nat"##, r##"failed:\npassword is <secret>"##),
        (r##"secret\tdragonmonkey"##, r##"secret\t<secret>"##),
    ];
    let wrong: Vec<_> = rows.iter().map(|(text, left)| (text, left, passes(text))).filter(|(_, left, out)| *left != out).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn sentences_about_secrets_stay() {
    let rows = [
        "password authentication failed for user",
        "invalid password",
        "the password is wrong",
        "the password is expired",
        "the password is incorrect",
        "the password is too short",
        "the password is not valid",
        "password has been changed",
        "password must be a string",
        "password: must be a string",
        "the password has expired",
        "the token is missing",
        "The access token is expired or revoked",
        "the API key is invalid",
        "password is required",
        "wrong password for user",
        "the password was rejected",
        "login with password failed",
        "set API_KEY environment variable",
        "the secret was not found",
        "secret \"db\" not found",
        "set password policy failed",
        "Enter the password to continue",
        "password reset is required",
        "session is closed",
        "Invalid API key provided",
    ];
    let wrong: Vec<_> = rows.iter().map(|text| (text, passes(text))).filter(|(text, out)| *text != out).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
