//! `tool-recovery mcp-proxy --url https://…`: a TLS server on loopback with certificates of an authority of its own.

use crate::support::{Client, Http, advice, text};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd};
use serde_json::{Value, json};
use std::{fs, process::Command, sync::Arc};
use tempfile::TempDir;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    runtime::Runtime,
};
use tokio_rustls::TlsAcceptor;

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority(name: &str) -> Authority {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// What a certificate is for.
fn leaf(name: &str, expired: bool) -> CertificateParams {
    let mut params = CertificateParams::new([name.to_owned()]).unwrap();
    if expired {
        (params.not_before, params.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2021, 1, 1));
    }
    params
}

/// TLS in front of the HTTP server.
struct Tls {
    url: String,
    ca: String,
    _folder: TempDir,
    _server: Http,
    _runtime: Runtime,
}

impl Tls {
    fn start(name: &str, params: &CertificateParams) -> Self {
        let (server, runtime, authority) = (Http::start(&format!("tls_{name}")), Runtime::new().unwrap(), authority("ours"));
        let folder = tempfile::tempdir().unwrap();
        let ca = folder.path().join("ca.pem");
        fs::write(&ca, authority.pem()).unwrap();
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &authority).unwrap();
        let private = rustls::pki_types::PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], private)
            .unwrap();
        let plain = server.url.trim_start_matches("http://").trim_end_matches("/mcp").to_owned();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let port = listener.local_addr().unwrap().port();
        runtime.spawn(relay(listener, TlsAcceptor::from(Arc::new(config)), plain));
        Self { url: format!("https://localhost:{port}/mcp"), ca: ca.display().to_string(), _folder: folder, _server: server, _runtime: runtime }
    }

    fn command(&self, command: &str, ca: Option<&str>) -> Vec<String> {
        let mut words = vec![env!("CARGO_BIN_EXE_tool-recovery").to_owned(), command.into(), "--url".into(), self.url.clone()];
        words.extend(ca.into_iter().flat_map(|ca| ["--ca".to_owned(), ca.to_owned()]));
        words
    }
}

async fn relay(listener: TcpListener, acceptor: TlsAcceptor, plain: String) {
    while let Ok((stream, _)) = listener.accept().await {
        let (acceptor, plain) = (acceptor.clone(), plain.clone());
        tokio::spawn(async move {
            let (Ok(mut stream), Ok(mut server)) = (acceptor.accept(stream).await, TcpStream::connect(plain).await) else { return };
            let _ = copy_bidirectional(&mut stream, &mut server).await;
        });
    }
}

#[test]
fn calls_pass_where_the_authority_is_named() {
    let server = Tls::start("named", &leaf("localhost", false));
    let mut client = Client::start(&server.command("mcp-proxy", Some(&server.ca)));
    client.initialize();
    assert!(text(&client.call(1, "echo", &json!({"a": 1}))).contains("\"a\": 1"));
    let (status, errors) = client.end();
    assert!(status.success() && !errors.contains("certificate"), "{errors}");
    let words = server.command("mcp-init", Some(&server.ca));
    let init = Command::new(&words[0]).args(&words[1..]).output().unwrap();
    assert!(init.status.success() && String::from_utf8_lossy(&init.stdout).contains("\"echo\""), "{}", String::from_utf8_lossy(&init.stderr));
}

#[test]
fn a_certificate_that_does_not_fit_is_refused_with_what_to_do() {
    for (name, params, named, words) in [
        ("unknown", leaf("localhost", false), Some("other"), "name its certificate by --ca FILE"),
        ("renewed", leaf("localhost", false), Some("ours"), "has it got another key"),
        ("host", leaf("other.example", false), None, "it is for another host than that of --url"),
        ("expired", leaf("localhost", true), None, "it has expired"),
    ] {
        let server = Tls::start(name, &params);
        let stranger = server._folder.path().join("other.pem");
        if let Some(named) = named {
            fs::write(&stranger, authority(named).pem()).unwrap();
        }
        let ca = if named.is_some() { stranger.to_str().unwrap() } else { &server.ca };
        let mut client = Client::start(&server.command("mcp-proxy", Some(ca)));
        let refused: Value = serde_json::from_str(&client.initialize()).unwrap();
        assert!(refused["error"]["message"].as_str().unwrap().contains("certificate was not accepted"), "{refused}");
        let call = client.call(1, "echo", &json!({"secret": 1}));
        assert_eq!((&advice(&call)["class"], &advice(&call)["effect"]), (&json!("unavailable"), &json!("not_applied")), "{call}");
        let (_, errors) = client.end();
        assert_eq!(errors.matches(words).count(), 1, "{name}: {errors}");
        let words_of_init = server.command("mcp-init", Some(ca));
        let init = Command::new(&words_of_init[0]).args(&words_of_init[1..]).output().unwrap();
        assert!(init.status.code() == Some(3) && String::from_utf8_lossy(&init.stderr).contains(words), "{name}: {}", String::from_utf8_lossy(&init.stderr));
    }
    let server = Tls::start("absent", &leaf("localhost", false));
    let mut client = Client::start(&server.command("mcp-proxy", None));
    client.initialize();
    assert!(client.end().1.contains("name its certificate by --ca FILE"), "nobody trusts it by default");
}

#[test]
fn a_file_without_certificates_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.pem");
    fs::write(&empty, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n").unwrap();
    for (file, words) in [(empty.to_str().unwrap(), "no certificates in PEM form"), ("/no/such/file.pem", "cannot be read: no such file or directory")] {
        let run = Command::new(env!("CARGO_BIN_EXE_tool-recovery")).args(["mcp-proxy", "--url", "https://localhost:1/mcp", "--ca", file]).output().unwrap();
        assert!(run.status.code() == Some(2) && String::from_utf8_lossy(&run.stderr).contains(words), "{}", String::from_utf8_lossy(&run.stderr));
    }
}

#[test]
fn what_stays_on_this_machine_goes_through_no_proxy_of_the_environment() {
    let server = Http::start("no_proxy");
    let mut command =
        vec!["env".to_owned(), "HTTP_PROXY=http://127.0.0.1:1".into(), "http_proxy=http://127.0.0.1:1".into(), "ALL_PROXY=http://127.0.0.1:1".into()];
    command.extend([env!("CARGO_BIN_EXE_tool-recovery").to_owned(), "mcp-proxy".into(), "--url".into(), server.url.clone()]);
    let mut client = Client::start(&command);
    client.initialize();
    assert!(text(&client.call(1, "echo", &json!({"a": 1}))).contains("\"a\": 1"));
}
