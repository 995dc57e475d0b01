use super::*;

#[test]
fn nothing_hidden_is_shown() {
    for hidden in [
        "\u{ad}",
        "\u{200b}",
        "\u{200f}",
        "\u{61c}",
        "\u{202e}",
        "\u{2060}",
        "\u{2067}",
        "\u{feff}",
        "\u{e0041}",
        "\u{e0100}",
        "\u{180e}",
        "\u{3164}",
        "\n",
        "\u{1b}",
    ] {
        assert_eq!(printable(&format!("mir{hidden}ror"), 100), "mir ror", "{}", hidden.escape_unicode());
    }
    for shown in ["grüße", "日本語", "нет файла", "a-b_c.d/e:f", "مرحبا", "🙂"] {
        assert_eq!(printable(shown, 100), shown);
    }
}

#[test]
fn long_text_is_cut_between_characters() {
    assert_eq!(printable("ééééé", 8), "éé…");
    assert_eq!(printable("short", 8), "short");
}
