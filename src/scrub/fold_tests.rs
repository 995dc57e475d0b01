use super::*;

#[test]
fn spellings_become_one() {
    for (text, folded) in [
        ("a\u{1b}[31mb\u{1b}[0m", "ab"),
        ("a\u{1b}[pb", "a[pb"),
        ("a\u{1b}]0;title\u{7}b", "ab"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("ｆｕｌｌ－１", "full-1"),
        ("𝐛𝑜𝓁𝟗", "bol9"),
        ("ⓐⒷ①", "aB1"),
        ("pa\u{301}ss\u{ad}", "pass"),
        ("“x” ‘y’", "\"x\" 'y'"),
        (r"\u0041\x42\u{43}\U00000044\/", "ABCD/"),
        (r#"say \u0022 \" \n"#, r#"say \" \" \n"#),
        (r"\\u0041", "A"),
        (r"\u005cu0041", "A"),
    ] {
        assert_eq!(fold(text, Depth::Letters), folded, "{text:?}");
    }
}

#[test]
fn escapes_that_add_spaces_come_later() {
    assert_eq!(fold("a%20b&amp;", Depth::Letters), "a%20b&amp;");
    assert_eq!(fold("a%20b&amp;&#x41;&quot;%C3%A9", Depth::Everything), "a b&A'é");
    assert_eq!(fold("100% of 5&6", Depth::Everything), "100% of 5&6");
}

#[test]
fn what_is_escaped_too_often_loses_its_escapes() {
    let deep = format!("%{}41 x", "25".repeat(12));
    assert!(!fold(&deep, Depth::Everything).contains('%'));
}
