use super::*;

fn item(tool: &str) -> ReviewItem {
    ReviewItem {
        run: "run".into(),
        scope: "scope".into(),
        call_id: None,
        tool: tool.into(),
        arguments: serde_json::json!({"secret": "CANARY"}),
        consequence: Consequence::Irreversible,
        criteria: Vec::new(),
    }
}

#[tokio::test(start_paused = true)]
async fn items_keep_their_order_and_the_queue_its_depth() {
    let queue = MemoryReviewQueue::new(2, Duration::from_secs(60));
    assert_eq!(queue.submit(item("a")), Ok(ReviewPlace { id: 1, ahead: 0 }));
    assert_eq!(queue.submit(item("b")), Ok(ReviewPlace { id: 2, ahead: 1 }));
    assert_eq!(queue.submit(item("c")), Err(ReviewQueueFull));
    assert_eq!(queue.take().map(|(place, item)| (place.id, item.tool.to_string())), Some((1, "a".to_owned())));
    assert_eq!(queue.submit(item("d")), Ok(ReviewPlace { id: 3, ahead: 1 }), "an id is never used twice");
    assert_eq!((queue.len(), queue.is_empty()), (2, false));
}

#[tokio::test(start_paused = true)]
async fn items_expire() {
    let queue = MemoryReviewQueue::new(2, Duration::from_secs(60));
    queue.submit(item("a")).expect("room");
    tokio::time::advance(Duration::from_secs(59)).await;
    queue.submit(item("b")).expect("room");
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(queue.submit(item("c")), Ok(ReviewPlace { id: 3, ahead: 1 }), "the first one made room");
    assert_eq!(queue.take().map(|(place, _)| place.id), Some(2));
    tokio::time::advance(Duration::from_secs(60)).await;
    assert_eq!((queue.take().map(|(place, _)| place.id), queue.expired()), (None, 2));
}

#[test]
fn debug_prints_no_arguments() {
    assert!(!format!("{:?}", item("a")).contains("CANARY"));
}
