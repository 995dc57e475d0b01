use super::super::scrubber::passes;

#[test]
fn values_of_named_members_go() {
    let rows = [
        (r##"{"name":"password","value":"dragonmonkey"}"##, r##"{"name":"password","value":"<secret>"}"##),
        (r##"{"value":"dragonmonkey","name":"password"}"##, r##"{"value":"<secret>","name":"password"}"##),
        (r##"{\"key\":\"DB_PASSWORD\",\"value\":\"dragonmonkey\"}"##, r##"{\"key\":\"DB_PASSWORD\",\"value\":\"<secret>\"}"##),
        ("name: password\nvalue: dragonmonkey", "name: password\nvalue: <secret>"),
        ("- name: DB_PASSWORD\n  value: dragonmonkey\n- name: HOST\n  value: db", "- name: DB_PASSWORD\n  value: <secret>\n- name: HOST\n  value: db"),
        (r##"<add key="Password" value="dragonmonkey"/>"##, r##"<add key="Password" value="<secret>"/>"##),
        (r##"<add value="dragonmonkey" key="Password" />"##, r##"<add value="<secret>" key="Password" />"##),
        (r##"<property name="password">dragonmonkey</property>"##, r##"<property name="password"><secret></property>"##),
        ("<key>Password</key>\n<string>dragonmonkey</string>", "<key>Password</key>\n<string><secret></string>"),
        (r##"<name>db.password</name><value>dragonmonkey</value>"##, r##"<name>db.password</name><value><secret></value>"##),
        (r##"<input type="password" name="p" value="dragonmonkey">"##, r##"<input type="password" name="p" value="<secret>">"##),
        (r##"('password', 'dragonmonkey')"##, r##"('password', '<secret>')"##),
        (r##"["api_key", "dragonmonkey"]"##, r##"["api_key", "<secret>"]"##),
        (
            r##"{'loc': ('body', 'password'), 'msg': 'too short', 'input': 'dragonmonkey'}"##,
            r##"{'loc': ('body', 'password'), 'msg': 'too short', 'input': '<secret>'}"##,
        ),
        (r##"{"param":"password","msg":"Invalid value","value":"dragonmonkey"}"##, r##"{"param":"password","msg":"Invalid value","value":"<secret>"}"##),
    ];
    let wrong: Vec<_> = rows.iter().map(|(text, left)| (text, left, passes(text))).filter(|(_, left, out)| *left != out).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn other_pairs_stay() {
    let rows = [
        "{\"name\":\"path\",\"value\":\"build\"}",
        "{\"field\":\"password\",\"message\":\"is too short\"}",
        "{\"name\":\"password\"},{\"name\":\"mode\",\"value\":\"fast\"}",
        "<add key=\"Mode\" value=\"fast\"/>",
        "missing: [\"password\", \"token\"]",
        "{\"type\":\"string\",\"name\":\"password\",\"value\":\"must not be blank\"}",
    ];
    let wrong: Vec<_> = rows.iter().map(|text| (text, passes(text))).filter(|(text, out)| *text != out).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
