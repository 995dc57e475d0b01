use super::*;

#[test]
fn words_are_words() {
    for word in [
        "error",
        "permission",
        "Authentication",
        "ECONNREFUSED",
        "getObjectById",
        "InsufficientInstanceCapacity",
        "HTTPSConnectionPool",
        "keyboard",
        "nginx",
        "kubectl",
        "Berechtigung",
        "szczegoly",
    ] {
        assert!(!are_odd(word), "{word}");
    }
}

#[test]
fn random_letters_are_not() {
    for letters in ["qzxkvwpt", "bkjtqmzx", "deadbeefcafe", "xGkPqRtWzL", "QWZXKVPTJB", "kLmNoPqRsTuV"] {
        assert!(are_odd(letters), "{letters}");
    }
}
