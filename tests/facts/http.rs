//! HTTP facts from a real client against a real server on the loopback.

use crate::http_server::{Answer, NONCE, Server, closed_port, full_queue};
use std::time::{Duration, SystemTime};
use tool_recovery::{
    admission::ToolDescriptor,
    facts::{
        BodyContradiction, BodyRule, Code, Effect, EffectDeclaration, Fact, FactExtractor, Facts, FailureKind, HttpFacts, Judgement, Phase, Reach,
        TimeoutOwner, UndeclaredEffect,
    },
};

type Outcome = Result<http::Response<Vec<u8>>, reqwest::Error>;

fn builder() -> reqwest::ClientBuilder {
    // A build with TLS wants a provider even where every request is plain; a second installation is refused, and need not be made.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy()
}

fn client() -> reqwest::Client {
    builder().redirect(reqwest::redirect::Policy::none()).timeout(Duration::from_secs(10)).build().expect("client")
}

async fn post(client: &reqwest::Client, url: String, nonce: &str) -> Outcome {
    let response = client.post(url).header(NONCE, nonce).body("pay 5").send().await?;
    let mut collected = http::Response::builder().status(response.status());
    for (name, value) in response.headers() {
        collected = collected.header(name, value);
    }
    Ok(collected.body(response.bytes().await?.to_vec()).expect("parts of a response"))
}

fn judge_with(facts: HttpFacts, tool: &ToolDescriptor, outcome: &Outcome) -> Judgement {
    facts.judge(tool, outcome.as_ref())
}

fn failure(outcome: &Outcome) -> Facts {
    match judge_with(HttpFacts::new(), &ToolDescriptor::new("pay"), outcome) {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    }
}

fn effect_of_write(facts: &Facts) -> Effect {
    Effect::derive(Some(EffectDeclaration::Write), UndeclaredEffect::Write, facts.reach)
}

/// A secret in a URL must not be found in anything that facts can print or hold.
const SECRET: &str = "api-key-canary";

fn assert_no_url(facts: &Facts) {
    let text = facts.text.as_ref().map_or("", |text| text.expose());
    assert!(!text.contains(SECRET) && !text.contains("127.0.0.1:") && !format!("{facts:?}").contains(SECRET), "{text}");
}

#[tokio::test]
async fn statuses_of_a_real_server() {
    let routes = ["/200", "/401", "/403", "/404", "/405", "/500", "/503"].map(|path| (path, Answer::status(path[1..].parse().expect("status"), path)));
    let server = Server::start(routes).await;
    for (path, reach) in
        [("/401", Reach::Refused), ("/403", Reach::Refused), ("/404", Reach::Refused), ("/405", Reach::Refused), ("/500", Reach::MayHaveReached)]
    {
        let facts = failure(&post(&client(), server.url(path), path).await);
        assert_eq!((facts.reach, facts.code, server.count(path)), (reach, Some(Code::Http(path[1..].parse().expect("status"))), 1), "{path}");
    }
    let success = post(&client(), server.url("/200"), "n").await;
    assert_eq!(judge_with(HttpFacts::new(), &ToolDescriptor::new("pay"), &success), Judgement::Success);
    let uncertain = failure(&post(&client(), server.url("/503"), "n").await);
    assert_eq!(effect_of_write(&uncertain), Effect::UncertainWrite);
}

#[tokio::test]
async fn waits_in_every_form_of_the_header() {
    let soon = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(30));
    let server = Server::start([
        ("/seconds", Answer::status(429, "").header("Retry-After", "17")),
        ("/date", Answer::status(503, "").header("Retry-After", soon)),
        ("/skewed", Answer::status(429, "").header("Retry-After", "Sun, 06 Nov 1994 08:50:37 GMT").header("Date", "Sun, 06 Nov 1994 08:50:27 GMT")),
        ("/millis", Answer::status(429, "").header("retry-after-ms", "250")),
        ("/past", Answer::status(429, "").header("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT")),
        ("/decade", Answer::status(429, "").header("Retry-After", "315360000")),
        ("/garbage", Answer::status(429, "").header("Retry-After", "-1")),
        ("/forbidden", Answer::status(403, "secondary rate limit").header("Retry-After", "60")),
    ])
    .await;
    let wait = async |path| failure(&post(&client(), server.url(path), "n").await).retry_after;
    assert_eq!(wait("/seconds").await, Some(Duration::from_secs(17)));
    let date = wait("/date").await.expect("a wait");
    assert!(date > Duration::from_secs(20) && date <= Duration::from_secs(30), "{date:?}");
    assert_eq!(wait("/skewed").await, Some(Duration::from_secs(10)));
    assert_eq!(wait("/millis").await, Some(Duration::from_millis(250)));
    assert_eq!(wait("/past").await, Some(Duration::ZERO));
    assert_eq!(wait("/decade").await, Some(Duration::from_secs(315_360_000)));
    assert_eq!(wait("/garbage").await, None);
    assert_eq!(wait("/forbidden").await, Some(Duration::from_secs(60)));
}

#[tokio::test]
async fn a_request_that_cannot_have_been_sent_was_not_reached() {
    let url = format!("http://{}/?key={SECRET}", closed_port().await);
    let refused = failure(&post(&client(), url, "n").await);
    assert_eq!((refused.phase, refused.reach, refused.provenance.field), (Phase::PreExecution, Reach::NotReached, "connect"));
    assert!(matches!(refused.code, Some(Code::Errno(_))), "{:?}", refused.code);
    assert_eq!(effect_of_write(&refused), Effect::NotApplied);
    assert_no_url(&refused);

    let unbuilt = failure(&post(&client(), format!("not a url {SECRET}"), "n").await);
    assert_eq!((unbuilt.reach, unbuilt.provenance.field), (Reach::NotReached, "builder"));
    assert_no_url(&unbuilt);
}

#[tokio::test]
async fn a_client_that_follows_redirects_knows_less() {
    let dead = closed_port().await;
    let server = Server::start([("/pay", Answer::status(303, "").header("location", format!("http://{dead}/receipt")))]).await;
    let following = builder().build().expect("client");
    let outcome = post(&following, server.url("/pay"), "paid").await;
    let Judgement::Failure(facts) = judge_with(HttpFacts::new().following_redirects(), &ToolDescriptor::new("pay"), &outcome) else { panic!("not a failure") };
    assert_eq!((server.count("paid"), effect_of_write(&facts)), (1, Effect::UncertainWrite));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_connection_that_was_not_made_in_time_was_not_reached() {
    let (listener, _queued) = full_queue().await;
    let client = builder().connect_timeout(Duration::from_millis(100)).build().expect("client");
    let facts = failure(&post(&client, format!("http://{}/", listener.local_addr().expect("address")), "n").await);
    assert_eq!((facts.reach, facts.kind), (Reach::NotReached, FailureKind::Timeout(TimeoutOwner::Tool)));
}

#[tokio::test]
async fn a_name_that_does_not_resolve_was_not_reached() {
    struct NoNames;
    impl reqwest::dns::Resolve for NoNames {
        fn resolve(&self, _: reqwest::dns::Name) -> reqwest::dns::Resolving {
            Box::pin(std::future::ready(Err("failed to lookup address information: Name or service not known".into())))
        }
    }
    let client = builder().dns_resolver(std::sync::Arc::new(NoNames)).build().expect("client");
    let facts = failure(&post(&client, format!("http://tool.invalid/{SECRET}"), "n").await);
    assert_eq!(facts.reach, Reach::NotReached);
    assert!(facts.text.as_ref().expect("text").expose().contains("Name or service not known"));
    assert_no_url(&facts);
}

#[tokio::test]
async fn a_lost_answer_leaves_a_write_uncertain() {
    let server =
        Server::start([("/reset", Answer::Reset), ("/close", Answer::Close), ("/half", Answer::BreakOff { status: 200 }), ("/silence", Answer::Silence)]).await;
    let patient = client();
    let impatient = builder().timeout(Duration::from_millis(200)).build().expect("client");
    for (client, path) in [(&patient, "/reset"), (&patient, "/close"), (&patient, "/half"), (&impatient, "/silence")] {
        let facts = failure(&post(client, server.url(&format!("{path}?key={SECRET}")), path).await);
        assert_eq!((server.count(path), effect_of_write(&facts)), (1, Effect::UncertainWrite), "{path}");
        assert_eq!(matches!(facts.kind, FailureKind::Timeout(TimeoutOwner::Tool)), path == "/silence", "{path}");
        assert_no_url(&facts);
    }
}

#[tokio::test]
async fn a_status_turned_into_an_error_is_still_a_status() {
    let server = Server::start([("/503", Answer::status(503, "")), ("/404", Answer::status(404, ""))]).await;
    for (path, reach) in [("/503", Reach::MayHaveReached), ("/404", Reach::Refused)] {
        let error = client().get(server.url(path)).send().await.expect("a response").error_for_status().expect_err("a status");
        let facts = failure(&Err(error));
        assert_eq!((facts.reach, facts.source(Fact::Code).expect("a code").field), (reach, "status"));
    }
}

#[tokio::test]
async fn a_page_and_a_flag_are_data() {
    let server = Server::start([
        ("/page", Answer::status(200, "<html><h1>503 Service Unavailable</h1></html>").header("content-type", "text/html")),
        ("/flag", Answer::status(200, "{\"ok\":false,\"error\":\"ratelimited\"}")),
        ("/gateway", Answer::status(502, "<html>Bad Gateway</html>")),
    ])
    .await;
    let tool = ToolDescriptor::new("pay");
    let page = post(&client(), server.url("/page"), "n").await;
    assert_eq!(judge_with(HttpFacts::new(), &tool, &page), Judgement::Success);
    let flag = post(&client(), server.url("/flag"), "n").await;
    assert_eq!(judge_with(HttpFacts::new(), &tool, &flag), Judgement::Success);
    assert_eq!(judge_with(HttpFacts::new().inspecting_bodies(), &tool, &flag), Judgement::Contradicted(BodyContradiction::NegativeFlag));
    let declared = tool.body_rule(BodyRule::new("/ok", false));
    assert!(matches!(judge_with(HttpFacts::new(), &declared, &flag), Judgement::Failure(_)));
    let gateway = failure(&post(&client(), server.url("/gateway"), "n").await);
    assert_eq!(gateway.text.expect("text").expose(), "<html>Bad Gateway</html>");
}

#[tokio::test]
async fn a_response_that_is_not_read_yet_is_judged_by_its_head() {
    let server = Server::start([("/429", Answer::status(429, "slow").header("Retry-After", "3")), ("/200", Answer::status(200, "x"))]).await;
    let tool = ToolDescriptor::new("fetch");
    let response = client().get(server.url("/429")).send().await;
    let Judgement::Failure(facts) = HttpFacts::new().judge(&tool, response.as_ref()) else { panic!("not a failure") };
    assert_eq!((facts.retry_after, facts.text), (Some(Duration::from_secs(3)), None));
    assert_eq!(response.expect("a response").text().await.expect("the body is untouched"), "slow");
    let success = client().get(server.url("/200")).send().await;
    assert_eq!(HttpFacts::new().judge(&tool, success.as_ref()), Judgement::Success);
}
