//! Reading a reply up to a bound.

use super::{TransportFault, fault};
use reqwest::{Response, header::CONTENT_ENCODING};

/// Why a body was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyFault {
    /// It is longer than allowed, or says so.
    TooLarge,
    /// It is compressed, although nobody offered to read that.
    Encoded,
    /// It was cut short.
    Transport(TransportFault),
}

/// The whole body, of at most `limit` bytes. A longer one is given up where it passes the bound, a `Content-Length` beyond it before the first byte.
pub(crate) async fn read_body(mut response: Response, limit: usize) -> Result<Vec<u8>, BodyFault> {
    let announced = response.content_length().unwrap_or(0);
    if announced > limit as u64 {
        return Err(BodyFault::TooLarge);
    }
    if response.headers().get_all(CONTENT_ENCODING).iter().any(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(BodyFault::Encoded);
    }
    let mut body = Vec::with_capacity(usize::try_from(announced).unwrap_or(0));
    while let Some(chunk) = response.chunk().await.map_err(|error| BodyFault::Transport(fault(&error)))? {
        if chunk.len() > limit - body.len() {
            return Err(BodyFault::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
