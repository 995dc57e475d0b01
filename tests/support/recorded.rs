//! Records of a stack, read back.

use super::{RigBuilder, args, builder};
use serde_json::Value;
use tool_recovery::{
    ToolCall,
    ledger::MemoryLedger,
    record::{Code, DigestKey, MemorySink, Record, Records, RotatingKey},
};

pub fn key() -> RotatingKey {
    RotatingKey::new(DigestKey::new("k1", &[7; 32]).unwrap())
}

pub fn recorded(sink: &MemorySink) -> RigBuilder {
    builder(&MemoryLedger::default()).records(Records::new(sink.clone(), key()).agent_version(Code::new("agent/1").unwrap()))
}

pub fn to(tool: &str, n: u64) -> ToolCall {
    ToolCall::new(tool, args(n)).with_run("run 1").with_scope("scope 1").with_call_id(format!("call_{n}"))
}

/// Each record as JSON, read back from its line: what is made is always a valid record.
pub fn told(sink: &MemorySink) -> Vec<Value> {
    sink.take()
        .iter()
        .map(|record| {
            let line = record.to_line();
            assert_eq!(&Record::parse(&line).unwrap(), record);
            serde_json::from_slice(&line).unwrap()
        })
        .collect()
}

/// `kind:what` of each record.
pub fn story(records: &[Value]) -> Vec<String> {
    let text = |record: &Value, member: &str| record[member].as_str().unwrap().to_owned();
    records
        .iter()
        .map(|record| match record["kind"].as_str().unwrap() {
            "authorization" => format!("authorization:{}", text(record, "decision")),
            "execution" => format!("execution:{}", text(record, "status")),
            "recovery" => format!("recovery:{}", text(record, "class")),
            "recovered" => format!("recovered:{}", text(record, "how")),
            other => other.to_owned(),
        })
        .collect()
}
