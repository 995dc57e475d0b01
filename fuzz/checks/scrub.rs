//! Nothing that is planted in a text comes out of the scrubber, whatever stands around it; what comes out is bounded, and stable under a second look.

use tool_recovery::{facts::UntrustedText, scrub::Scrubber};

/// A text with a secret in it, and the parts that must not come out.
struct Planted {
    text: &'static str,
    secrets: &'static [&'static str],
}

const fn one(text: &'static str, secrets: &'static [&'static str]) -> Planted {
    Planted { text, secrets }
}

/// One of every kind.
const KINDS: &[Planted] = &[
    one("password=Kz7QvLm2Xw", &["Kz7QvLm2Xw"]),
    one("DB_PASSWORD: Kz7QvLm2Xw", &["Kz7QvLm2Xw"]),
    one("\"apiKey\": \"Kz7QvLm2Xw9TrB\"", &["Kz7QvLm2Xw9TrB"]),
    one("--token=Kz7QvLm2Xw9TrB", &["Kz7QvLm2Xw9TrB"]),
    one("<password>Kz7QvLm2Xw</password>", &["Kz7QvLm2Xw"]),
    one("Authorization: Bearer Kz7QvLm2Xw9TrBn4", &["Kz7QvLm2Xw9TrBn4"]),
    one("AKIAQ7ZK3XWP5M2BVT4N", &["AKIAQ7ZK3XWP5M2BVT4N"]),
    one("ghp_Kz7QvLm2Xw9TrBn4Yc6Hd8Jf3Gs5Pa1Qe0Uo", &["Kz7QvLm2Xw9TrBn4Yc6Hd8Jf3Gs5Pa1Qe0Uo"]),
    one("sk-ant-api03-Kz7QvLm2Xw9TrBn4Yc6Hd8Jf3Gs5Pa1Qe0UoKz7QvLm2Xw9TrBn4Yc6Hd8Jf3Gs5", &["Kz7QvLm2Xw9TrBn4Yc6Hd8Jf3Gs5Pa1Qe0Uo"]),
    one("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJLejdRdkxtMiJ9.Kz7QvLm2Xw9TrBn4Yc6Hd8Jf3Gs5Pa1", &["eyJzdWIiOiJLejdRdkxtMiJ9", "Kz7QvLm2Xw9TrBn4Yc6Hd8Jf3Gs5Pa1"]),
    one("Kz7QvLm2Xw9TrBn4Yc6Hd8Jf3Gs5Pa1", &["Kz7QvLm2Xw9TrBn4Yc6Hd8Jf3Gs5Pa1"]),
    one("9f86d081884c7d659a2feaa0c55ad015", &["9f86d081884c7d659a2feaa0c55ad015"]),
    one(
        "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDKz7QvLm2Xw9Tr\n-----END PRIVATE KEY-----",
        &["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDKz7QvLm2Xw9Tr"],
    ),
    one("zebulon.quux@vyxtorp.com", &["zebulon", "vyxtorp"]),
    one("203.0.113.77", &["203.0.113.77"]),
    one("2001:db8:85a3:1:2:8a2e:370:7334", &["2001:db8:85a3:1:2:8a2e:370:7334"]),
    one("4929173856204418", &["4929173856204418"]),
    one("+49 171 55501923", &["55501923"]),
    one("/home/zebulon/project/main.rs", &["zebulon"]),
    one("C:\\Users\\zebulon\\AppData\\x.txt", &["zebulon"]),
    one("https://zebulon:Kz7QvLm2Xw@db.example.com/path", &["zebulon", "Kz7QvLm2Xw"]),
    one("https://api.example.com/x?token=Kz7QvLm2Xw9", &["Kz7QvLm2Xw9"]),
];

/// The shortest piece of a secret that counts as one that came out.
const PIECE: usize = 6;

/// In how many ways a secret is written.
const MANNERS: usize = 6;

fn written(text: &str, manner: usize) -> String {
    let each = |f: &dyn Fn(char) -> String| text.chars().map(f).collect::<String>();
    match manner {
        0 => text.to_owned(),
        1 => serde_json::Value::from(text).to_string(),
        2 => serde_json::Value::from(serde_json::Value::from(text).to_string()).to_string(),
        3 => each(&|c| format!("{c}\u{200b}")),
        4 => each(&|c| if c.is_ascii_alphanumeric() { c.to_string() } else { format!("%{:02X}", u32::from(c)) }),
        _ => each(&|c| if c.is_ascii_punctuation() { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() }),
    }
}

fn scrub(text: &str) -> Option<String> {
    Scrubber::new().min_words(0).scrub(&UntrustedText::new(text)).map(|scrubbed| scrubbed.as_str().to_owned())
}

/// The first bytes choose a kind, a manner and a place; the others are the text around.
pub fn check(data: &[u8]) {
    let [kind, manner, place, around @ ..] = data else { return };
    let around = String::from_utf8_lossy(around);
    let planted = &KINDS[usize::from(*kind) % KINDS.len()];
    let at = around.len() * usize::from(*place) / 255;
    let at = (0..=at).rev().find(|at| around.is_char_boundary(*at)).unwrap_or(0);
    let (before, after) = around.split_at(at);
    survives_nothing(&format!("{before} {} {after}", written(planted.text, usize::from(*manner) % MANNERS)), planted.secrets, &around);
    stands_still(&around);
}

fn survives_nothing(text: &str, secrets: &[&str], around: &str) {
    let Some(out) = stands_still(text) else { return };
    let own = scrub(around).unwrap_or_default();
    for piece in secrets.iter().flat_map(|secret| (0..=secret.len() - PIECE).map(|at| &secret[at..at + PIECE])) {
        assert!(!out.contains(piece) || around.contains(piece) || own.contains(piece), "{piece:?} came out in {out:?}\nof {text:?}");
    }
}

/// What comes out is bounded, closes no delimiter, and is stable.
fn stands_still(text: &str) -> Option<String> {
    let out = scrub(text)?;
    assert!(out.len() <= Scrubber::MAX_BYTES, "{} bytes of {text:?}", out.len());
    let tight = out.to_lowercase().replace([' ', '\t', '\n'], "");
    assert!(!tight.contains("<tool_") && !tight.contains("</tool_"), "a delimiter in {out:?}\nof {text:?}");
    assert_eq!(scrub(&out).as_deref(), Some(&*out), "not stable\nof {text:?}");
    Some(out)
}

/// Every kind in every manner, in the middle of `around`.
#[allow(dead_code, reason = "the fuzzer chooses by itself")]
pub fn check_all_kinds(around: &[u8]) {
    for kind in 0..KINDS.len() {
        for manner in 0..MANNERS {
            check(&[&[kind as u8, manner as u8, 128], around].concat());
        }
    }
}
