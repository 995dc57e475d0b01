//! What hosts, brokers, browsers and runtimes say in plain words.

use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Weak},
};
use crate::classify::{Class, Subkind};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase("plain.permission", Class::Permission, "run again with the --allow-* | notcapable: | not allowed in this channel | not allowed in this server | not allowed in this workspace | not allowed in this group | has denied this | user has denied | requires billing to be enabled | billing to be enabled | read-only / allow delete | read-only-allow-delete | saml enforcement | saml sso | sso enforcement | protected by organization")
        .strength(Firm)
        .from("Elasticsearch index blocks; GitHub SAML single sign-on; Google Cloud billing", "Resource protected by SAML enforcement.", "the user has denial: connection refused"),
    Rule::phrase("plain.authentication", Class::Authentication, "x-api-key header | api key header | token header | authorization header is required | header ~ must contain the token")
        .strength(Firm)
        .from("RFC 9110 section 11.6.2; error texts of web services", "The X-Api-Key header is required here", "the api keys head: connection refused"),
    Rule::phrase("plain.unavailable", Class::Unavailable, "no field package.preload* | delegate failed | mcp server disconnected | mcp server is not | no such binary | no language server | brokers are down | broker transport failure | javascript runtime | no provider found")
        .sub(Subkind::Service)
        .strength(Firm)
        .from("Model Context Protocol hosts; librdkafka error texts; ExecJS", "2/2 brokers are down", "the brokers down: permission denied"),
    Rule::phrase("plain.argument", Class::WrongArguments, "no _ found | no _ specified | no method matching | non-numeric argument | non-character argument | more columns than | fewer columns than | more rows than")
        .strength(Weak)
        .from("R messages; gopls and other language servers", "no identifier found", "no one was foundX: permission denied"),
    Rule::phrase("plain.transient", Class::Transient, "still loading | lock file exists | lockfile exists | is recovering | pool exhausted | pool is exhausted | stream error: | unexpected end of file from server | not_leader_or_follower")
        .strength(Firm)
        .from("Java HttpURLConnection; Go http2; Kafka error codes; Elasticsearch shards", "the shard is recovering", "a stream of errors: permission denied"),
    Rule::phrase("memory.more", Class::Transient, "requires more system memory | more memory than is available | more system memory")
        .strength(Firm)
        .from("messages of model runtimes; POSIX ENOMEM", "the model requires more system memory than is available", "memory of the system: permission denied"),
    Rule::phrase("page.covered", Class::Transient, "element click intercepted | is not clickable at point | would receive the click | intercepts pointer events")
        .strength(Firm)
        .from("W3C WebDriver, errors; Playwright actionability", "element click intercepted: a banner covers the button", "the click was interceptedX: permission denied"),
    Rule::phrase(
        "display.missing",
        Class::Unavailable,
        "display connection | displayserver | display drivers | no display | cannot open display | without a display",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from("X.Org and Wayland client libraries", "Can't create a display connection to X server.", "the displays: permission denied"),
    Rule::phrase(
        "plain.state",
        Class::Unavailable,
        "no active browser | no active session | no avd running | no _ running | was not provided by any | package is required for | package is required to |
         ' package is required",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from("D-Bus ServiceUnknown; Android emulator; Python packages with optional parts", "emulator: no AVD running", "no one was running late: permission denied"),
    Rule::phrase(
        "plain.rights",
        Class::Permission,
        "preventing access | denies this action | denies access | explicit deny | repository is archived | was archived so it is | role cannot | role can't",
    )
    .strength(Firm)
    .from("AWS IAM policy evaluation; SELinux; GitHub archived repositories", "denied by an explicit deny in the policy", "the archived repositories: connection refused"),
    Rule::phrase("plain.locked", Class::Authentication, "wallet is locked | keyring is locked | keychain is locked | vault is locked | store is locked | enter the passphrase")
        .strength(Firm)
        .from("freedesktop.org Secret Service; Bitcoin Core RPC_WALLET_UNLOCK_NEEDED", "The keyring is locked.", "the walletX is locked: permission denied"),
    Rule::phrase(
        "plain.load",
        Class::Transient,
        "backend read error | backend write error | too many open connections | stepping down | due to low memory | did not receive a reply",
    )
    .strength(Firm)
    .from("Varnish error pages; D-Bus NoReply; MongoDB elections", "503 backend read error", "the backend reads errors: permission denied"),
];
