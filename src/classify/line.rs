//! The line of an error text that says what failed.

/// The decisive line: with the text rules the one they would read first, otherwise the first that is not blank.
pub(crate) fn decisive_line(text: &str) -> &str {
    #[cfg(feature = "keywords")]
    {
        let (start, end) = super::keywords::decisive_line(text);
        text.get(start..end).unwrap_or(text)
    }
    #[cfg(not(feature = "keywords"))]
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default()
}
