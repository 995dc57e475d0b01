use super::*;

fn session(n: usize) -> Digest<'static> {
    Digest::new(format!("sha256:{n:032x}")).unwrap()
}

#[test]
fn each_session_counts_for_itself_and_the_room_is_bounded() {
    let numbers = Numbers::default();
    let of = |n| numbers.next(Some(&session(n))).get();
    assert_eq!([of(1), of(2), of(1), numbers.next(None).get(), of(1)], [1, 1, 2, 1, 3]);
    for n in 10..10 + MAX_SESSIONS {
        assert_eq!(of(n), 1);
    }
    assert_eq!(of(10 + MAX_SESSIONS - 1), 2);
    assert_eq!(of(1), 1, "forgotten");
    let counts = numbers.0.lock().unwrap();
    assert_eq!((counts.by_session.len(), counts.begun.len()), (MAX_SESSIONS, MAX_SESSIONS));
}
