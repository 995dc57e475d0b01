//! Which other tool could serve in place of a call that failed: by words, by embeddings, and by words again when the embedder is gone.
//!
//! Without arguments it runs offline, against a small embeddings server that it starts itself. `--base-url URL --model NAME` asks a real one that speaks OpenAI's form
//! (Ollama: `http://127.0.0.1:11434`, a hosted one: `https://...`); `EMBEDDINGS_BASE_URL` and `EMBEDDINGS_MODEL` do the same, and `EMBEDDINGS_API_KEY` holds the credential.

#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program that prints, with a clock of its own")]

#[path = "support/mod.rs"]
mod support;

use serde_json::{Value, json};
use std::{env, process::ExitCode, sync::Arc, time::Duration};
use support::{
    BoxError,
    server::{Answer, Request, Server},
};
use tokio::time::Instant;
use tool_recovery::{
    admission::{Catalog, ScopePolicy, ToolCatalog, ToolDescriptor, Visibility},
    alternates::{
        Candidate, FailedCall, Fallback, Found, Intent, LexicalRetriever, Query, RetrievalFault, Retriever, candidates, embed::EmbeddingRetriever,
        embed::HttpEmbedder,
    },
    classify::Class,
    facts::Effect,
    net::Credential,
};

/// How long one question may take, the connection included.
const TIME: Duration = Duration::from_secs(5);

fn tool(name: &str, capability: &str) -> ToolDescriptor {
    ToolDescriptor::new(name).capability(capability)
}

fn catalog() -> Result<Catalog, BoxError> {
    let tools = [
        tool("web_fetch", "Fetches a URL from the internet as markdown").read_only().service("web"),
        tool("browser_open", "Opens a website in the headless browser and returns its text").read_only(),
        tool("web_cache", "Fetches a URL from the crawler's cache").read_only().service("web"),
        tool("search_docs", "Semantic search over the product documentation").read_only(),
        tool("run_sql", "Runs a read-only SQL query against the warehouse").read_only(),
        tool("warehouse_report", "Looks up figures in the analytics database").read_only().visibility(Visibility::Deferred),
        tool("send_email", "Sends an e-mail to recipients").write(),
        tool("post_message", "Posts a chat message to a channel").write(),
        tool("save_draft", "Keeps an e-mail as a draft, without sending it").read_only(),
        tool("wipe_mailbox", "Deletes every e-mail of the mailbox").write(),
        tool("internal_fetch", "Fetches a URL inside the private network").read_only().visibility(Visibility::Hidden),
        tool("find_tools", "Finds tools that are not declared yet").read_only(),
    ];
    Ok(Catalog::builder().tools(tools).discovery("find_tools").build()?)
}

/// A failed call, and what must and must not be found for it.
struct Case {
    tool: &'static str,
    arguments: Value,
    failed: FailedCall<'static>,
    says: &'static str,
    never: &'static [&'static str],
}

fn cases() -> [Case; 4] {
    let failed = |tool, effect| FailedCall::new(tool, effect, "run", "team");
    [
        Case {
            tool: "web_fetch",
            arguments: json!({"url": "https://example.com/private?token=never-sent"}),
            failed: failed("web_fetch", Effect::ReadOnly).classified(Class::Unavailable, None),
            says: "its service refused: no other tool of that service, and no hidden one",
            never: &["web_cache", "internal_fetch"],
        },
        Case {
            tool: "run_sql",
            arguments: json!({"query": "select 1"}),
            failed: failed("run_sql", Effect::ReadOnly),
            says: "a deferred tool is named with the call that finds it",
            never: &["run_sql"],
        },
        Case {
            tool: "send_email",
            arguments: json!({"to": "a@example.com", "body": "..."}),
            failed: failed("send_email", Effect::UncertainWrite),
            says: "it may have been sent: nothing that writes, and nothing that policy forbids",
            never: &["post_message", "wipe_mailbox"],
        },
        Case {
            tool: "translate",
            arguments: json!({"target_language": "nl"}),
            failed: failed("translate", Effect::NotApplied),
            says: "nobody offers that",
            never: &["wipe_mailbox"],
        },
    ]
}

/// A server of this example: words become places, and words of one meaning the same place. It is no model.
fn embeddings(request: &Request) -> Answer {
    const ALIKE: [&str; 5] = [
        "url internet website browser web",
        "sql query figures database warehouse analytics",
        "e-mail recipients mail draft",
        "chat message channel",
        "search finds documentation",
    ];
    let Ok(body) = serde_json::from_slice::<Value>(&request.body) else { return Answer::new(400, "") };
    let texts = body.get("input").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let vector =
        |text: &str| -> Vec<f32> { ALIKE.iter().map(|group| group.split(' ').filter(|word| text.to_lowercase().contains(word)).map(|_| 1.0).sum()).collect() };
    let data: Vec<Value> = texts.enumerate().map(|(index, text)| json!({"index": index, "embedding": vector(text)})).collect();
    Answer::new(200, json!({"model": body.get("model"), "data": data}).to_string()).with("content-type", "application/json")
}

struct Target {
    base: String,
    model: String,
    credential: Option<Credential>,
    /// The example's own server, where no other one is named.
    own: Option<Server>,
}

impl Target {
    async fn new() -> Result<Self, BoxError> {
        let arguments: Vec<String> = env::args().skip(1).collect();
        let option = |name: &str, variable: &str| {
            let given = arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1).cloned());
            given.or_else(|| env::var(variable).ok()).filter(|text| !text.is_empty())
        };
        let model = option("--model", "EMBEDDINGS_MODEL");
        let Some(base) = option("--base-url", "EMBEDDINGS_BASE_URL") else {
            let own = Server::start(embeddings).await?;
            println!("No base URL was given: a small server of this example answers on {}. It knows some synonyms and is no model.", own.url(""));
            return Ok(Self { base: own.url(""), model: "synonyms".into(), credential: None, own: Some(own) });
        };
        let credential = env::var("EMBEDDINGS_API_KEY").ok().and_then(Credential::new);
        Ok(Self { base, model: model.ok_or("name a model with --model or EMBEDDINGS_MODEL")?, credential, own: None })
    }

    fn embedder(&self) -> Result<HttpEmbedder, BoxError> {
        let builder = HttpEmbedder::builder(self.base.parse()?, self.model.as_str());
        let builder = match self.credential.clone() {
            Some(credential) => builder.credential(credential),
            None => builder,
        };
        Ok(builder.build()?)
    }
}

fn show(name: &str, found: &Found) {
    let one = |candidate: &Candidate| match &candidate.deferred {
        Some(discovery) => format!("{} (after {discovery})", candidate.key),
        None => candidate.key.to_string(),
    };
    let keys: Vec<String> = found.candidates.iter().map(one).collect();
    let keys = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
    let fault = found.fault.map(|fault| format!("   [by {}: {}]", found.by.as_str(), fault.as_str())).unwrap_or_default();
    println!("   {name:<11} {keys}{fault}");
}

#[tokio::main]
async fn main() -> Result<ExitCode, BoxError> {
    let target = Target::new().await?;
    let catalog = catalog()?;
    let policy = ScopePolicy::allow_by_default().deny("team", "wipe_*").build()?;
    let retriever = Fallback::new(EmbeddingRetriever::new(target.embedder()?));
    let all: Vec<Candidate> = catalog.visible().iter().filter_map(|tool| Some(Candidate::new(tool.name.clone(), tool.capability.as_deref()?))).collect();
    match retriever.get_ref().warm(all, Instant::now() + TIME).await {
        Ok(()) => println!("{} vectors of {} are kept.", retriever.get_ref().kept(), target.model),
        Err(fault) => println!("The catalog was not embedded: {fault}"),
    }

    let mut wrong = 0;
    let mut queries = Vec::new();
    for case in cases() {
        println!("\n{} failed; {}", case.tool, case.says);
        let intent = Intent::of(case.tool, catalog.lookup(case.tool).tool().map(|tool| tool.descriptor()), Some(&case.arguments));
        let allowed: Arc<[Candidate]> = candidates(&catalog, &policy, &case.failed, |_| true).into();
        let query = Query::new(intent, allowed, 3);
        let by_words = LexicalRetriever.retrieve(query.clone(), Instant::now() + TIME).await?;
        let by_meaning = retriever.retrieve(query.clone(), Instant::now() + TIME).await?;
        show("words", &by_words);
        show("embeddings", &by_meaning);
        let forbidden = |found: &Found| found.keys().any(|key| key == case.tool || case.never.contains(&key));
        wrong += usize::from(forbidden(&by_words))
            + usize::from(forbidden(&by_meaning))
            + usize::from(target.own.is_some() && by_meaning.fault.is_some_and(|fault| fault != RetrievalFault::NoInformation));
        queries.push(query);
    }

    if target.own.is_some() {
        println!("\nThe server is stopped, and a new retriever asks it:");
        drop(target.own);
        let late = Fallback::new(EmbeddingRetriever::new(HttpEmbedder::builder(target.base.parse()?, "synonyms").build()?));
        for query in queries {
            let found = late.retrieve(query, Instant::now() + TIME).await?;
            show("words", &found);
            wrong += usize::from(found.fault.is_none());
        }
    }
    println!("\n{}", if wrong == 0 { "Everything was as it has to be.".to_owned() } else { format!("{wrong} answers were wrong.") });
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
