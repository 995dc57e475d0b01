//! Nothing that is planted in a text comes out of the scrubber, wherever and in whatever spelling it is planted.

use crate::support::{MANNERS, Manner, any_secret, around, look_alike, structured, wrap};
use proptest::{prelude::*, sample::select};
use tool_recovery::{
    facts::UntrustedText,
    scrub::{Role, Scrubber},
};

/// The shortest piece of a secret that counts as one that came out.
const PIECE: usize = 6;
/// What came out of the secrets: pieces of [`PIECE`] characters that are not in the text around as well.
fn leaks(out: &str, secrets: &[String], around: &str) -> Vec<String> {
    let mut found = Vec::new();
    for secret in secrets {
        let letters: Vec<char> = secret.chars().collect();
        for piece in letters.windows(PIECE.min(letters.len().max(1))) {
            let piece: String = piece.iter().collect();
            if piece.len() >= PIECE && out.contains(&piece) && !around.contains(&piece) {
                found.push(piece);
            }
        }
    }
    found
}

fn scrub(text: &str) -> String {
    // The words around are what is left: what is tested is that nothing else is.
    Scrubber::new().min_words(0).scrub(&UntrustedText::new(text)).map(|scrubbed| scrubbed.as_str().to_owned()).unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn no_planted_secret_comes_out(before in around(), secret in any_secret(), manner in select(MANNERS.to_vec()), after in around()) {
        let text = format!("{before} {} {after}", wrap(&secret.text, manner));
        let out = scrub(&text);
        prop_assert_eq!(leaks(&out, &secret.secrets, &format!("{before} {after}")), Vec::<String>::new(), "in {:?}\nof {:?}", out, text);
    }

}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    /// What the structure announces has no shape of its own, so that nothing else catches it.
    #[test]
    fn no_structure_frees_a_plain_word(
        secret in prop_oneof![4 => structured(), 1 => look_alike()].no_shrink(),
        manner in select(vec![Manner::Plain, Manner::Json, Manner::JsonInJson, Manner::Coloured, Manner::ZeroWidth, Manner::Percent, Manner::Unicode, Manner::Entities]),
        after in select(vec!["", "\n", "\nexit code 2", ", retry"]),
    ) {
        let text = format!("connection to the server failed: {}{after}", wrap(&secret.text, manner));
        let out = scrub(&text);
        prop_assert_eq!(leaks(&out, &secret.secrets, ""), Vec::<String>::new(), "in {:?}\nof {:?}", out, text);
    }
}

proptest! {
    // Each is a long text.
    #![proptest_config(ProptestConfig { cases: cases() / 8, ..ProptestConfig::default() })]

    /// The window, the kept part, and what is left out between: a secret on the edge of any of them is gone as well.
    #[test]
    fn no_cut_frees_a_secret(secret in any_secret(), manner in select(vec![Manner::Plain, Manner::Json, Manner::Quoted]), fill in 1_500..2_200_usize, edge in select(vec![0, 6_100, 8_000, 10_300]), tail in 0..30_000_usize) {
        let filler = "the request could not be served and was given up, ";
        let line = |n: usize| filler.chars().cycle().take(n).collect::<String>();
        let text = format!("{} {} {}", line(edge + fill), wrap(&secret.text, manner), line(tail));
        let out = scrub(&text);
        prop_assert_eq!(leaks(&out, &secret.secrets, filler), Vec::<String>::new(), "in {:?}", out);
        prop_assert!(out.len() <= Scrubber::MAX_BYTES);
    }

}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn a_second_look_changes_nothing(parts in prop::collection::vec(prop_oneof![any_secret().prop_map(|secret| secret.text), structured().prop_map(|secret| secret.text), around(), "\\PC{0,20}", ".{0,20}"], 0..12)) {
        let once = scrub(&parts.concat());
        prop_assert_eq!(scrub(&parts.concat()), once.clone());
        prop_assert_eq!(scrub(&once), once);
    }

    #[test]
    fn no_text_closes_its_delimiter(parts in prop::collection::vec(prop_oneof![select(vec!["<", "/", "</", "tool_error>", "tool_text", "&lt;", "\\u003c", "%3c", "\u{ff1c}", "\u{200b}", " ", "TOOL_", "tool", "_"]).prop_map(str::to_owned), around()], 0..20)) {
        let text = UntrustedText::new(&parts.concat());
        if let Some(scrubbed) = Scrubber::new().min_words(0).scrub(&text) {
            let delimited = scrubbed.delimited(Role::Error);
            let lower = scrubbed.as_str().to_lowercase().replace([' ', '\t', '\n'], "");
            prop_assert!(!lower.contains("</tool_") && !lower.contains("<tool_"), "{}", delimited);
        }
    }
}

/// More with `SCRUB_CASES=100000`.
fn cases() -> u32 {
    std::env::var("SCRUB_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(512)
}
