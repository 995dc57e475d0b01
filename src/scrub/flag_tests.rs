use super::super::scrubber::passes;

#[test]
fn arguments_of_secret_options_go() {
    let rows = [
        (r##"Command '['--password', 'dragonmonkey']' failed"##, r##"Command '['--password', '<secret>']' failed"##),
        (r##"["-p","dragonmonkey"]"##, r##"["-p","<secret>"]"##),
        (r##"["mysql", "-u", "root", "-pdragonmonkey"]"##, r##"["mysql", "-u", "root", "-p<secret>"]"##),
        (r##"[\"--token\",\"dragonmonkey\"]"##, r##"[\"--token\",\"<secret>\"]"##),
        (r##"mysql -pdragonmonkey"##, r##"mysql -p<secret>"##),
        (r##"mysql -uroot -pdragonmonkey db"##, r##"mysql -uroot -p<secret> db"##),
        (r##"-uroot -pdragonmonkey"##, r##"-uroot -p<secret>"##),
        (r##"mysql -p'dragonmonkey'"##, r##"mysql -p'<secret>'"##),
        (r##"sshpass -p dragonmonkey ssh host"##, r##"sshpass -p <secret> ssh host"##),
        (r##"sshpass -p 'dragonmonkey' ssh host"##, r##"sshpass -p '<secret>' ssh host"##),
        (r##"docker login -u ann -p dragonmonkey"##, r##"docker login -u ann -p <secret>"##),
        (r##"redis-cli -a dragonmonkey ping"##, r##"redis-cli -a <secret> ping"##),
        (r##"ldapsearch -x -w dragonmonkey"##, r##"ldapsearch -x -w <secret>"##),
        (r##"[mysql, --password, dragonmonkey]"##, r##"[mysql, --password, <secret>"##),
        (r##"plink -pw dragonmonkey host"##, r##"plink -pw <secret> host"##),
        (r##"java -password dragonmonkey"##, r##"java -password <secret>"##),
        (r##"curl --pass dragonmonkey x"##, r##"curl --pass <secret> x"##),
        (r##"curl --proxy-user ann:dragonmonkey x"##, r##"curl --proxy-user <secret> x"##),
        (r##"unzip -P dragonmonkey a.zip"##, r##"unzip -P <secret> a.zip"##),
        ("--password \\\n  dragonmonkey", "--password \\\n  <secret>"),
        ("[\n  \"--password\",\n  \"dragonmonkey\"\n]", "[\n  \"--password\",\n  \"<secret>\"\n]"),
    ];
    let wrong: Vec<_> = rows.iter().map(|(text, left)| (text, left, passes(text))).filter(|(_, left, out)| *left != out).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn other_options_stay() {
    let rows = [
        "-p flag is unknown",
        "error: unknown option '-p'",
        "-p: unknown option",
        "mkdir -p build/out",
        "mkdir -p build",
        "ssh -p 22 host",
        "docker run -p 8080:80 image",
        "cargo test -p engine",
        "unknown flag: --password",
        "--password is required",
        "--proxy-user is required",
        "--password, --user and --host are required",
        "the option --token requires an argument",
        "tar -pxf file",
        "ps -print",
    ];
    let wrong: Vec<_> = rows.iter().map(|text| (text, passes(text))).filter(|(text, out)| *text != out).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
