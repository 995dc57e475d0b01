use super::*;

const ROW: &str = r#"{"id":"a","family":"f","template":"t","stage":"result","claim":"done","label":{},"basis":"measured"}"#;

#[test]
fn faults_have_the_number_of_their_line_and_reading_goes_on() {
    let text = format!("\u{feff}{ROW}\n\n{{\"id\":\n{ROW}\r\n[]\n{ROW}");
    let mut rows = Rows::new(text.as_bytes());
    let found: Vec<Result<String, String>> = rows.by_ref().map(|row| row.map(|row| row.id).map_err(|error| error.to_string())).collect();
    let expected = [
        Ok("a".to_owned()),
        Err("line 3: not JSON (column 6)".to_owned()),
        Ok("a".to_owned()),
        Err("line 5: not a row: one JSON object without repeated members is expected (column 1)".to_owned()),
        Ok("a".to_owned()),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_digest_is_that_of_the_lines() {
    let digest = |text: &str| {
        let mut rows = Rows::new(text.as_bytes());
        while rows.next().is_some() {}
        rows.digest()
    };
    let one = digest(&format!("{ROW}\n"));
    assert_eq!(digest(&format!("{ROW}\r\n\n")), one);
    assert_ne!(digest(&format!("{ROW}\n{ROW}\n")), one);
    assert_ne!(digest(&ROW.replace("done", "gone")), one);
    assert!(one.starts_with("sha256:") && one.len() == 71);
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let text = format!("{}\n{ROW}\n", "x".repeat(2 * 1024 * 1024));
    let found: Vec<bool> = Rows::new(text.as_bytes()).map(|row| row.is_ok()).collect();
    assert_eq!(found, [false, true]);
}
