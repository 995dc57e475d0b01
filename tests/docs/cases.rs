//! The tables of `docs/cases.md` and `docs/placement.md`: no cell is empty, every case, invariant and complaint is there, and every test they name exists.

use std::{collections::BTreeSet, fs, path::Path};

const CASES: [&str; 17] = [
    "success",
    "incomplete",
    "unknown name",
    "schema",
    "denied",
    "expired in wait",
    "cancelled in admission",
    "cancelled in wait",
    "cancelled in execution",
    "cancelled in decision",
    "parallel failures",
    "evaluator panic",
    "class flapping",
    "deferred alternate",
    "annotations that lie",
    "resume after restart",
    "mode change in mid-run",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The rows of every table of a page, without heads and rulers.
pub(super) fn rows(page: &str) -> Vec<Vec<String>> {
    rows_of(&fs::read_to_string(root().join("docs").join(page)).unwrap())
}

fn rows_of(text: &str) -> Vec<Vec<String>> {
    let lines: Vec<&str> = text.lines().collect();
    let is_ruler = |line: &str| line.starts_with('|') && line.chars().all(|c| matches!(c, '|' | '-' | ' ' | ':'));
    let body = |at: usize| lines[at].starts_with('|') && !is_ruler(lines[at]) && !lines.get(at + 1).is_some_and(|next| is_ruler(next));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    (0..lines.len()).filter(|at| body(*at)).map(|at| cells(lines[at])).collect()
}

/// What stands between backticks.
fn names(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Whether a file of `tests/`, named as a module, has a test of this name: a function right below a test attribute, or in a `proptest!` block.
fn is_test(module: &str, function: &str) -> bool {
    let Ok(text) = fs::read_to_string(root().join("tests").join(module.replace("::", "/")).with_extension("rs")) else { return false };
    let head = format!("fn {function}(");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.iter().enumerate().any(|(at, line)| {
        let found = line.strip_prefix("async ").unwrap_or(line).starts_with(&head);
        found
            && lines[..at]
                .iter()
                .rev()
                .take_while(|above| above.starts_with("#["))
                .any(|above| above.starts_with("#[test]") || above.starts_with("#[tokio::test"))
    })
}

#[test]
fn no_cell_is_empty_and_every_named_test_exists() {
    let rows = rows("cases.md");
    assert!(rows.len() > 55, "{}", rows.len());
    for row in &rows {
        assert!(row.len() == 3 && row.iter().all(|cell| !cell.is_empty()), "an empty cell: {row:?}");
        let tests = names(&row[2]);
        assert!(!tests.is_empty(), "no test: {row:?}");
        for test in tests {
            let (module, function) = test.rsplit_once("::").unwrap_or_else(|| panic!("`{test}` is not `folder::file::function`"));
            assert!(is_test(module, function), "`{test}` is not a test");
        }
    }
}

/// The first cells of one section of `docs/cases.md`, in their order.
fn numbers_of(section: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/cases.md")).unwrap();
    let (_, rest) = text.split_once(&format!("\n## {section}\n")).unwrap_or_else(|| panic!("no section {section}"));
    rows_of(rest.split("\n## ").next().unwrap()).into_iter().map(|row| row[0].clone()).collect()
}

#[test]
fn every_case_invariant_and_complaint_has_its_row() {
    let cases = numbers_of("Cases");
    for wanted in CASES {
        assert!(cases.iter().any(|case| case == wanted), "no row `{wanted}`");
    }
    let up_to = |last: u8| (1..=last).map(|n| n.to_string()).collect::<Vec<_>>();
    assert_eq!(numbers_of("Invariants"), up_to(14));
    assert_eq!(numbers_of("Complaints"), up_to(25));
}

#[test]
fn each_row_of_the_placement_table_is_a_test() {
    let rows = rows("placement.md");
    let mut listed = BTreeSet::new();
    for row in &rows {
        assert!(row.len() == 7 && row.iter().all(|cell| !cell.is_empty()), "an empty cell: {row:?}");
        let tests = names(&row[6]);
        assert_eq!(tests.len(), 1);
        assert!(is_test("stack::placement", tests[0]), "`{}` is not a test", tests[0]);
        listed.insert(tests[0].to_owned());
    }
    let text = fs::read_to_string(root().join("tests/stack/placement.rs")).unwrap();
    assert_eq!(listed.len(), text.matches("#[tokio::test").count(), "each test has its row");
    for layer in ["Timeout", "LoadShed", "ConcurrencyLimit", "Buffer", "Retry"] {
        let sides: Vec<&str> = rows.iter().filter(|row| row[0] == format!("`{layer}`")).map(|row| row[1].as_str()).collect();
        assert!(sides.contains(&"inside") && sides.contains(&"outside"), "{layer}: {sides:?}");
    }
}

#[test]
fn a_name_that_is_no_test_is_noticed() {
    assert!(is_test("docs::cases", "a_name_that_is_no_test_is_noticed"));
    assert!(!is_test("docs::cases", "rows") && !is_test("docs::cases", "no_such_test") && !is_test("no_such_file", "rows"));
}
