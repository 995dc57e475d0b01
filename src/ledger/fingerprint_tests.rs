use super::*;
use serde_json::json;

fn seed() -> HashSeed {
    HashSeed::from_words([1, 2])
}

fn of(value: &Value) -> u128 {
    fingerprint(&seed(), value, &[], false)
}

fn without(value: &Value, pointers: &[&str]) -> u128 {
    let pointers: Vec<Arc<str>> = pointers.iter().map(|pointer| (*pointer).into()).collect();
    fingerprint(&seed(), value, &pointers, false)
}

#[test]
fn framing_keeps_different_values_apart() {
    let values = [
        json!({"a:1,b": 2}),
        json!({"a": 1, "b": 2}),
        json!({"a": {"b": 2}}),
        json!([[1], [2]]),
        json!([[1, 2], []]),
        json!([[], [1, 2]]),
        json!([1, 2]),
        json!([2, 1]),
        json!([1, "x"]),
        json!(["x", 1]),
        json!(["ab", "c"]),
        json!(["a", "bc"]),
        json!("1"),
        json!(1),
        json!(true),
        json!([]),
        json!({}),
        json!(null),
        json!(""),
        json!([null]),
        json!([{}]),
        json!({"": null}),
        json!({"a": null}),
        json!(["a", null]),
        json!({"a": 1, "b": 1}),
        json!({"a": 1, "c": 1}),
        json!({"x": {"a": 1}, "y": {"b": 2}}),
        json!({"x": {"b": 2}, "y": {"a": 1}}),
    ];
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            assert_eq!(of(a) == of(b), i == j, "{a} {b}");
        }
    }
}

#[test]
fn the_order_of_members_does_not_count() {
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let a = parse(r#"{"z":1,"a":{"y":[1,2],"b":null},"m":"x"}"#);
    let b = parse(r#"{"m":"x","a":{"b":null,"y":[1,2]},"z":1}"#);
    assert_eq!(of(&a), of(&b));
}

#[test]
fn numbers_are_compared_by_value() {
    let number = |text: &str| of(&serde_json::from_str(text).unwrap());
    for same in [
        ["1", "1.0"],
        ["1", "1e0"],
        ["10", "1e1"],
        ["1", "10e-1"],
        ["0", "-0.0"],
        ["-5", "-5.0"],
        ["0.5", "5e-1"],
        ["9007199254740992", "9007199254740992.0"],
        ["12345678901234568", "12345678901234568.0"],
        ["10000000000000000000", "1e19"],
    ] {
        assert_eq!(number(same[0]), number(same[1]), "{same:?}");
    }
    let apart = [
        "0",
        "1",
        "-1",
        "0.1",
        "0.2",
        "1.5",
        "-1.5",
        "15",
        "150",
        "1.0000000000000002",
        "9007199254740992",
        "9007199254740993",
        "18446744073709551615",
        "18446744073709551614",
        "-9223372036854775808",
        "9223372036854775808",
        "9223372036854776000",
        "9223372036854775807",
        "1e300",
        "1e-300",
        "1e301",
    ];
    for (i, a) in apart.iter().enumerate() {
        for (j, b) in apart.iter().enumerate() {
            assert_eq!(number(a) == number(b), i == j, "{a} {b}");
        }
    }
    assert_ne!(of(&json!(9_223_372_036_854_775_808.0_f64)), number("9223372036854776000"), "the shortest text of a float can name another integer");
}

#[test]
fn what_superficial_pointers_name_is_left_out() {
    let value = json!({"q": 1, "id": "a", "meta": {"trace": "t", "keep": 2}, "items": [{"id": 1, "v": 1}, {"id": 2, "v": 2}], "a/b": 1, "m~n": 2});
    let cases = [
        ("/id", json!({"q": 1, "meta": {"trace": "t", "keep": 2}, "items": [{"id": 1, "v": 1}, {"id": 2, "v": 2}], "a/b": 1, "m~n": 2})),
        ("/meta/trace", json!({"q": 1, "id": "a", "meta": {"keep": 2}, "items": [{"id": 1, "v": 1}, {"id": 2, "v": 2}], "a/b": 1, "m~n": 2})),
        ("/items/1/id", json!({"q": 1, "id": "a", "meta": {"trace": "t", "keep": 2}, "items": [{"id": 1, "v": 1}, {"v": 2}], "a/b": 1, "m~n": 2})),
        ("/a~1b", json!({"q": 1, "id": "a", "meta": {"trace": "t", "keep": 2}, "items": [{"id": 1, "v": 1}, {"id": 2, "v": 2}], "m~n": 2})),
        ("/m~0n", json!({"q": 1, "id": "a", "meta": {"trace": "t", "keep": 2}, "items": [{"id": 1, "v": 1}, {"id": 2, "v": 2}], "a/b": 1})),
    ];
    for (pointer, pruned) in cases {
        assert_eq!(without(&value, &[pointer]), of(&pruned), "{pointer}");
    }
    for nothing in ["/e", "/nothing", "id", "/meta/id", "/trace", "/items/2", "/a~2b", "/a~", "/q/", "/"] {
        assert_eq!(without(&value, &[nothing]), of(&value), "{nothing}");
    }
    assert_eq!(without(&value, &[""]), without(&json!(1), &[""]), "the whole");
    let item = |n: u64| json!(["a", n]);
    assert_eq!(without(&item(1), &["/1"]), without(&item(2), &["/1"]));
    assert_ne!(without(&item(1), &["/1"]), of(&json!(["a"])), "an element keeps its place");
    let many: Vec<String> = (0..100).map(|n| format!("/m{n}")).chain(["/id".into()]).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(without(&value, &many), without(&value, &["/id"]));
}

#[test]
fn built_in_volatile_fields_are_left_out_on_demand_only() {
    let call = |id: &str| json!({"q": 1, "requestId": id, "timestamp": {"from": id}});
    assert_ne!(of(&call("a")), of(&call("b")));
    let on = |value: &Value| fingerprint(&seed(), value, &[], true);
    assert_ne!(on(&call("a")), on(&call("b")), "an object is an argument, whatever its name");
    let call = |id: &str| json!({"q": 1, "requestId": id, "nested": [{"trace_id": id}]});
    assert_eq!(on(&call("a")), on(&call("b")));
}

#[test]
fn another_seed_makes_other_fingerprints() {
    let value = json!({"a": [1, "x"]});
    assert_ne!(of(&value), fingerprint(&HashSeed::from_words([1, 3]), &value, &[], false));
    assert_ne!(of(&value), fingerprint(&HashSeed::from_words([3, 2]), &value, &[], false));
    let (a, b) = (HashSeed::random(), HashSeed::random());
    assert_ne!(a.words(), b.words());
    assert!(!format!("{a:?}").contains(&a.words()[0].to_string()));
}

/// Nested so deep that recursion would exhaust a small stack.
fn nested(depth: usize, leaf: u64, object: bool) -> Value {
    (0..depth).fold(json!(leaf), |inner, _| if object { Value::Object([("k".to_owned(), inner)].into_iter().collect()) } else { Value::Array(vec![inner]) })
}

#[test]
fn depth_is_no_danger_to_the_stack() {
    let large = || {
        let values: Vec<Arc<Value>> =
            [(false, 1), (false, 2), (true, 1), (true, 2)].map(|(object, leaf)| Arc::new(nested(20_000, leaf, object))).into_iter().collect();
        let shared = values.clone();
        let small = move || {
            let prints: Vec<u128> = shared.iter().map(|value| of(value)).collect();
            assert_eq!(of(&shared[0]), prints[0]);
            prints
        };
        let prints = std::thread::Builder::new().stack_size(512 * 1024).spawn(small).unwrap().join().unwrap();
        let distinct: std::collections::HashSet<u128> = prints.iter().copied().collect();
        assert_eq!(distinct.len(), 4);
    };
    std::thread::Builder::new().stack_size(256 * 1024 * 1024).spawn(large).unwrap().join().unwrap();
}

#[test]
fn the_walk_with_a_heap_stack_tells_values_apart_as_well() {
    let values = [
        json!([[1], [2]]),
        json!([[1, 2], []]),
        json!({"a": {"b": 1}}),
        json!({"a": {}, "b": 1}),
        json!([{"a": 1}]),
        json!({"a": [1]}),
        json!([1, "x"]),
        json!(["x", 1]),
    ];
    let walk = |value: &Value| {
        let seed = seed();
        seed.finish(deep(&seed, seed.lanes(Domain::Arguments), value))
    };
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            assert_eq!(walk(a) == walk(b), i == j, "{a} {b}");
        }
    }
}

/// The reading of numbers where `serde_json` keeps their text, which this build may not do: spelt out here through the text of an `f64`.
#[test]
fn numbers_as_text_agree_with_numbers_as_floats() {
    let mut seed = seed();
    let mut both = |value: &Value| {
        seed.numbers_are_text = false;
        let float = fingerprint(&seed, value, &[], false);
        seed.numbers_are_text = true;
        (float, fingerprint(&seed, value, &[], false))
    };
    for integral in [json!(1.0), json!(-3.0), json!(0.0), json!(-0.0), json!(1e15), json!(9_007_199_254_740_992.0), json!(1e17), json!(1e19)] {
        let (float, text) = both(&integral);
        assert_eq!(float, text, "{integral}");
    }
    let values = [json!(0.1), json!(0.2), json!(-0.1), json!(1.5), json!(15), json!(1e300), json!(1e-300), json!(1e17), json!(1.25e2)];
    let texts: std::collections::HashSet<u128> = values.iter().map(|value| both(value).1).collect();
    assert_eq!(texts.len(), values.len());
}
