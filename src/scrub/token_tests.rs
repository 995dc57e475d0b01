use super::*;

#[test]
fn usual_mixtures_stay() {
    for text in [
        "python3",
        "E0308",
        "30ms",
        "Utf8Error",
        "0x80070005",
        "sha256",
        "utf8mb4",
        "HTTP2",
        "4xx",
        "42P01",
        "base64",
        "libx264",
        "OAuth2Error",
        "i686",
        "1080p",
        "320x240",
        "error42",
    ] {
        assert!(!is_odd(text), "{text}");
    }
}

#[test]
fn other_mixtures_do_not() {
    for text in ["b37ab8512a90f0b3", "zq7canary9x", "a1b2c3d4", "0x55b712173b40", "x9k2mq7", "abc4111111111111111"] {
        assert!(is_odd(text), "{text}");
    }
}
