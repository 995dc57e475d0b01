use super::{Credential, CredentialSource, Fingerprints};

fn credential(secret: &str) -> Credential {
    Credential::new(secret).unwrap()
}

#[test]
fn nothing_of_it_is_printed() {
    let secret = credential("sk-canary-1234");
    let prints = Fingerprints::default();
    let shown = format!("{secret:?} {:?} {:?}", prints.of(Some(&secret)), Some(&secret));
    assert!(!shown.contains("canary"), "{shown}");
}

#[test]
fn what_cannot_stand_in_a_header_is_no_credential() {
    assert_eq!(credential("  sk-1\n").expose(), "sk-1");
    for secret in ["", " \n", "a\nb", "a\u{e9}", "\u{0}"] {
        assert!(Credential::new(secret).is_none());
    }
    assert!(Credential::new("x".repeat(Credential::MAX_BYTES + 1)).is_none());
}

#[test]
fn fingerprints_tell_credentials_apart() {
    let prints = Fingerprints::default();
    let (one, two) = (credential("one"), credential("two"));
    assert_eq!(prints.of(Some(&one)), prints.of(Some(&credential("one"))));
    assert_ne!(prints.of(Some(&one)), prints.of(Some(&two)));
    assert_ne!(prints.of(Some(&one)), prints.of(None));
    assert_ne!(prints.of(Some(&one)), Fingerprints::default().of(Some(&one)), "keyed by the process");
}

#[test]
fn a_function_is_a_source() {
    let source = || Credential::new("now");
    assert_eq!(CredentialSource::credential(&source).unwrap().expose(), "now");
}
