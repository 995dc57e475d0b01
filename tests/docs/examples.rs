//! The README, the book and the examples belong together: no page is left out, no link leads nowhere.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The pages of the book, without its index.
fn pages() -> Vec<String> {
    let names = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> = names.filter(|name| name.ends_with(".md") && name != "README.md").collect();
    pages.sort();
    pages
}

/// Targets of links, inline or by reference, that are files.
fn links(text: &str) -> Vec<&str> {
    let inline = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let reference = text.lines().filter(|line| line.starts_with('[')).filter_map(|line| line.split_once("]: ").map(|(_, target)| target));
    inline.chain(reference).map(|target| target.split('#').next().unwrap_or_default()).filter(|target| !target.is_empty() && !target.contains("://")).collect()
}

#[test]
fn every_page_is_in_the_index_and_in_the_guide() {
    let (index, guide) = (read("docs/README.md"), read("src/guide.rs"));
    assert!(pages().len() >= 3, "{:?}", pages());
    for page in pages() {
        assert!(links(&index).contains(&page.as_str()), "docs/README.md does not name {page}");
        assert!(guide.contains(&format!("include_str!(\"../docs/{page}\")")), "src/guide.rs leaves out {page}: its code is not compiled");
    }
}

#[test]
fn links_lead_to_files() {
    let book = pages().into_iter().map(|page| format!("docs/{page}"));
    for file in ["README.md".to_owned(), "docs/README.md".to_owned(), "CHANGELOG.md".to_owned()].into_iter().chain(book) {
        let text = read(&file);
        for target in links(&text) {
            let path = root().join(&file).parent().unwrap_or(Path::new("")).join(target);
            assert!(path.exists(), "{file} links to {target}, which is not there");
        }
    }
}

#[test]
fn the_readme_names_every_example() {
    let readme = read("README.md");
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            assert!(readme.contains(&format!("`{name}`")), "README.md does not name the example {name}");
        }
    }
}

/// Every source file of the library.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false => found.push(path),
        }
    }
}

/// Whether the documentation above line `at` has the section.
fn says_what_a_drop_does(lines: &[&str], at: usize) -> bool {
    let above = lines[..at].iter().rev().map(|line| line.trim()).take_while(|line| line.starts_with("///") || line.starts_with("#["));
    above.into_iter().any(|line| line == "/// # Cancel safety")
}

/// The line that an asynchronous item is documented above, where this line begins or implements one.
fn documented_at(lines: &[&str], at: usize) -> Option<usize> {
    let line = lines[at].trim();
    if line.starts_with("pub async fn") || line.starts_with("type ") && line.contains(": Future<") {
        return Some(at);
    }
    if line == "stage_service! {" {
        return (at..lines.len()).find(|n| lines[*n].trim().chars().all(char::is_alphanumeric) && !lines[*n].trim().is_empty());
    }
    let name = line.strip_prefix("impl").and_then(|rest| rest.split_once(" Future for ")).map(|(_, rest)| rest.split(['<', ' ']).next().unwrap_or_default())?;
    let declares = |line: &str| ["struct", "enum"].iter().any(|kind| line.trim_start().starts_with(&format!("pub {kind} {name}")));
    Some((0..lines.len()).find(|n| declares(lines[*n])).unwrap_or(at))
}

#[test]
fn every_asynchronous_item_says_what_a_drop_does() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut items = 0;
    for file in files.iter().filter(|file| !file.to_string_lossy().contains("/bin/") && !file.to_string_lossy().ends_with("_tests.rs")) {
        let text = fs::read_to_string(file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for at in (0..lines.len()).filter_map(|at| documented_at(&lines, at)) {
            items += 1;
            assert!(says_what_a_drop_does(&lines, at), "{}:{} has no section `# Cancel safety`", file.display(), at + 1);
        }
    }
    assert!(items >= 18, "{items}");
}

#[test]
fn every_future_is_in_the_table_of_auto_traits() {
    let table = read("tests/stack/auto_traits.rs");
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut futures = 0;
    for file in files.iter().filter(|file| !file.to_string_lossy().contains("/bin/") && !file.to_string_lossy().ends_with("_tests.rs")) {
        for line in fs::read_to_string(file).unwrap().lines() {
            let Some((_, name)) = line.split_once(" Future for ").filter(|_| line.starts_with("impl")) else { continue };
            let name = name.split(['<', ' ']).next().unwrap_or_default();
            futures += 1;
            assert!(table.contains(&format!("\"{name}\" ")) || table.contains(&format!("\"{name} ")), "{name} is not in the table");
        }
    }
    assert!(futures >= 18, "{futures}");
}
