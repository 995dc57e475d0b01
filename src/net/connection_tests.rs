use super::Connection;
use crate::net::Endpoint;

fn endpoint(base: &str) -> Endpoint {
    Endpoint::new(&base.parse().unwrap(), "/v1/systemone").unwrap()
}

#[tokio::test]
async fn a_plain_loopback_client_needs_no_certificate_store() {
    assert!(Connection::new().client(&endpoint("http://127.0.0.1:9")).is_ok());
}

#[test]
fn a_text_without_certificates_is_refused() {
    for text in ["", "no certificate", "-----BEGIN CERTIFICATE-----\n!!\n-----END CERTIFICATE-----\n"] {
        assert!(Connection::new().trust_pem(text.as_bytes()).is_err(), "{text}");
    }
}

#[tokio::test]
async fn an_encrypted_client_refuses_a_plain_address() {
    let client = Connection::new().client(&endpoint("https://127.0.0.1:9"));
    // Without a certificate store there is no such client at all, which is as safe.
    let Ok(client) = client else { return };
    assert!(client.post("http://127.0.0.1:9/").send().await.unwrap_err().is_builder());
}
