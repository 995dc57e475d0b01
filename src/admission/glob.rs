//! Patterns over names of tools: `*` stands for any run of characters, `?` for one. Everything else stands for itself.

/// A pattern that names are compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Glob(Box<str>);

impl Glob {
    /// The longest pattern in bytes.
    pub(super) const MAX: usize = 256;

    /// `None` where the pattern is empty or too long.
    pub(super) fn new(pattern: &str) -> Option<Self> {
        (!pattern.is_empty() && pattern.len() <= Self::MAX).then(|| Self(pattern.into()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the whole of `name` fits. At most the product of both lengths is compared: after a mismatch only the last `*` takes one character more.
    pub(super) fn matches(&self, name: &str) -> bool {
        let (pattern, name): (Vec<char>, Vec<char>) = (self.0.chars().collect(), name.chars().collect());
        let (mut p, mut n) = (0, 0);
        let mut star: Option<(usize, usize)> = None;
        while let Some(&c) = name.get(n) {
            match pattern.get(p) {
                Some('*') => {
                    star = Some((p, n));
                    p += 1;
                }
                Some(&wanted) if wanted == '?' || wanted == c => (p, n) = (p + 1, n + 1),
                _ => match star {
                    Some((at, taken)) => {
                        star = Some((at, taken + 1));
                        (p, n) = (at + 1, taken + 1);
                    }
                    None => return false,
                },
            }
        }
        pattern.iter().skip(p).all(|c| *c == '*')
    }
}

#[cfg(test)]
#[path = "glob_tests.rs"]
mod tests;
