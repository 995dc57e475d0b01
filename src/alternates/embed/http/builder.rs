//! What an [`HttpEmbedder`] is made of.

use super::HttpEmbedder;
use crate::{
    alternates::embed::Embedded,
    config::{BaseUrl, ConfigError, ConfigErrorKind},
    net::{Connection, CredentialSource, Endpoint},
};
use reqwest::header::{AUTHORIZATION, HeaderName};
use std::{fmt, sync::Arc};

/// Collects what an [`HttpEmbedder`] needs. `Debug` prints no credential.
#[must_use]
pub struct HttpEmbedderBuilder {
    base: BaseUrl,
    model: Arc<str>,
    dimensions: Option<usize>,
    credential: Option<Arc<dyn CredentialSource>>,
    header: Option<Box<str>>,
    connection: Connection,
}

/// The longest name of a model in bytes.
const MAX_MODEL: usize = 256;

impl HttpEmbedderBuilder {
    pub(super) fn new(base: BaseUrl, model: Arc<str>) -> Self {
        Self { base, model, dimensions: None, credential: None, header: None, connection: Connection::new() }
    }

    /// Sends a [`Credential`](crate::net::Credential) as `Authorization: Bearer ...`. It goes to the origin of the base URL and nowhere else.
    pub fn credential(mut self, credential: impl CredentialSource + 'static) -> Self {
        self.credential = Some(Arc::new(credential));
        self
    }

    /// Sends the credential as it is, in another header than `Authorization`, such as `api-key`.
    pub fn credential_header(mut self, name: impl Into<Box<str>>) -> Self {
        self.header = Some(name.into());
        self
    }

    /// Asks for vectors of so many components: 1 to 4096. Not every model can shorten its vectors.
    pub const fn dimensions(mut self, dimensions: usize) -> Self {
        self.dimensions = Some(dimensions);
        self
    }

    /// Connects in another way: through a proxy, or trusting more than the system does.
    pub fn connection(mut self, connection: Connection) -> Self {
        self.connection = connection;
        self
    }

    /// Makes the embedder. Nothing is connected yet.
    ///
    /// # Errors
    ///
    /// The first of: a model without a name or with one that is too long, dimensions out of their range, a header for a credential that is not given or whose name is none, and a
    /// base URL that no client can be made for, such as an `https` one on a system whose trusted roots cannot be read.
    pub fn build(self) -> Result<HttpEmbedder, ConfigError> {
        if self.model.is_empty() || self.model.len() > MAX_MODEL {
            return Err(invalid("model", "a name of 1 to 256 bytes"));
        }
        if self.dimensions.is_some_and(|count| !(1..=Embedded::MAX_DIMENSIONS).contains(&count)) {
            return Err(invalid("dimensions", "1 to 4096"));
        }
        let header = match self.header {
            None => AUTHORIZATION,
            Some(_) if self.credential.is_none() => return Err(invalid("credential_header", "a credential to send in it")),
            Some(name) => HeaderName::try_from(&*name).map_err(|_| invalid("credential_header", "the name of a header"))?,
        };
        let endpoint = Endpoint::new(&self.base, "/v1/embeddings").map_err(|_| invalid("base_url", "a base for `/v1/embeddings`"))?;
        let client =
            self.connection.client(&endpoint).map_err(|_| invalid("base_url", "an origin to connect to, and with `https` a system with trusted roots"))?;
        Ok(HttpEmbedder { client, endpoint: Arc::new(endpoint), model: self.model, dimensions: self.dimensions, credential: self.credential, header })
    }
}

fn invalid(key: &str, expected: &str) -> ConfigError {
    ConfigError::new(format!("embeddings.{key}"), ConfigErrorKind::Invalid { expected: expected.into() })
}

impl fmt::Debug for HttpEmbedderBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpEmbedderBuilder")
            .field("base", &self.base)
            .field("model", &self.model)
            .field("credential", &self.credential.is_some())
            .finish_non_exhaustive()
    }
}
