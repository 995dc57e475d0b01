use super::*;
use proptest::prelude::*;

fn words(line: &str) -> Vec<String> {
    Tokens::new(line)
        .map(|token| match token {
            Token::Word { text, .. } => text.into_owned(),
            Token::Break => ";".to_owned(),
        })
        .collect()
}

#[test]
fn words_lose_their_quotes() {
    assert_eq!(words(r#"git commit -m "a \"b\" c" 'd e' f\ g h'i'j"#), ["git", "commit", "-m", "a \"b\" c", "d e", "f g", "hij"]);
}

#[test]
fn separators_break_and_quoted_ones_do_not() {
    assert_eq!(words("a && b||c;d | e\nf & g"), ["a", ";", "b", ";", "c", ";", "d", ";", "e", ";", "f", ";", "g"]);
    assert_eq!(words("echo 'a && b' \"c;d\""), ["echo", "a && b", "c;d"]);
}

#[test]
fn redirections_and_comments_are_left_out() {
    assert_eq!(words("cmd 2>&1 >out.txt < in &>all arg # rest; of line\nnext"), ["cmd", "arg", ";", "next"]);
}

#[test]
fn plain_words_are_borrowed_with_their_place() {
    let tokens: Vec<_> = Tokens::new("  git push").collect();
    assert!(matches!(&tokens[..], [Token::Word { text: Cow::Borrowed("git"), at: Some(2) }, Token::Word { text: Cow::Borrowed("push"), at: Some(6) }]));
}

#[test]
fn unclosed_quotes_end_with_the_line() {
    assert_eq!(words("echo 'abc"), ["echo", "abc"]);
    assert_eq!(words("echo \\"), ["echo", ""]);
}

proptest! {
    #[test]
    fn any_line_ends_and_plain_words_stand_where_it_says(line in "[ -~\n\\PC]{0,400}") {
        let mut count = 0;
        for token in Tokens::new(&line) {
            count += 1;
            if let Token::Word { text, at: Some(at) } = token {
                prop_assert_eq!(line.get(at..at + text.len()), Some(&*text));
            }
        }
        prop_assert!(count <= line.len());
    }
}

#[test]
fn a_very_long_line_is_cut_at_a_character() {
    assert!(Tokens::new(&"é".repeat(10_000)).count() == 1);
}
