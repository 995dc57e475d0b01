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
