//! Server-sent events (WHATWG HTML, section 9.2), as far as MCP uses them.

/// Reads a stream of events piece by piece.
#[derive(Debug)]
pub(super) struct Events {
    /// A line that has not ended yet.
    line: Vec<u8>,
    data: String,
    has_data: bool,
    /// The id of the event that is being read.
    id: Option<String>,
    /// The id of the last event that came whole, by which a broken stream is taken up again.
    pub(super) last_id: Option<String>,
    limit: usize,
    /// The last byte was a carriage return: a line feed behind it ends no second line.
    returned: bool,
}

/// An event is longer than the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl Events {
    /// The longest id that is kept.
    const MAX_ID: usize = 1024;

    pub(super) fn new(limit: usize) -> Self {
        Self { line: Vec::new(), data: String::new(), has_data: false, id: None, last_id: None, limit, returned: false }
    }

    /// Another stream goes on where this one broke: an event that was cut off comes again, as a whole.
    pub(super) fn restart(&mut self) {
        *self = Self { last_id: self.last_id.take(), ..Self::new(self.limit) };
    }

    /// Takes a piece of the stream, and hands the data of each event that is complete to `event`.
    pub(super) fn feed(&mut self, bytes: &[u8], mut event: impl FnMut(String)) -> Result<(), TooLong> {
        for &byte in bytes {
            let after_return = std::mem::replace(&mut self.returned, byte == b'\r');
            match byte {
                b'\n' if after_return => {}
                b'\n' | b'\r' => {
                    let line = std::mem::take(&mut self.line);
                    if let Some(data) = self.end_of_line(&String::from_utf8_lossy(&line)) {
                        event(data);
                    }
                }
                _ => self.line.push(byte),
            }
            if self.line.len() + self.data.len() > self.limit {
                return Err(TooLong);
            }
        }
        Ok(())
    }

    fn end_of_line(&mut self, line: &str) -> Option<String> {
        if line.is_empty() {
            let data = std::mem::take(&mut self.data);
            self.last_id = self.id.take().or(self.last_id.take());
            return std::mem::take(&mut self.has_data).then_some(data);
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => {
                if self.has_data {
                    self.data.push('\n');
                }
                self.has_data = true;
                self.data.push_str(value);
            }
            "id" if value.len() <= Self::MAX_ID && !value.contains('\0') => self.id = Some(value.to_owned()),
            _ => {}
        }
        None
    }
}

#[cfg(test)]
#[path = "events_tests.rs"]
mod tests;
