use super::*;

fn lines(text: &[u8], limit: usize) -> Vec<Incoming> {
    let mut stream = BufReader::with_capacity(4, text);
    std::iter::from_fn(|| next(&mut stream, limit).unwrap()).collect()
}

fn line(text: &str) -> Incoming {
    Incoming::Line(text.into())
}

#[test]
fn lines_are_bounded_and_may_end_in_any_way() {
    assert_eq!(lines(b"one\r\n\ntwo", 10), [line("one"), line(""), line("two")]);
    assert_eq!(lines(b"12345\n123456\n12345", 5), [line("12345"), Incoming::TooLong(None), line("12345")]);
    assert_eq!(lines(b"123456", 5), [Incoming::TooLong(None)]);
    assert_eq!(lines(b"\xff\xfe\nfine\n", 5), [Incoming::NotText(2), line("fine")]);
}

#[test]
fn a_response_that_is_too_long_is_known_by_its_ends() {
    let long = "x".repeat(9000);
    for (message, id) in [
        (format!(r#"{{"jsonrpc":"2.0","id":7,"result":{{"text":"{long}"}}}}"#), Some(Id::Number(7))),
        (format!(r#"{{"result":{{"text":"{long}"}},"jsonrpc":"2.0","id": "a"}}"#), Some(Id::Text("a".into()))),
        (format!(r#"{{"result":{{"text":"{long}","id":5}},"jsonrpc":"2.0"}}"#), None),
        (format!(r#"{{"result":{{"id":5,"text":"{long}"}}}}"#), None),
        (format!(r#"{{"method":"m","params":{{"text":"{long}, \"id\":5"}}}}"#), None),
        (format!(r#"{{"jsonrpc":"2.0","id":5,"method":"m","params":{{"text":"{long}"}}}}"#), None),
        (format!(r#"{{"jsonrpc":"2.0","id":5,"params":{{"text":"{long}"}},"method":"m"}}"#), None),
        (format!(r#"{{"method":"m","params":{{"text":"{long}"}},"id":5}}"#), None),
        (format!(r#"{{"id":5,"result":{{}},"x":"{long}"}}"#), Some(Id::Number(5))),
    ] {
        assert_eq!(lines(format!("{message}\nnext").as_bytes(), 100), [Incoming::TooLong(id), line("next")], "{}", &message[..40]);
    }
}

#[tokio::test]
async fn no_further_input_is_read_while_too_much_waits_to_be_written() {
    let (outlet, mut drain) = Outlet::new();
    assert!(outlet.send(vec![0; FULL]));
    let mut waits = Box::pin(outlet.room());
    assert!(std::future::poll_fn(|cx| std::task::Poll::Ready(waits.as_mut().poll(cx).is_pending())).await);
    assert_eq!(drain.next().await.unwrap().len(), FULL);
    waits.await;
    drop(drain);
    assert!(!outlet.send(vec![0]) && outlet.is_closed());
    outlet.room().await;
}

use std::future::Future as _;
