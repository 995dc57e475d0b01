use super::*;

#[test]
fn words_of_two_scripts_become_ascii() {
    for (text, left) in [
        ("рassword=x", "password=x"),
        ("pаsswоrd", "password"),
        ("tοken: x", "token: x"),
        ("пароль: тайна", "пароль: тайна"),
        ("APIключ и токен", "APIключ и токен"),
        ("Zażółć café 密码", "Zażółć café 密码"),
        ("рort рort1", "port port1"),
    ] {
        assert_eq!(unmixed(text.to_owned()), left, "{text:?}");
    }
}
