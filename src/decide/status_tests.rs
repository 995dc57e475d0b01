use super::*;

#[test]
fn a_status_is_told_in_words_without_a_number() {
    let codes = [
        Code::Http(404),
        Code::Http(418),
        Code::Http(599),
        Code::Grpc(14),
        Code::JsonRpc(-32602),
        Code::JsonRpc(-32050),
        Code::Exit(127),
        Code::Exit(3),
        Code::Signal(9),
    ];
    for code in codes {
        let words = words(&code).unwrap();
        assert!(!words.contains(|c: char| c.is_ascii_digit()), "{code}: {words}");
    }
}

#[test]
fn what_no_protocol_words_is_not_told() {
    for code in [Code::Name("sk-live-secret".into()), Code::Errno(2), Code::JsonRpc(17), Code::Grpc(99), Code::Http(200)] {
        assert_eq!(words(&code), None, "{code}");
    }
}

#[test]
fn a_status_that_blames_the_call_is_told_from_one_that_blames_its_producer() {
    for code in [Code::Http(404), Code::Http(422), Code::Grpc(3), Code::JsonRpc(-32602)] {
        assert_eq!(blame(&code), Some(Blame::Call), "{code}");
    }
    for code in [Code::Http(503), Code::Grpc(14)] {
        assert_eq!(blame(&code), Some(Blame::Producer), "{code}");
    }
    for code in [Code::Http(400), Code::Http(403), Code::Http(409), Code::Http(500), Code::Exit(1), Code::Grpc(9)] {
        assert_eq!(blame(&code), None, "{code} says too little");
    }
}
