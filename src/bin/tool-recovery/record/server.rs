//! The fault server: a few paths that fail in a known way.

use std::{
    collections::HashMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, SystemTime},
};

/// How often, and since when, a path was asked.
type Asked = Arc<Mutex<HashMap<String, (u32, SystemTime)>>>;

/// Listens on the loopback until the process ends.
pub(super) fn start() -> std::io::Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    let asked = Asked::default();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let asked = asked.clone();
            thread::spawn(move || {
                // Whoever went away needs no answer.
                let _ = answer(stream, &asked);
            });
        }
    });
    Ok(port)
}

struct Request {
    path: String,
    authorized: bool,
    body: String,
}

fn read(stream: &TcpStream) -> std::io::Result<Request> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut input = BufReader::new(stream).take(64 * 1024);
    let mut line = String::new();
    input.read_line(&mut line)?;
    let path = line.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let (mut length, mut authorized) = (0, false);
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        let lower = line.to_ascii_lowercase();
        length = lower.strip_prefix("content-length:").and_then(|length| length.trim().parse().ok()).unwrap_or(length);
        authorized |= lower.starts_with("authorization: bearer good");
    }
    let mut body = vec![0; usize::min(length, 32 * 1024)];
    input.read_exact(&mut body)?;
    Ok(Request { path, authorized, body: String::from_utf8_lossy(&body).into_owned() })
}

/// Status, headers, body.
type Answer = (u16, String, String);

fn answer(mut stream: TcpStream, asked: &Asked) -> std::io::Result<()> {
    let request = read(&stream)?;
    let parts: Vec<&str> = request.path.trim_start_matches('/').split('/').collect();
    let number = |at: usize| parts.get(at).and_then(|part| part.parse::<u64>().ok()).unwrap_or_default();
    let (times, since) = {
        let Ok(mut asked) = asked.lock() else { return Ok(()) };
        let entry = asked.entry(request.path.clone()).or_insert((0, SystemTime::now()));
        entry.0 += 1;
        (u64::from(entry.0), entry.1.elapsed().unwrap_or_default())
    };
    let plain = |status: u16, body: &str| (status, String::new(), body.to_owned());
    let (status, headers, body): Answer = match parts.first().copied().unwrap_or_default() {
        // /status/CODE
        "status" => plain(u16::try_from(number(1)).unwrap_or(500), &reason(number(1))),
        // /slow/MS
        "slow" => {
            thread::sleep(Duration::from_millis(number(1).min(30_000)));
            plain(200, "late\n")
        }
        // /flaky/N/anything: fails N times.
        "flaky" if times <= number(1) => plain(503, "{\"error\":\"temporarily unavailable\"}\n"),
        // /limited/S/anything: allows nothing for S seconds since the first call.
        "limited" if since < Duration::from_secs(number(1)) => {
            (429, format!("Retry-After: {}\r\n", number(1)), "{\"error\":\"rate limit exceeded\"}\n".to_owned())
        }
        // /secured
        "secured" if !request.authorized => {
            (401, "WWW-Authenticate: Bearer\r\n".to_owned(), "{\"error\":\"invalid_token\",\"error_description\":\"the token expired\"}\n".to_owned())
        }
        // /drop: half an answer.
        "drop" => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")?;
            return Ok(());
        }
        // /reset: no answer at all.
        "reset" => return Ok(()),
        // /item/ID: those below 100 exist.
        "item" if number(1) >= 100 => plain(404, "{\"error\":\"no item has this id\"}\n"),
        // /create: needs a title.
        "create" if !request.body.contains("title") => plain(422, "{\"error\":\"validation failed\",\"field\":\"title\",\"reason\":\"is required\"}\n"),
        _ => plain(200, "{\"ok\":true}\n"),
    };
    write!(stream, "HTTP/1.1 {status} Answer\r\nContent-Type: application/json\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
}

fn reason(status: u64) -> String {
    let words = match status {
        400 => "malformed request",
        401 => "authentication required",
        403 => "forbidden for this account",
        404 => "not found",
        405 => "method not allowed",
        408 => "request timeout",
        409 => "conflict with the present version",
        410 => "gone",
        413 => "the body is too large",
        415 => "unsupported media type",
        422 => "unprocessable",
        429 => "too many requests",
        500 => "internal error",
        501 => "not implemented",
        502 => "bad gateway",
        503 => "service unavailable",
        504 => "gateway timeout",
        _ => "failed",
    };
    format!("{{\"error\":\"{words}\"}}\n")
}
