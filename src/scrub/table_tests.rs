use super::super::scrubber::passes;

#[test]
fn cells_of_secrets_go() {
    let rows = [
        (r##"| password | dragonmonkey |"##, r##"| password | <secret> |"##),
        ("| user name | API key |\n|---|---|\n| of x | dragonmonkey |", "| user name | API key |\n|---|---|\n| of x | <secret> |"),
        (
            " id | password \n----+----------\n 1 | dragonmonkey \n 2 | dragonmonkey\n(2 rows)",
            " id | password \n----+----------\n 1 | <secret> \n 2 | <secret>\n(2 rows)",
        ),
        (r##"│ token │ dragonmonkey │"##, r##"│ token │ <secret> │"##),
        ("a\tpassword\nb\tdragonmonkey", "a\tpassword\nb\t<secret>"),
        (r##"| password | dragonmonkey |\n| mode | fast |"##, r##"| password | <secret> |\n| <secret> | fast |"##),
    ];
    let wrong: Vec<_> = rows.iter().map(|(text, left)| (text, left, passes(text))).filter(|(_, left, out)| *left != out).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn other_cells_stay() {
    for text in ["| mode | fast |", "password: string | null", "echo $PASSWORD | wc", "cat password | grep foo", "| password | required |\n| user | optional |"]
    {
        assert_eq!(passes(text), text);
    }
}
