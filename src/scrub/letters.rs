//! Whether letters look like words.

/// How often a letter follows another in the words of programs and of a dozen European languages: the digit at `[first][second]` is twice the binary logarithm of the
/// ratio to chance, plus 5. Random letters have a mean of 2.6, nine of ten words one above 5.
const FOLLOWS: [&[u8; 26]; 26] = [
    b"67890374737999070999664155", // a
    b"81008000700600600530600010", // b
    b"80308009705400900526500003", // c
    b"90029000900302800441500011", // d
    b"74895673737989261999452624", // e
    b"50006400800300600412300000", // f
    b"70009033600304500642600000", // g
    b"80008000600200600303400000", // h
    b"85979671236989951899260116", // i
    b"50005000200000300000200000", // j
    b"80008001703401800455500000", // k
    b"91159120902833810056710050", // l
    b"96009000800252770031500000", // m
    b"90799491915315800089630052", // n
    b"35672252415889470987666003", // o
    b"80008002600600850835500010", // p
    b"00000000000000000000500000", // q
    b"93469252905465920578731044", // r
    b"80709205907522760179710044", // s
    b"90219105902423910967811061", // t
    b"64446230524769250878110001", // u
    b"70009000600001500000000000", // v
    b"70005000500001300000000020", // w
    b"00001000200000020003000000", // x
    b"50203000201132240033000000", // y
    b"60007000500002300000200020", // z
];

/// The shortest run of letters that says anything.
const SHORTEST: usize = 6;

/// Whether a run of ASCII letters could hardly be a word, an acronym or words in camel case.
pub(super) fn are_odd(letters: &str) -> bool {
    let len = letters.len();
    if len < SHORTEST {
        return false;
    }
    let hexadecimal = len >= 8 && letters.bytes().all(|b| matches!(b.to_ascii_lowercase(), b'a'..=b'f'));
    if hexadecimal || len > 64 {
        return true;
    }
    let parts = camel_parts(letters.as_bytes());
    // Random letters change case all the time.
    let ragged = parts > 1 && len >= 8 && len * 10 < parts * 30;
    ragged
        || mean(letters.as_bytes())
            < match len {
                0..8 => 400,
                8..10 => 450,
                _ => 500,
            }
}

/// The words of a name in camel case. A run of capitals is one word, and its last one belongs to the small letters behind it.
pub(super) fn camel_parts(letters: &[u8]) -> usize {
    let starts = letters.windows(2).enumerate().filter(|(i, pair)| {
        let [a, b] = pair else { return false };
        let falls = a.is_ascii_uppercase() && b.is_ascii_lowercase() && *i > 0 && letters.get(i - 1).is_some_and(u8::is_ascii_uppercase);
        (a.is_ascii_lowercase() && b.is_ascii_uppercase()) || falls
    });
    1 + starts.count()
}

/// The mean over neighbours in one word, times 100.
fn mean(letters: &[u8]) -> usize {
    let (mut sum, mut count) = (0_usize, 0_usize);
    for pair in letters.windows(2) {
        let [a, b] = pair else { continue };
        if a.is_ascii_lowercase() && b.is_ascii_uppercase() {
            continue;
        }
        let place = |b: u8| usize::from(b.to_ascii_lowercase().wrapping_sub(b'a'));
        let score = FOLLOWS.get(place(*a)).and_then(|row| row.get(place(*b)));
        sum += usize::from(score.map_or(5, |digit| digit - b'0'));
        count += 1;
    }
    (sum * 100).checked_div(count).unwrap_or(500)
}

#[cfg(test)]
#[path = "letters_tests.rs"]
mod tests;
