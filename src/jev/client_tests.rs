use super::{Client, Connection, Credential, Endpoint, Kind};
use crate::{
    clock,
    jev::{Evaluation, Preset},
    systemone::EvaluationError,
};
use reqwest::dns::{Name, Resolve, Resolving};
use rustls::{ClientConfig, RootCertStore, crypto::ring};
use std::{
    future::{pending, ready},
    sync::Arc,
    time::Duration,
};

/// A resolver of names that the machine has no part in.
enum Resolver {
    KnowsNobody,
    Silent,
}

impl Resolve for Resolver {
    fn resolve(&self, _: Name) -> Resolving {
        match self {
            Self::KnowsNobody => Box::pin(ready(Err("no such name".into()))),
            Self::Silent => Box::pin(pending()),
        }
    }
}

async fn error(resolver: Resolver, limit: Duration) -> EvaluationError {
    let endpoint = Endpoint::new(&"https://systemone.invalid".parse().unwrap(), "/v1/systemone").unwrap();
    let mut client = Client::new(Preset::SELF_HOSTED, endpoint, &Connection::new(), None::<&Credential>, Duration::from_secs(300)).unwrap();
    let versions = ClientConfig::builder_with_provider(Arc::new(ring::default_provider())).with_safe_default_protocol_versions().unwrap();
    let tls = versions.with_root_certificates(RootCertStore::empty()).with_no_client_auth();
    client.http = reqwest::Client::builder().tls_backend_preconfigured(tls).no_proxy().dns_resolver(Arc::new(resolver)).build().unwrap();
    Evaluation::begin(Arc::new(client), b"{}".to_vec(), clock::now() + limit).await.unwrap_err()
}

#[tokio::test(start_paused = true)]
async fn a_name_that_nobody_knows_is_asked_for_once_more() {
    let unknown = error(Resolver::KnowsNobody, Duration::from_secs(3)).await;
    assert_eq!((unknown.kind, unknown.status, unknown.code, unknown.attempts), (Kind::Connection, None, Some("not_connected"), 2));
}

#[tokio::test(start_paused = true)]
async fn a_resolver_that_is_silent_is_waited_for_until_the_deadline() {
    let began = clock::now();
    let late = error(Resolver::Silent, Duration::from_secs(3)).await;
    assert_eq!((late.kind, late.status, late.code, late.attempts), (Kind::Deadline, None, None, 1));
    assert_eq!(clock::now() - began, Duration::from_secs(3));
}
