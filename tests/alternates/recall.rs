//! How often the words find a tool that could have served, on a made-up catalog.

use crate::support::{Recall, world};
use tool_recovery::alternates::{Found, LexicalRetriever, RetrievedBy};

#[test]
fn words_find_most_tools_that_could_have_served() {
    let world = world();
    let mut recall = Recall::default();
    for failed in &world.failures {
        let query = world.query(failed, 5);
        let found = Found::new(LexicalRetriever.rank(&query), RetrievedBy::Words);
        assert!(found.keys().all(|key| key != failed.tool));
        recall.add(failed, &found);
    }
    println!("{:.2} at 1, {:.2} at 5; {recall:#?}", recall.at_first(), recall.at_five());
    assert!(recall.asked >= 30 && recall.nothing_fits >= 5, "{recall:#?}");
    // What was measured, less one or two: words do not know that a ticket is an issue.
    assert!(recall.at_first() >= 0.6 && recall.at_five() >= 0.8, "{recall:#?}");
}
