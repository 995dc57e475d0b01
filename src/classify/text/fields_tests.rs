use super::*;

fn kind(text: &str, part: &str) -> Option<Kind> {
    Fields::new(text).kind_at(text.find(part).expect("the part is there"))
}

#[test]
fn tells_messages_from_echoes() {
    let text = r#"{"error":{"type":"bad","message":"no","input":"rate limited","schema":{"properties":{"timeout":{"description":"timed out"}}}}}"#;
    assert_eq!(kind(text, "bad"), Some(Kind::Code));
    assert_eq!(kind(text, "no\""), Some(Kind::Message));
    assert_eq!(kind(text, "rate limited"), Some(Kind::Echo));
    assert_eq!(kind(text, "timed out"), Some(Kind::Echo));
}

#[test]
fn reads_dictionaries_as_python_prints_them() {
    let text = "Error code: 429 - {'error': {'message': \"You don't have it\", 'code': 'insufficient_quota'}}";
    assert_eq!(kind(text, "insufficient_quota"), Some(Kind::Code));
    assert_eq!(kind(text, "don't"), Some(Kind::Message));
    assert_eq!(kind(text, "429"), None);
}

#[test]
fn a_cut_body_is_read_as_far_as_it_goes() {
    assert_eq!(kind(r#"{"message":"quota is sp"#, "quota"), Some(Kind::Message));
    assert_eq!(kind(r#"{"message":"quota"#, "quota"), Some(Kind::Message));
}

#[test]
fn numbers_count_under_a_code_only() {
    let text = r#"{"status":429,"count":503}"#;
    assert_eq!(kind(text, "429"), Some(Kind::Code));
    assert_eq!(kind(text, "503"), Some(Kind::Echo));
}

#[test]
fn pages_and_xml_have_a_title_a_message_and_a_code() {
    let page = "<html><head><title>502 Bad Gateway</title><script>var x='401'</script></head><body><p>forbidden fruit</p></body></html>";
    assert_eq!(kind(page, "502"), Some(Kind::Message));
    assert_eq!(kind(page, "401"), Some(Kind::Echo));
    assert_eq!(kind(page, "forbidden"), Some(Kind::Other));
    let xml = "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>403</RequestId></Error>";
    assert_eq!(kind(xml, "AccessDenied"), Some(Kind::Code));
    assert_eq!(kind(xml, "403"), Some(Kind::Echo));
}

#[test]
fn deep_and_broken_bodies_end() {
    let deep = "{\"a\":".repeat(5000);
    assert!(Fields::new(&deep).decisive().is_none());
    let quotes = "{\"".repeat(5000);
    let _ = Fields::new(&quotes);
}

#[test]
fn a_log_record_below_warnings_is_an_echo() {
    let text = "{\"level\":\"info\",\"msg\":\"one\"}\n{\"level\":\"error\",\"msg\":\"two\"}";
    assert_eq!(kind(text, "one"), Some(Kind::Echo));
    assert_eq!(kind(text, "two"), Some(Kind::Message));
}

#[test]
fn a_warning_in_a_log_is_one_output_among_others() {
    let text = "{\"level\":\"warn\",\"msg\":\"one\",\"error\":\"two\",\"path\":\"three\"}";
    assert_eq!((kind(text, "one"), kind(text, "two"), kind(text, "three")), (Some(Kind::Other), Some(Kind::Other), Some(Kind::Echo)));
}
