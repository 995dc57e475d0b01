use super::*;

fn read(pieces: &[&[u8]]) -> (Vec<String>, Option<String>) {
    let mut events = Events::new(100);
    let mut seen = Vec::new();
    for piece in pieces {
        events.feed(piece, |data| seen.push(data)).unwrap();
    }
    (seen, events.last_id)
}

#[test]
fn events_are_read_however_they_are_cut() {
    let text = b": a comment\nevent: message\nid: 7\ndata: {\"a\":1}\n\ndata:one\ndata: two\r\n\r\nretry: 5\n\ndata\n\n";
    let whole = read(&[text]);
    assert_eq!(whole, (vec!["{\"a\":1}".to_owned(), "one\ntwo".to_owned(), String::new()], Some("7".to_owned())));
    let bytes: Vec<&[u8]> = text.chunks(1).collect();
    assert_eq!(read(&bytes), whole);
    assert_eq!(read(&[b"data: cut off"]).0, Vec::<String>::new());
}

#[test]
fn an_event_is_bounded() {
    assert_eq!(Events::new(10).feed(b"data: 0123456789", |_| {}), Err(TooLong));
    let mut many = Events::new(10);
    assert!((0..50).try_for_each(|_| many.feed(b"data: x\n\n", |_| {})).is_ok());
}

/// What was cut off is sent again by a server that is asked for everything behind the last event that came whole.
#[test]
fn an_event_that_was_cut_off_counts_for_nothing() {
    let mut events = Events::new(100);
    let mut seen = Vec::new();
    events.feed(b"id: 1\ndata: one\n\nid: 2\ndata: tw", |data| seen.push(data)).unwrap();
    assert_eq!(events.last_id.as_deref(), Some("1"));
    events.restart();
    events.feed(b"id: 2\ndata: two\n\n", |data| seen.push(data)).unwrap();
    assert_eq!(seen, ["one", "two"]);
    assert_eq!(events.last_id.as_deref(), Some("2"));
    // An event without data names a place in the stream all the same.
    events.feed(b"id: 3\n\n", |data| seen.push(data)).unwrap();
    assert_eq!((seen.len(), events.last_id.as_deref()), (2, Some("3")));
}
