//! Which bytes of a text are taken out, and what is written in their place.

/// What a part of a text is. A later one wins where two detectors claim the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Number,
    /// What nobody can tell from a random key.
    Id,
    Host,
    Query,
    User,
    Ip,
    Email,
    Secret,
}

impl Kind {
    const ALL: [Self; 8] = [Self::Number, Self::Id, Self::Host, Self::Query, Self::User, Self::Ip, Self::Email, Self::Secret];

    pub(super) const fn placeholder(self) -> &'static str {
        match self {
            Self::Number => "<number>",
            Self::Id => "<id>",
            Self::Host => "<host>",
            Self::Query => "<query>",
            Self::User => "<user>",
            Self::Ip => "<ip>",
            Self::Email => "<email>",
            Self::Secret => "<secret>",
        }
    }
}

/// The length of the placeholder at the start of `text`; 0 where there is none.
pub(super) fn placeholder_len(text: &[u8]) -> usize {
    if text.first() != Some(&b'<') {
        return 0;
    }
    Kind::ALL.iter().map(|kind| kind.placeholder()).find(|name| text.starts_with(name.as_bytes())).map_or(0, str::len)
}

/// A text and what of it is taken out.
pub(super) struct Paint<'t> {
    text: &'t str,
    kinds: Vec<Option<Kind>>,
    work: usize,
}

impl<'t> Paint<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, kinds: vec![None; text.len()], work: 0 }
    }

    pub(super) const fn text(&self) -> &'t str {
        self.text
    }

    pub(super) const fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    /// How many bytes were painted, those painted twice counted twice.
    #[cfg(test)]
    pub(super) const fn work(&self) -> usize {
        self.work
    }

    /// Takes `start..end` out. A placeholder stays what it is when it is all there is.
    pub(super) fn cover(&mut self, start: usize, end: usize, kind: Kind) {
        let part = self.bytes().get(start..end).unwrap_or_default();
        if part.is_empty() || placeholder_len(part) == part.len() {
            return;
        }
        self.work += part.len();
        for slot in self.kinds.get_mut(start..end).unwrap_or_default() {
            *slot = (*slot).max(Some(kind));
        }
    }

    /// The text with placeholders.
    pub(super) fn finish(self) -> String {
        let mut out = String::with_capacity(self.text.len());
        let mut start = 0;
        for run in self.kinds.chunk_by(|a, b| a == b) {
            let end = start + run.len();
            match run.first().copied().flatten() {
                Some(kind) => out.push_str(kind.placeholder()),
                // Spans end at ASCII bytes, so that this is always the text between two characters.
                None => out.push_str(self.text.get(start..end).unwrap_or_default()),
            }
            start = end;
        }
        out
    }
}
