//! Unsupported: only another build, edition, release channel, version or kind of thing does it.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure, Usual, Weak},
};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "edition.channel",
        Class::Unsupported,
        "may not be used on the stable | on the stable release channel | accepted on the nightly | requires the nightly | require nightly |
         requires nightly | needs nightly | nightly only | nightly-only | only available on nightly | is unstable and | use of unstable |
         is a preview feature | preview feature and | in preview and | is experimental and | are experimental and | behind a feature flag |
         behind a feature gate | behind a flag | requires the experimental | --experimental-* | error loading target specification |
         requires language version | use language version | requires c++* | requires java | requires jdk | in -source | requires es6",
    )
    .strength(Firm)
    .from(
        "rustc error index E0554, E0658; javac preview features; C# language versions; Node experimental features",
        "`#![feature]` may not be used on the stable release channel",
        "the nightly job ended: permission denied",
    ),
    Rule::phrase(
        "edition.only",
        Class::Unsupported,
        "not capable | is not capable of | has no handler | no handler registered | no handler for | no handler found for | unhandled method |
         server does not implement | server doesn't implement | does not implement the | not configured to execute | is not built with |
         build does not | build doesn't | built with ~ disabled | the full edition | in restricted builds | need pk compat |
         not compatible with ~ output | not supported for this | server does not accept |
         is not handled by this | from this integration | in cluster mode | only allowed on a replica set | deployment does not support |
         is not built into this | not recognized by server | this version of ~ cannot | built-in in this | not supported with this | no such capability",
    )
    .strength(Usual)
    .from(
        "messages of servers, drivers and archivers about what they do not do; LSP MethodNotFound",
        "No handler registered for workspace/diagnostic",
        "the handlers are registered: permission denied",
    ),
    Rule::phrase(
        "edition.kinds",
        Class::Unsupported,
        "only supports | supports only | is the only supported | are the only supported | only ~ is supported | only ~ are supported | only support",
    )
    .strength(Weak)
    .from("messages of drivers and renderers about what they do", "this cursor only supports forward reads", "the onlysupports table: permission denied"),
    Rule::phrase(
        "edition.sure",
        Class::Unsupported,
        "(encryption not supported) | architecture of input file ~ is incompatible | is incompatible with i386* | this version of ~ yet support |
         version of ~ does not support | not supported in -source | skipping incompatible",
    )
    .strength(Sure)
    .from(
        "GNU ld; Info-ZIP; MySQL error 1235; javac",
        "/usr/bin/ld: skipping incompatible ./libx.a when searching for -lx",
        "the incompatible list: permission denied",
    ),
];
