use super::*;

#[test]
fn the_page_has_the_table() {
    let page = include_str!("../../docs/taxonomy.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let expected: Vec<String> = FailureCode::ALL
        .into_iter()
        .map(|code| {
            let Row { code, layer, what, evidence, owner, remedy } = code.row();
            format!("| `{code}` | {} | {what} | {evidence} | {} | {remedy} |", layer.as_str(), owner.as_str())
        })
        .collect();
    assert_eq!(rows, expected);
}

#[test]
fn a_code_fits_into_the_set_and_has_one_owner() {
    assert!(FailureCode::ALL.len() <= 64);
    for (at, code) in FailureCode::ALL.into_iter().enumerate() {
        assert_eq!((code as usize, code.row().code), (at, code));
        let family = FailureCode::ALL.into_iter().find(|other| other.as_str().as_bytes()[0] == code.as_str().as_bytes()[0]).unwrap();
        assert_eq!((family.row().owner, family.row().layer), (code.row().owner, code.row().layer), "{code}: a family has one owner");
    }
}
