//! Which provider answers: a pure function of the configuration, the host's providers and the vendor's environment variables.

use super::{JevError, JevErrorKind, Preset, Provider};
use crate::{
    config::{BaseUrl, JevRoute},
    net::Credential,
};
use std::sync::Arc;

/// The vendor's own variables: the credential, the address it belongs to, and the model.
#[derive(Clone, Debug, Default)]
pub(super) struct VendorVariables {
    credential: Option<Credential>,
    base: Option<BaseUrl>,
    model: Option<Box<str>>,
}

impl VendorVariables {
    /// Picks them out of the environment. An empty variable is as good as none.
    pub(super) fn read(environment: impl IntoIterator<Item = (String, String)>) -> Result<Self, JevError> {
        let mut read = Self::default();
        for (name, value) in environment {
            let value = value.trim();
            let invalid = |variable| JevError::new(JevErrorKind::InvalidVariable(variable));
            match name.as_str() {
                _ if value.is_empty() => {}
                "TYPESAFE_API_KEY" => read.credential = Some(Credential::new(value).ok_or_else(|| invalid("TYPESAFE_API_KEY"))?),
                "TYPESAFE_BASE_URL" => read.base = Some(value.parse().map_err(|_| invalid("TYPESAFE_BASE_URL"))?),
                "TYPESAFE_DEFAULT_MODEL" => {
                    let plain = value.len() <= 128 && value.bytes().all(|c| c.is_ascii_graphic());
                    read.model = Some(plain.then(|| value.into()).ok_or_else(|| invalid("TYPESAFE_DEFAULT_MODEL"))?);
                }
                _ => {}
            }
        }
        Ok(read)
    }

    /// The provider that they describe, where they name a credential.
    fn provider(&self) -> Result<Option<Provider>, JevError> {
        let Some(credential) = self.credential.clone() else { return Ok(None) };
        let provider = Provider::at(JevRoute::Vendor, Preset::VENDOR, self.base.clone(), Some(Arc::new(credential)))?;
        Ok(Some(self.with_model(provider)))
    }

    fn with_model(&self, mut provider: Provider) -> Provider {
        if let Some(model) = &self.model {
            provider.preset.model = model.to_string().into();
        }
        provider
    }
}

/// What the configuration says.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub(super) route: Option<JevRoute>,
    pub(super) base: Option<BaseUrl>,
}

/// The provider that answers; `None` where nobody named one, so that there is nothing to ask.
///
/// An explicit route or address finds a credential of its own (same route, same origin) or fails: it never falls through to another one. Without either, the host's first
/// provider answers, else the vendor's variables.
pub(super) fn resolve(wanted: &Wanted, host: &[Provider], variables: &VendorVariables) -> Result<Option<Provider>, JevError> {
    let environment = variables.provider()?;
    let Some(route) = wanted.route else {
        let Some(default) = host.first().or(environment.as_ref()) else {
            return wanted.base.as_ref().map_or(Ok(None), |base| Err(JevError::no_credential(JevRoute::Custom, base)));
        };
        let base = wanted.base.as_ref().unwrap_or(&default.base);
        return bound(default.route, base, host.iter().chain(&environment)).map(Some);
    };
    // The environment comes before what the program set.
    let known = environment.iter().chain(host);
    match (route, &wanted.base) {
        (_, Some(base)) => bound(route, base, known),
        (JevRoute::Custom, None) => host.iter().find(|provider| provider.route == route).cloned().ok_or_else(|| JevError::new(JevErrorKind::NoBaseUrl)),
        (JevRoute::Vendor, None) => {
            let vendor = Preset::VENDOR.base.unwrap_or_default().parse().map_err(|_| JevError::new(JevErrorKind::NoBaseUrl))?;
            bound(route, variables.base.as_ref().unwrap_or(&vendor), known)
        }
    }
    .map(|provider| Some(if route == JevRoute::Vendor { variables.with_model(provider) } else { provider }))
}

/// The first provider of this route whose credential belongs to the origin of `base`, going to `base`.
fn bound<'a>(route: JevRoute, base: &BaseUrl, known: impl Iterator<Item = &'a Provider>) -> Result<Provider, JevError> {
    let none = || JevError::no_credential(route, base);
    for provider in known.filter(|provider| provider.route == route) {
        let there = Provider { base: base.clone(), ..provider.clone() };
        if there.endpoint()?.origin() == provider.endpoint()?.origin() {
            return Ok(there);
        }
    }
    Err(none())
}

#[cfg(test)]
#[path = "route_tests.rs"]
mod tests;
