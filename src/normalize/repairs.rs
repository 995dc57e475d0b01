//! Which repairs of representation were made.

/// A rule of the normalize stage, by its stable id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum Repair {
    /// Absent or null arguments became `{}`.
    AbsentToEmpty,
    /// Empty text became `{}`.
    EmptyTextToEmpty,
    /// Arguments as JSON text became an object.
    TextToObject,
    /// JSON text inside a JSON string was decoded.
    DoubleEncoding,
    /// One Markdown fence around the whole was removed.
    MarkdownFence,
    /// A byte order mark was removed.
    ByteOrderMark,
    /// White space around the whole was removed.
    Whitespace,
    /// A host-declared alias of the tool's name was resolved.
    NameAlias,
    /// A wrapper that the tool's contract declares was removed.
    Wrapper,
}

impl Repair {
    /// Every rule.
    pub const ALL: [Self; 9] = [
        Self::AbsentToEmpty,
        Self::EmptyTextToEmpty,
        Self::TextToObject,
        Self::DoubleEncoding,
        Self::MarkdownFence,
        Self::ByteOrderMark,
        Self::Whitespace,
        Self::NameAlias,
        Self::Wrapper,
    ];

    /// The stable id used in records and telemetry.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::AbsentToEmpty => "absent_to_empty",
            Self::EmptyTextToEmpty => "empty_text_to_empty",
            Self::TextToObject => "text_to_object",
            Self::DoubleEncoding => "double_encoding",
            Self::MarkdownFence => "markdown_fence",
            Self::ByteOrderMark => "byte_order_mark",
            Self::Whitespace => "whitespace",
            Self::NameAlias => "name_alias",
            Self::Wrapper => "wrapper",
        }
    }
}

/// The set of repairs that one call needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Repairs(u16);

impl Repairs {
    /// No repair.
    pub const NONE: Self = Self(0);

    /// Adds a repair.
    #[must_use]
    pub const fn with(self, repair: Repair) -> Self {
        Self(self.0 | 1 << repair as u8)
    }

    /// Both sets in one.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether `repair` was made.
    #[must_use]
    pub const fn contains(self, repair: Repair) -> bool {
        self.0 & (1 << repair as u8) != 0
    }

    /// Whether the call came as it should.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The repairs that were made, in the order of [`Repair::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Repair> {
        let Self(mut left) = self;
        std::iter::from_fn(move || {
            let repair = *Repair::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(repair)
        })
    }
}
