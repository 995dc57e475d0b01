use super::*;

fn likeness(a: &str, b: &str) -> usize {
    let (a, b) = (Shape::of(a), Shape::of(b));
    assert_eq!(a.likeness(&b), b.likeness(&a), "likeness has no direction");
    a.likeness(&b)
}

#[test]
fn case_and_separators_do_not_matter() {
    for other in ["read_file", "Read-File", "readFile", "READ.FILE", "read file", "readfile"] {
        assert_eq!(likeness("read_file", other), 100, "{other}");
    }
    assert_eq!(likeness("file_read", "readFile"), 95);
}

#[test]
fn typing_errors_and_prefixes_are_alike() {
    for (a, b) in [("red_file", "read_file"), ("raed_file", "read_file"), ("filesystem.read_file", "read_file"), ("lst", "list"), ("searchweb", "search_webs")]
    {
        assert!(likeness(a, b) >= WORTH, "{a} {b}: {}", likeness(a, b));
    }
}

#[test]
fn other_names_are_not_alike() {
    for (a, b) in
        [("read_file", "delete_user"), ("", "read_file"), ("___", "read_file"), ("a", "b"), ("rm", "read_file_metadata"), ("get_weather", "set_timer")]
    {
        assert!(likeness(a, b) < WORTH, "{a} {b}: {}", likeness(a, b));
    }
}

#[test]
fn the_bound_on_letters_never_hides_a_near_name() {
    // Every single edit of a name stays within the cheap lower bound of the edit distance.
    let name = "transfer_funds";
    for at in 0..name.len() {
        let mut typed: Vec<char> = name.chars().collect();
        typed[at] = 'z';
        assert!(likeness(&typed.iter().collect::<String>(), name) >= WORTH);
        typed.remove(at);
        assert!(likeness(&typed.iter().collect::<String>(), name) >= WORTH);
    }
}

#[test]
fn the_best_come_first_and_ties_by_rank_then_name() {
    let names = [("read_files", 0), ("readfile", 1), ("read-file", 0), ("READ_FILE", 1), ("write_file", 0), ("unrelated", 0)];
    let shapes: Vec<Shape> = names.iter().map(|(name, _)| Shape::of(name)).collect();
    let found = nearest("read_file", 4, names.iter().zip(&shapes).map(|((name, rank), shape)| (*name, *rank, shape)));
    assert_eq!(found, ["read-file", "READ_FILE", "readfile", "read_files"]);
}

#[test]
fn hostile_names_are_cut_before_any_work() {
    let shape = Shape::of(&"a_".repeat(1_000_000));
    assert!(shape.len <= MAX_NAME && shape.words.len() <= MAX_WORDS);
    assert!(Shape::of(&"é".repeat(1_000_000)).compact.len() <= MAX_NAME);
}
