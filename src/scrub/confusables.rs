//! Letters of other scripts that look like ASCII: `рassword` with a Cyrillic `р`.

/// Look-alikes in Cyrillic, Greek, Armenian and Latin, after the table of confusables of UTS #39, each with the ASCII letter that it looks like.
const ALIKE: &[(&str, char)] = &[
    ("аα\u{251}", 'a'),
    ("АΑ", 'A'),
    ("ЬƄ", 'b'),
    ("ВΒ", 'B'),
    ("сϲ", 'c'),
    ("СϹ", 'C'),
    ("ԁɗ", 'd'),
    ("еҽ\u{212e}", 'e'),
    ("ЕΕ", 'E'),
    ("ɡց", 'g'),
    ("һհ", 'h'),
    ("НΗ", 'H'),
    ("іιı\u{269}", 'i'),
    ("ІΙӀ", 'I'),
    ("јϳ", 'j'),
    ("Ј", 'J'),
    ("кκ", 'k'),
    ("КΚ\u{212a}", 'K'),
    ("ӏ", 'l'),
    ("м", 'm'),
    ("МΜ", 'M'),
    ("пոη", 'n'),
    ("Ν", 'N'),
    ("оοօσ", 'o'),
    ("ОΟՕ", 'O'),
    ("рρϸ", 'p'),
    ("РΡ", 'P'),
    ("ԛզ", 'q'),
    ("г", 'r'),
    ("ѕ", 's'),
    ("ЅՏ", 'S'),
    ("тτ", 't'),
    ("ТΤ", 'T'),
    ("υս\u{28b}", 'u'),
    ("νѵ", 'v'),
    ("ԝωѡա", 'w'),
    ("Ԝ", 'W'),
    ("хχ", 'x'),
    ("ХΧ", 'X'),
    ("уүγ", 'y'),
    ("УΥҮ", 'Y'),
    ("Ζ", 'Z'),
];

/// The ASCII letter that `c` looks like.
pub(super) fn alike(c: char) -> Option<char> {
    // Everything in the table lies in these blocks.
    let candidate = matches!(u32::from(c), 0x131..=0x587 | 0x212a | 0x212e);
    candidate.then(|| ALIKE.iter().find(|(letters, _)| letters.contains(c)).map(|(_, ascii)| *ascii)).flatten()
}

/// The text with ASCII in words that are spelled in two scripts, where nothing but look-alikes is foreign in them. Words of one script stay: they are words of a language.
pub(super) fn unmixed(text: String) -> String {
    if text.is_ascii() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let len = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let word = rest.get(..len).unwrap_or_default();
        let mixed = !word.is_ascii() && word.bytes().any(|b| b.is_ascii_alphabetic()) && word.chars().all(|c| c.is_ascii() || alike(c).is_some());
        if mixed {
            out.extend(word.chars().map(|c| alike(c).unwrap_or(c)));
        } else {
            out.push_str(word);
        }
        let next = rest.get(len..).unwrap_or_default();
        let between = next.find(char::is_alphanumeric).unwrap_or(next.len());
        out.push_str(next.get(..between).unwrap_or_default());
        rest = next.get(between..).unwrap_or_default();
    }
    out
}

#[cfg(test)]
#[path = "confusables_tests.rs"]
mod tests;
