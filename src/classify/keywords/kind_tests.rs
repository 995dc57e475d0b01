use super::*;
use crate::facts::Adapter;

fn another(tool: &str, offered: &[&str], message: &str) -> bool {
    let mut evidence = TextEvidence::new(message, Adapter::JsonRpc);
    (evidence.tool, evidence.offered) = (tool, &offered);
    is_another_kind(&evidence, message)
}

#[test]
fn a_thing_of_another_kind_has_another_tool() {
    assert!(another("get_board", &["get_sprint", "list_boards"], "The id 7 is a sprint."));
    assert!(another("read_sheet", &["read_slides", "write_sheet"], "\"Plan\" is a presentation"));
    assert!(another("post_note", &["post_file"], "Attachments go through post_file."));
    assert!(another("speech.Recognize", &["speech.RecognizeLongRunning"], "Input too long. Use RecognizeLongRunning with a uri."));
    assert!(!another("speech.Recognize", &["speech.List"], "Input too long. List it as one."), "a plain word");
    assert!(another("close_ticket", &["close_tickets"], "Pass a single id."));
    assert!(another("close_ticket", &["bulk_close_tickets"], "Exactly one id is taken."));
}

#[test]
fn what_no_offered_tool_is_for_is_not_another_kind() {
    assert!(!another("get_board", &["delete_board", "list_boards"], "The id 7 is a sprint."));
    assert!(!another("get_board", &["get_sprint"], "board 7 is not a sprint board"));
    assert!(!another("get_board", &["get_sprint"], "the sprint 7 was closed"));
    assert!(!another("edit_note", &["read_note"], "The note was not read. Call read_note first."));
    assert!(!another("bash", &["get_sprint"], "7 is a sprint"));
    assert!(!another("close_ticket", &["close_board"], "Pass a single id."));
}

#[test]
fn a_message_sends_the_caller_to_what_an_offered_name_says() {
    let sent = |tool: &'static str, offered: &[&'static str], message: &str| {
        let mut evidence = TextEvidence::new(message, crate::facts::Adapter::JsonRpc);
        (evidence.tool, evidence.offered) = (tool, &offered);
        (is_sent_elsewhere(&evidence, message), is_another_kind(&evidence, message))
    };
    assert!(sent("drive_download", &["drive_export"], "Only binary files. Use Export with those.").0);
    assert!(!sent("drive_download", &["drive_export"], "Use export LC_ALL=C").0);
    assert!(sent("convert", &["pdf_to_text"], "Cannot read PDF input").1);
    assert!(!sent("convert_pdf", &["pdf_to_text"], "Cannot read PDF input").1, "the tool claims it");
}

#[test]
fn what_a_tool_says_it_does_not_do_is_what_another_is_for() {
    assert!(another("write_row", &["append_row"], "write_row does not append"));
    assert!(!another("write_row", &["append_row"], "the disk does not append"), "not the tool's own limit");
    assert!(another("delete_branch", &["delete_tag"], "v2 is a tag"));
    assert!(another("stop_container", &["stop_vm"], "box-2 is actually a virtual machine"));
    assert!(!another("get_user", &["get_new"], "7 is a new user"));
}

#[test]
fn a_message_names_the_kind_of_tool_to_use() {
    let told = |tool: &'static str, offered: &[&'static str], message: &str| {
        let mut evidence = TextEvidence::new(message, Adapter::JsonRpc);
        (evidence.tool, evidence.offered) = (tool, &offered);
        is_told_to_use(&evidence, message)
    };
    assert!(told("edit_text", &["worksheet_edit", "view_image"], "Cannot edit this file. Use the worksheet tool."));
    assert!(told("cancel_order", &["cancel_standing_order"], "This is no single order: use the Standing Orders API."));
    assert!(!told("edit_text", &["view_image"], "Cannot edit this file. Use the worksheet tool."), "nothing of the kind is offered");
    assert!(!told("get_order", &["search_orders"], "Unknown order. Use the search tool first."), "a step before, not another way");
    assert!(!told("get_order", &["search_orders"], "Refused because the tool is busy"));
    assert!(told("post_letter", &["send_fax"], "This is no address: use the fax gateway"));
    assert!(told("send_text", &["send_template"], "The window is over. Please use a Message Template."));
    assert!(!told("send_text", &["list_channels"], "Please use a different channel."));
}
