//! The evaluator that a stack is given.

use super::{
    Evaluation, JevError, JevErrorKind, Preset, Provider,
    client::Client,
    request,
    route::{VendorVariables, Wanted, resolve},
};
use crate::{
    config::RecoveryConfig,
    decide::RecoveryEvaluator,
    net::{Connection, Credential, Endpoint, Fingerprint, Fingerprints},
    systemone::{Batch, EvaluationError, EvaluationErrorKind as Kind},
};
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// How long the breaker stays open by default.
const COOL_DOWN: Duration = Duration::from_secs(300);

/// Asks a service of the System One wire format. Clones share the connections, the breaker and the credential.
///
/// Without a provider it answers every question at once with [`Kind::NoCredential`], so that the text rules stand.
#[derive(Clone)]
pub struct Jev(Arc<Shared>);

struct Shared {
    target: Option<Target>,
    connection: Connection,
    cool_down: Duration,
    fingerprints: Fingerprints,
    cached: Mutex<Option<(Fingerprint, Arc<Client>)>>,
}

struct Target {
    provider: Provider,
    endpoint: Endpoint,
}

/// Puts a [`Jev`] together. Nothing is read from the process: neither its environment nor its proxies.
#[derive(Clone, Debug)]
#[must_use]
pub struct JevBuilder {
    wanted: Wanted,
    host: Vec<Provider>,
    variables: VendorVariables,
    connection: Connection,
    cool_down: Duration,
}

impl Jev {
    /// Begins with nothing.
    pub fn builder() -> JevBuilder {
        let (wanted, variables) = (Wanted::default(), VendorVariables::default());
        JevBuilder { wanted, host: Vec::new(), variables, connection: Connection::new(), cool_down: COOL_DOWN }
    }

    /// Whether there is anybody to ask.
    #[must_use]
    pub fn has_provider(&self) -> bool {
        self.0.target.is_some()
    }

    /// How the service is addressed, where there is one.
    #[must_use]
    pub fn preset(&self) -> Option<&Preset> {
        self.0.target.as_ref().map(|target| &target.provider.preset)
    }
}

impl JevBuilder {
    /// Takes `jev_route` and `jev_base_url` from a configuration.
    pub fn config(mut self, config: &RecoveryConfig) -> Self {
        self.wanted = Wanted { route: config.jev_route, base: config.jev_base_url.clone() };
        self
    }

    /// Adds a service that the host has a credential for. The first one answers where the configuration names no route.
    pub fn provider(mut self, provider: Provider) -> Self {
        self.host.push(provider);
        self
    }

    /// Reads the vendor's variables `TYPESAFE_API_KEY`, `TYPESAFE_BASE_URL` and `TYPESAFE_DEFAULT_MODEL` out of `environment`, which is usually [`std::env::vars`].
    ///
    /// # Errors
    ///
    /// [`JevErrorKind::InvalidVariable`] names the variable that cannot be used, and not its value.
    pub fn environment(mut self, environment: impl IntoIterator<Item = (String, String)>) -> Result<Self, JevError> {
        self.variables = VendorVariables::read(environment)?;
        Ok(self)
    }

    /// Connects in another way than directly.
    pub fn connection(mut self, connection: Connection) -> Self {
        self.connection = connection;
        self
    }

    /// How long nothing is asked after the service has refused the credential, the account, the address or the model. Default: five minutes. A changed credential ends it.
    pub fn cool_down(mut self, cool_down: Duration) -> Self {
        self.cool_down = cool_down;
        self
    }

    /// Makes the evaluator.
    ///
    /// # Errors
    ///
    /// [`JevError`]: an explicit route or address without a credential of its own, an address or a model that is none, or no client.
    pub fn build(self) -> Result<Jev, JevError> {
        let target = resolve(&self.wanted, &self.host, &self.variables)?.map(Target::new).transpose()?;
        let Self { connection, cool_down, wanted, .. } = self;
        let shared = Shared { target, connection, cool_down, fingerprints: Fingerprints::default(), cached: Mutex::default() };
        if let Some(target) = &shared.target {
            match shared.client(target) {
                // Only an explicit choice is an error now: a credential that comes later is waited for.
                Err(Kind::NoCredential) if wanted.route.is_some() || wanted.base.is_some() => {
                    return Err(JevError::no_credential(target.provider.route, &target.provider.base));
                }
                Ok(_) | Err(Kind::NoCredential) => {}
                Err(_) => return Err(JevError::new(JevErrorKind::Client)),
            }
        }
        Ok(Jev(Arc::new(shared)))
    }
}

impl Target {
    fn new(provider: Provider) -> Result<Self, JevError> {
        let model = &provider.preset.model;
        if model.is_empty() || model.len() > 128 || !model.bytes().all(|c| c.is_ascii_graphic()) {
            return Err(JevError::new(JevErrorKind::InvalidModel));
        }
        Ok(Self { endpoint: provider.endpoint()?, provider })
    }
}

impl Shared {
    /// The client for the credential of this moment. A changed credential has a client of its own: no connection, no header and no breaker of the old one is left.
    fn client(&self, target: &Target) -> Result<Arc<Client>, Kind> {
        let credential = target.provider.credential();
        if credential.is_none() && target.provider.needs_credential() {
            return Err(Kind::NoCredential);
        }
        let print = self.fingerprints.of(credential.as_ref());
        if let Some((_, client)) = self.cached.lock().unwrap_or_else(PoisonError::into_inner).as_ref().filter(|(cached, _)| *cached == print) {
            return Ok(client.clone());
        }
        let client = Arc::new(self.connect(target, credential.as_ref())?);
        *self.cached.lock().unwrap_or_else(PoisonError::into_inner) = Some((print, client.clone()));
        Ok(client)
    }

    fn connect(&self, target: &Target, credential: Option<&Credential>) -> Result<Client, Kind> {
        let (preset, endpoint) = (target.provider.preset.clone(), target.endpoint.clone());
        Client::new(preset, endpoint, &self.connection, credential, self.cool_down).map_err(|_| Kind::Connection)
    }

    fn begin(&self, batch: &Batch, deadline: Instant) -> Result<Evaluation, Kind> {
        let target = self.target.as_ref().ok_or(Kind::NoCredential)?;
        let client = self.client(target)?;
        let body = request::body(&target.provider.preset.model, batch).ok_or(Kind::TooLarge)?;
        Ok(Evaluation::begin(client, body, deadline))
    }
}

impl RecoveryEvaluator for Jev {
    type Evaluation = Evaluation;

    fn evaluate(&self, batch: Batch, deadline: Instant) -> Evaluation {
        self.0.begin(&batch, deadline).unwrap_or_else(|kind| Evaluation::failed(EvaluationError::new(kind)))
    }
}

impl fmt::Debug for Jev {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jev").field("provider", &self.0.target.as_ref().map(|target| &target.provider)).finish_non_exhaustive()
    }
}
