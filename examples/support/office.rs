//! The service behind the HTTP tools of the scripted agent: an office with orders, tickets and a bank account, in which most things go wrong.

use super::server::{Answer, Request};
use serde_json::{Value, json};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, SystemTime},
};

/// The credential that is valid.
pub const CREDENTIAL: &str = "Bearer fresh";

/// Its state.
#[derive(Debug, Default)]
pub struct Office {
    /// Nothing goes wrong in a healthy one.
    healthy: bool,
    searches: AtomicUsize,
    transfers: Mutex<Vec<Value>>,
}

impl Office {
    pub fn new(healthy: bool) -> Self {
        Self { healthy, ..Self::default() }
    }

    pub fn answer(&self, request: &Request) -> Answer {
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/transfers") => Answer::new(200, Value::from(self.transfers().clone()).to_string()),
            ("POST", "/transfers") => self.transfer(&request.body),
            ("POST", "/tickets") => self.ticket(&request.body),
            _ if self.healthy => Answer::new(200, "[]"),
            ("GET", "/orders") => orders(request),
            ("GET", "/search") => self.search(),
            ("GET", path) => broken(path),
            _ => Answer::new(404, r#"{"error":"no such path"}"#),
        }
    }

    /// Books the transfer at once; in a broken office nobody hears of the first one.
    fn transfer(&self, body: &[u8]) -> Answer {
        let mut transfers = self.transfers();
        transfers.push(serde_json::from_slice(body).unwrap_or_default());
        if !self.healthy && transfers.len() == 1 { Answer::Silence } else { Answer::new(201, json!({"booked": transfers.len()}).to_string()) }
    }

    /// Status 200 whatever happens, as many gateways answer: the truth is in the body.
    fn ticket(&self, body: &[u8]) -> Answer {
        let ticket: Value = serde_json::from_slice(body).unwrap_or_default();
        let known = ticket.get("queue").and_then(Value::as_str).is_some_and(|queue| queue == "helpdesk");
        Answer::new(200, if known || self.healthy { r#"{"ok":true,"id":71}"# } else { r#"{"ok":false,"error":"invalid value for field 'queue'"}"# })
    }

    /// Too many searches, once.
    fn search(&self) -> Answer {
        if self.searches.fetch_add(1, Ordering::Relaxed) == 0 {
            Answer::new(429, r#"{"error":"too many requests"}"#).with("Retry-After", "1")
        } else {
            Answer::new(200, "[]")
        }
    }

    fn transfers(&self) -> std::sync::MutexGuard<'_, Vec<Value>> {
        self.transfers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn orders(request: &Request) -> Answer {
    if request.header("authorization") == Some(CREDENTIAL) { Answer::new(200, "[]") } else { Answer::new(401, r#"{"error":"token expired"}"#) }
}

/// A path for each way in which a server fails. `Retry-After` is given here as a date, 40 s ahead.
pub fn broken(path: &str) -> Answer {
    match path {
        "/admin" => Answer::new(403, r#"{"error":"the role 'viewer' may not read this"}"#),
        "/customers/0" => Answer::new(404, r#"{"error":"no customer with id 0"}"#),
        "/reports" => Answer::new(405, r#"{"error":"method not allowed"}"#).with("Allow", "POST"),
        "/quotes" => Answer::new(429, "").with("Retry-After", httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(40))),
        "/invoices" => Answer::new(500, r#"{"error":"internal error"}"#),
        "/stock" => Answer::new(503, r#"{"error":"temporarily overloaded, try again"}"#),
        "/events" => Answer::Reset,
        "/handbook.html" => Answer::new(502, "<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>"),
        _ => Answer::new(404, r#"{"error":"no such path"}"#),
    }
}
