use super::*;
use tool_recovery::facts::EffectDeclaration;

#[test]
fn the_table_is_read_beside_others() {
    let text =
        "[other]\nx = 1\n[mcp]\nadvice = \"meta\"\ntimeout_ms = 250\nvalidate_arguments = true\nread_only = [\"get_*\"]\n[mcp.tools.pay]\neffect = \"write\"\n";
    let read = Mcp::read(text).unwrap();
    assert_eq!((read.advice, read.timeout, read.validate_arguments), (Some(Advice::Meta), Some(Duration::from_millis(250)), true));
    assert_eq!((read.declared.effect("get_x"), read.declared.effect("pay")), (Some(EffectDeclaration::ReadOnly), Some(EffectDeclaration::Write)));
    assert!(Mcp::read("[other]\n").unwrap().advice.is_none());
}

#[test]
fn errors_name_the_key_and_what_would_do() {
    for (text, expected) in [
        ("mcp.advice = \"loud\"", "`advice` must be `off`, `meta` or `content`"),
        ("mcp.timeout_ms = 0", "`timeout_ms` is 0, but must be from 1 to 86400000"),
        ("mcp.reads = []", "`reads` is not a known key"),
        ("mcp = 1", "`mcp` must be a table: begin it with the line [mcp]"),
        ("read_only = []", "`read_only`: it belongs under the line [mcp]"),
        ("[mpc]\nread_only = []", "`mcp`: is not there, but a table [mpc] is: did you mean it?"),
        ("mcp.state = \"\"", "`state` must be a path"),
        ("mcp.tools.x.body_rule = { pointer = \"/a\", failed_when = nan }", "`tools.x.body_rule.failed_when` must be a number that is finite"),
        ("mcp.tools.x.body_rule = { pointer = \"/a\", failed_when = [1.0, { a = -inf }] }", "`tools.x.body_rule.failed_when` must be a number that is finite"),
        ("mcp.timeout_ms = inf", "`timeout_ms` must be a number that is finite"),
        ("mcp.records_max_files = 0", "`records_max_files` is 0, but must be from 1 to 100000"),
    ] {
        assert_eq!(Mcp::read(text).err().unwrap().to_string(), expected);
    }
}

#[test]
fn an_unknown_key_is_answered_with_those_that_are_known() {
    let of = |text: &str| explained("f: ", Mcp::read(text).err().unwrap());
    assert!(of("mcp.reads = []").starts_with("f: `mcp.reads` is not a known key\nknown keys of [mcp]: advice, timeout_ms,"));
    assert!(of("mcp.tools.x.efect = 1").starts_with("f: `mcp.tools.x.efect` is not a known key: did you mean `effect`?\nknown keys of a tool: effect, "));
    assert_eq!(
        of("mcp.tools.x.body_rule = { pointer = \"/ok\", failed_wen = 1 }"),
        "f: `mcp.tools.x.body_rule.failed_wen` is not a known key: did you mean `failed_when`?\nknown keys of a body_rule: pointer, failed_when, class"
    );
    assert_eq!(of("mcp.tools.x.verify = { why = 1 }"), "f: `mcp.tools.x.verify.why` is not a known key\nknown keys of a verify: tool, same");
    assert_eq!(of("mcp = 1"), "f: `mcp` must be a table: begin it with the line [mcp]");
    assert_eq!(of("mcp.state = 1"), "f: `mcp.state` must be a path");
    for key in Mcp::KEYS {
        assert!(!of(&format!("mcp.{key} = []")).contains("not a known key"), "{key}");
    }
}
