//! Splits a shell command line into words and separators, as far as needed to find the program. It evaluates nothing.

use std::borrow::Cow;

/// The most bytes of a command line that are looked at.
const MAX_BYTES: usize = 4096;

/// A line that goes on in the next one: the shell removes both characters (POSIX.1-2024, XCU 2.2.1).
const CONTINUATION: &str = "\\\n";

/// A part of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A word, without its quotes. `at` is its place in the line, where the word stands there as it is.
    Word {
        /// The word.
        text: Cow<'a, str>,
        /// The byte offset of a word without quotes and escapes.
        at: Option<usize>,
    },
    /// A separator of commands: `;`, `&`, `&&`, `|`, `||`, a parenthesis or a line end.
    Break,
}

/// The tokens of a command line (POSIX.1-2024, XCU 2.3), without redirections and comments.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        let end = (0..=MAX_BYTES.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
        Self { line: line.get(..end).unwrap_or(""), at: 0 }
    }

    fn rest(&self) -> &'a str {
        self.line.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, while_true: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !while_true(c)).unwrap_or(rest.len());
    }

    fn word(&mut self) -> Token<'a> {
        let start = self.at;
        self.skip(is_plain);
        let plain = self.line.get(start..self.at).unwrap_or("");
        if self.peek().is_none_or(ends_word) {
            return Token::Word { text: Cow::Borrowed(plain), at: Some(start) };
        }
        let mut text = plain.to_owned();
        while let Some(c) = self.peek().filter(|c| !ends_word(*c)) {
            if self.rest().starts_with(CONTINUATION) {
                self.at += CONTINUATION.len();
                continue;
            }
            self.at += c.len_utf8();
            match c {
                '\'' => self.quoted('\'', &mut text),
                '"' => self.quoted('"', &mut text),
                '\\' => text.extend(self.take_char()),
                other => text.push(other),
            }
        }
        Token::Word { text: Cow::Owned(text), at: None }
    }

    fn take_char(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn quoted(&mut self, quote: char, text: &mut String) {
        while let Some(c) = self.take_char() {
            match c {
                c if c == quote => return,
                '\\' if quote == '"' => text.extend(self.take_char().filter(|c| *c != '\n')),
                other => text.push(other),
            }
        }
    }

    /// Skips a redirection such as `2>&1`, `> file` or `<<EOF`, whose operator is next; a number before it was a word by itself.
    fn redirection(&mut self) {
        self.skip(|c| matches!(c, '<' | '>' | '&' | '|' | '-'));
        self.skip(|c| c == ' ' || c == '\t');
        if self.peek().is_some_and(|c| !ends_word(c)) {
            let _target = self.word();
        }
    }

    fn descriptor_before_redirection(&self) -> bool {
        let rest = self.rest().trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < self.rest().len() && rest.starts_with(['<', '>'])
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.skip(|c| c.is_whitespace() && c != '\n');
            if self.rest().starts_with(CONTINUATION) {
                self.at += CONTINUATION.len();
                continue;
            }
            match self.peek()? {
                '#' => self.skip(|c| c != '\n'),
                '<' | '>' => self.redirection(),
                '&' if self.rest().starts_with("&>") => self.redirection(),
                '\n' | ';' | '&' | '|' | '(' | ')' => {
                    self.skip(|c| c.is_whitespace() || matches!(c, ';' | '&' | '|' | '(' | ')'));
                    return Some(Token::Break);
                }
                c if c.is_ascii_digit() && self.descriptor_before_redirection() => self.skip(|c| c.is_ascii_digit()),
                _ => return Some(self.word()),
            }
        }
    }
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, ';' | '&' | '|' | '(' | ')' | '<' | '>')
}

fn is_plain(c: char) -> bool {
    !ends_word(c) && !matches!(c, '\'' | '"' | '\\')
}

#[cfg(test)]
#[path = "shell_tests.rs"]
mod tests;
