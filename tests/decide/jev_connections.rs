//! How a decision reaches its service: certificates, proxies, and hosts that are not meant.
#![allow(clippy::disallowed_methods, reason = "a test with real sockets may")]

use crate::{
    jev_asking::{LONG, SHORT, ask, error, provider, trusting},
    systemone_server::{Reply, Server, answer, tls},
};
use std::sync::{Arc, Mutex};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tool_recovery::{
    jev::{Connection, Jev},
    systemone::EvaluationErrorKind as Kind,
};

#[tokio::test]
async fn tls_goes_to_the_right_host_alone() {
    for (name, trusted, accepted) in [("127.0.0.1", true, true), ("127.0.0.1", false, false), ("elsewhere.example", true, false)] {
        let (acceptor, pem) = tls(name);
        let server = Server::start_tls(acceptor, |request, _| answer(request, "unknown")).await;
        let other = tls("127.0.0.1").1;
        let connection = trusting(if trusted { &pem } else { &other });
        let jev = Jev::builder().provider(provider(&server.base())).connection(connection).build().unwrap();
        let (result, _) = ask(&jev, LONG).await;
        assert_eq!(result.is_ok(), accepted, "{name} {result:?}");
        if let Err(error) = result {
            assert_eq!((error.kind, error.code, error.attempts), (Kind::Connection, Some("not_connected"), 1), "a certificate does not mend itself");
            assert_eq!(server.requests(), 0, "nothing was sent");
        }
    }
}

/// A proxy that tunnels every connection to `target`, and keeps what it could read.
async fn tunnel(target: std::net::SocketAddr) -> (String, Arc<Mutex<Vec<u8>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let kept = seen.clone();
    tokio::spawn(async move {
        let (mut client, _) = listener.accept().await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(client.read_u8().await.unwrap());
        }
        kept.lock().unwrap().extend(&head);
        client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
        let mut server = TcpStream::connect(target).await.unwrap();
        let mut buffer = [0; 4096];
        loop {
            let mut answer = [0; 4096];
            tokio::select! {
                read = client.read(&mut buffer) => {
                    let Ok(length @ 1..) = read else { return };
                    kept.lock().unwrap().extend(&buffer[..length]);
                    server.write_all(&buffer[..length]).await.unwrap();
                }
                read = server.read(&mut answer) => {
                    let Ok(length @ 1..) = read else { return };
                    client.write_all(&answer[..length]).await.unwrap();
                }
            }
        }
    });
    (base, seen)
}

#[tokio::test]
async fn a_proxy_sees_the_name_alone() {
    let (acceptor, pem) = tls("systemone.invalid");
    let server = Server::start_tls(acceptor, |request, _| answer(request, "unknown")).await;
    let (proxy, seen) = tunnel(server.addr).await;
    let connection = trusting(&pem).proxy(proxy.parse().unwrap());
    let jev = Jev::builder().provider(provider("https://systemone.invalid")).connection(connection).build().unwrap();
    assert!(ask(&jev, LONG).await.0.is_ok());
    assert_eq!(server.received()[0].header("authorization"), Some("Bearer sk-CANARY-key"));
    let seen = seen.lock().unwrap().clone();
    assert!(seen.starts_with(b"CONNECT systemone.invalid:443 HTTP/1.1\r\n"));
    assert!(!seen.windows(6).any(|window| window == b"CANARY"));
}

#[tokio::test]
async fn a_plain_loopback_address_is_reached_without_the_proxy() {
    let server = Server::start(|request, _| answer(request, "unknown")).await;
    let proxy = Server::start(|_, _| Reply::json(200, "{}")).await;
    let connection = Connection::new().proxy(proxy.base().parse().unwrap());
    let jev = Jev::builder().provider(provider(&server.base())).connection(connection).build().unwrap();
    assert!(ask(&jev, LONG).await.0.is_ok());
    assert_eq!(proxy.connections(), 0);
}

#[tokio::test]
async fn a_plain_server_behind_https_gets_nothing() {
    let server = Server::start(|request, _| answer(request, "unknown")).await;
    let base = format!("https://{}", server.addr);
    let jev = Jev::builder().provider(provider(&base)).connection(trusting(&tls("127.0.0.1").1)).build().unwrap();
    // It waits for a line that never comes, or closes on the noise.
    assert!(matches!(error(&jev, SHORT).await.kind, Kind::Connection | Kind::Deadline));
    assert_eq!(server.requests(), 0);
}
