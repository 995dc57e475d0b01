//! The rule table, by theme.

mod access;
mod admin;
mod arguments;
mod auth;
mod cloud;
mod database;
mod edit;
mod edition;
mod errno;
mod files;
mod formula;
mod given;
mod http;
mod internal;
mod languages;
mod languages_app;
mod languages_shell;
mod limits;
mod modules;
mod narrower;
mod network;
mod parts;
mod phrasing;
mod plain;
mod protocol;
mod reach;
mod rpc;
mod script;
mod sentence;
mod services;
mod support;
mod toolchain;
mod tools;
mod transient;
mod wording;

use super::rule::Rule;

/// Every table.
const TABLES: &[&[Rule]] = &[
    access::RULES,
    admin::RULES,
    arguments::RULES,
    auth::RULES,
    cloud::RULES,
    database::RULES,
    edit::RULES,
    edition::RULES,
    errno::RULES,
    files::RULES,
    formula::RULES,
    given::RULES,
    http::RULES,
    internal::RULES,
    languages::RULES,
    languages_app::RULES,
    languages_shell::RULES,
    limits::RULES,
    modules::RULES,
    narrower::RULES,
    network::RULES,
    parts::RULES,
    phrasing::RULES,
    plain::RULES,
    protocol::RULES,
    reach::RULES,
    rpc::RULES,
    script::RULES,
    sentence::RULES,
    services::RULES,
    support::RULES,
    toolchain::RULES,
    tools::RULES,
    transient::RULES,
    wording::RULES,
];

/// Every rule.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rule> {
    TABLES.iter().copied().flatten()
}
