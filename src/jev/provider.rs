//! Which service a credential belongs to, and which of them answers.

use super::{Authentication, JevError, JevErrorKind, ModelCheck, Preset};
use crate::{
    config::{BaseUrl, JevRoute},
    net::{Credential, CredentialSource, Endpoint},
};
use std::{fmt, sync::Arc};

/// A service with the credential that belongs to it: to its route and to its origin, and to no other.
#[derive(Clone)]
#[must_use]
pub struct Provider {
    pub(super) route: JevRoute,
    pub(super) preset: Preset,
    pub(super) base: BaseUrl,
    pub(super) source: Option<Arc<dyn CredentialSource>>,
}

impl Provider {
    /// The vendor's own service.
    ///
    /// # Errors
    ///
    /// None as long as the vendor's address is one, which a test asserts.
    pub fn vendor(credential: impl CredentialSource + 'static) -> Result<Self, JevError> {
        Self::at(JevRoute::Vendor, Preset::VENDOR, None, Some(Arc::new(credential)))
    }

    /// A gateway that has one address for everybody.
    ///
    /// # Errors
    ///
    /// [`JevErrorKind::NoBaseUrl`] for a preset whose address is everybody's own: it goes through [`custom_at`](Self::custom_at).
    pub fn custom(preset: Preset, credential: impl CredentialSource + 'static) -> Result<Self, JevError> {
        Self::at(JevRoute::Custom, preset, None, Some(Arc::new(credential)))
    }

    /// A gateway or a server of one's own at `base`.
    ///
    /// # Errors
    ///
    /// None today.
    pub fn custom_at(preset: Preset, base: BaseUrl, credential: impl CredentialSource + 'static) -> Result<Self, JevError> {
        Self::at(JevRoute::Custom, preset, Some(base), Some(Arc::new(credential)))
    }

    /// A server that asks for no credential.
    ///
    /// # Errors
    ///
    /// None today.
    pub fn anonymous_at(preset: Preset, base: BaseUrl) -> Result<Self, JevError> {
        Self::at(JevRoute::Custom, preset.authentication(Authentication::None), Some(base), None)
    }

    pub(super) fn at(route: JevRoute, preset: Preset, base: Option<BaseUrl>, source: Option<Arc<dyn CredentialSource>>) -> Result<Self, JevError> {
        let base = match (base, preset.base) {
            (Some(base), _) => base,
            (None, Some(base)) => base.parse().map_err(|_| JevError::new(JevErrorKind::NoBaseUrl))?,
            (None, None) => return Err(JevError::new(JevErrorKind::NoBaseUrl)),
        };
        Ok(Self { route, preset, base, source })
    }

    /// Asks for another model.
    pub fn model(mut self, model: impl Into<std::borrow::Cow<'static, str>>, check: ModelCheck) -> Self {
        self.preset = self.preset.model(model).model_check(check);
        self
    }

    pub(super) fn endpoint(&self) -> Result<Endpoint, JevError> {
        Endpoint::new(&self.base, &self.preset.path).map_err(|_| JevError::new(JevErrorKind::InvalidPath))
    }

    /// The credential of this moment.
    pub(super) fn credential(&self) -> Option<Credential> {
        self.source.as_ref().and_then(|source| source.credential())
    }

    pub(super) fn needs_credential(&self) -> bool {
        self.preset.authentication != Authentication::None
    }
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider").field("route", &self.route).field("preset", &self.preset.name).field("base", &self.base).finish_non_exhaustive()
    }
}
