//! How a service is addressed, as data.

use std::borrow::Cow;

/// How a service of the System One wire format is addressed. The constants are starting points: a gateway that differs is one more value.
///
/// ```
/// use tool_recovery::jev::{Authentication, Preset};
///
/// let gateway = Preset::SELF_HOSTED.model("jev-small").path("/v2/systemone").authentication(Authentication::Header("x-api-key".into()));
/// assert_eq!(gateway.name, "self_hosted");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preset {
    /// The name used in documentation and in `Debug`.
    pub name: &'static str,
    /// The address, where there is one for everybody.
    pub base: Option<&'static str>,
    /// The path of the operation below the base. It does not stand twice where the base already ends with its beginning.
    pub path: Cow<'static, str>,
    /// How the credential is presented.
    pub authentication: Authentication,
    /// The model that is asked for.
    pub model: Cow<'static, str>,
    /// How the reply's own word about the model is checked.
    pub model_check: ModelCheck,
    /// What the reply is wrapped in.
    pub envelope: Envelope,
}

/// How a credential is presented.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Authentication {
    /// `Authorization: Bearer CREDENTIAL`.
    Bearer,
    /// `Authorization: Basic` with this user name and the credential as the password.
    Basic(Cow<'static, str>),
    /// The bare credential in a header of this name.
    Header(Cow<'static, str>),
    /// Not at all: the service asks for none. No credential is sent, whatever is at hand.
    None,
}

/// What a reply is wrapped in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Envelope {
    /// Nothing: the body is the reply.
    None,
    /// `{"result": REPLY, "success": true, "errors": [], "messages": []}`. With `success` false there is no reply, whatever the status says.
    Result,
}

/// How the model that a reply names is checked against the one that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelCheck {
    /// They are equal. A moving alias, whose name ends with `-latest` or `-preview`, names no version and is not checked.
    Exact,
    /// They are equal but for what gateways change: a prefix up to the last `/`, and a continued version (`jev-1.13` is answered by `typesafe/jev-1.13-20260917`). Moving
    /// aliases are not checked.
    Release,
    /// The reply may name any model; it is only recorded.
    Unchecked,
}

impl Preset {
    /// The vendor's own service.
    pub const VENDOR: Self = Self {
        name: "vendor",
        base: Some("https://api.typesafe.ai"),
        path: Cow::Borrowed("/v1/systemone"),
        authentication: Authentication::Bearer,
        model: Cow::Borrowed("jev-1.13.0"),
        model_check: ModelCheck::Exact,
        envelope: Envelope::None,
    };
    /// OpenRouter, by the address it has for the vendor's clients.
    pub const OPENROUTER: Self = Self {
        name: "openrouter",
        base: Some("https://openrouter.ai/api"),
        model: Cow::Borrowed("typesafe/jev-1.13"),
        model_check: ModelCheck::Release,
        ..Self::VENDOR
    };
    /// The Vercel AI gateway.
    pub const VERCEL: Self = Self {
        name: "vercel",
        base: Some("https://ai-gateway.vercel.sh/typesafe"),
        model: Cow::Borrowed("typesafe-ai/jev-1.14.0"),
        model_check: ModelCheck::Release,
        ..Self::VENDOR
    };
    /// The System One route of a Databricks workspace, whose address is the workspace's own. The credential is a personal access token.
    pub const DATABRICKS: Self = Self {
        name: "databricks",
        base: None,
        authentication: Authentication::Basic(Cow::Borrowed("token")),
        model: Cow::Borrowed("system.ai.openjev-qwen35-4b"),
        model_check: ModelCheck::Release,
        ..Self::VENDOR
    };
    /// Clef on Cloudflare Workers AI. The base is the account's, `https://api.cloudflare.com/client/v4/accounts/ACCOUNT`; the path names the model, so that a reply may name any.
    pub const CLOUDFLARE: Self = Self {
        name: "cloudflare",
        base: None,
        path: Cow::Borrowed("/ai/run/@cf/cloudflare/clef"),
        model: Cow::Borrowed("clef"),
        model_check: ModelCheck::Unchecked,
        envelope: Envelope::Result,
        ..Self::VENDOR
    };
    /// A server of one's own, under whatever name it gives its model.
    pub const SELF_HOSTED: Self =
        Self { name: "self_hosted", base: None, model: Cow::Borrowed("jev-latest"), model_check: ModelCheck::Unchecked, ..Self::VENDOR };

    /// The constants, for documentation and tests.
    pub const ALL: [Self; 6] = [Self::VENDOR, Self::OPENROUTER, Self::VERCEL, Self::DATABRICKS, Self::CLOUDFLARE, Self::SELF_HOSTED];

    /// Asks for another model.
    #[must_use]
    pub fn model(mut self, model: impl Into<Cow<'static, str>>) -> Self {
        self.model = model.into();
        self
    }

    /// Checks the reply's model in another way.
    #[must_use]
    pub fn model_check(mut self, check: ModelCheck) -> Self {
        self.model_check = check;
        self
    }

    /// Uses another path.
    #[must_use]
    pub fn path(mut self, path: impl Into<Cow<'static, str>>) -> Self {
        self.path = path.into();
        self
    }

    /// Takes the reply out of another envelope.
    #[must_use]
    pub const fn envelope(mut self, envelope: Envelope) -> Self {
        self.envelope = envelope;
        self
    }

    /// Presents the credential in another way.
    #[must_use]
    pub fn authentication(mut self, authentication: Authentication) -> Self {
        self.authentication = authentication;
        self
    }
}

impl ModelCheck {
    /// Whether a reply of `answered` is one of the model that was `asked` for.
    pub(super) fn accepts(self, asked: &str, answered: &str) -> bool {
        match self {
            _ if is_moving(asked) => true,
            Self::Exact => asked == answered,
            Self::Release => continues(release(asked), release(answered)),
            Self::Unchecked => true,
        }
    }
}

fn is_moving(model: &str) -> bool {
    model.ends_with("-latest") || model.ends_with("-preview")
}

fn release(model: &str) -> &str {
    model.rsplit_once('/').map_or(model, |(_, release)| release)
}

/// Whether `answered` is `asked`, or continues its version with further numbers.
fn continues(asked: &str, answered: &str) -> bool {
    answered.strip_prefix(asked).is_some_and(|rest| {
        let numbers = |c: u8| c.is_ascii_digit() || matches!(c, b'.' | b'-');
        rest.is_empty() || (rest.starts_with(['.', '-']) && rest.bytes().all(numbers))
    })
}

#[cfg(test)]
#[path = "preset_tests.rs"]
mod tests;
