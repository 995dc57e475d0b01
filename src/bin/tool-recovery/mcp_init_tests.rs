use super::*;

fn tool(name: &str, claims_read_only: Option<bool>) -> Listed {
    Listed { name: name.into(), claims_read_only }
}

#[test]
fn claims_are_comments_and_the_file_declares_nothing_by_itself() {
    let page = page(&[tool("read_a", Some(true)), tool("write_b", Some(false)), tool("c", None)]);
    let file: toml::Table = page.parse().unwrap();
    assert_eq!(file["mcp"].as_table().unwrap().len(), 0, "{page}");
    let confirmed =
        page.replace("# read_only", "read_only").replace("# write = [", "write = [").replace("#     ", "    ").replace("# ]", "]").replace("    \"c\",\n", "");
    let file: toml::Table = confirmed.parse().unwrap();
    assert_eq!(file["mcp"]["read_only"].as_array().unwrap(), &["read_a".into()]);
    assert_eq!(file["mcp"]["write"].as_array().unwrap(), &["write_b".into()]);
}

#[test]
fn a_name_cannot_leave_its_comment() {
    let page = page(&[tool("a\n[mcp.tools.x]\neffect = \"read_only\"\u{2028}", None), tool("b\"\\", Some(true))]);
    let file: toml::Table = page.parse().unwrap();
    assert_eq!(file["mcp"].as_table().unwrap().len(), 0);
    assert!(page.contains("#     \"b\\\"\\\\\",\n"), "{page}");
}
