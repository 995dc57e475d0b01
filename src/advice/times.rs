//! Counts in words.

/// How often something happened; `None` where nothing is counted any more, because a text never says that something failed zero times.
pub(crate) fn times(count: u32) -> Option<String> {
    match count {
        0 => None,
        1 => Some("once".into()),
        count => Some(format!("{count} times")),
    }
}
