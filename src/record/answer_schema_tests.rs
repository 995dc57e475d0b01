//! The schema of what is read by hand.

use super::*;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

impl JsonSchema for Probability {
    fn schema_name() -> Cow<'static, str> {
        "probability".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": 1 })
    }
}

impl JsonSchema for Answers<'_> {
    fn schema_name() -> Cow<'static, str> {
        "answers".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (code, answer) = (generator.subschema_for::<Code<'_>>(), generator.subschema_for::<Answer<'_>>());
        json_schema!({ "type": "object", "maxProperties": MAX_ANSWERS, "propertyNames": code, "additionalProperties": answer })
    }
}

impl JsonSchema for Answer<'_> {
    fn schema_name() -> Cow<'static, str> {
        "answer".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (code, p) = (generator.subschema_for::<Code<'_>>(), generator.subschema_for::<Probability>());
        let p_or_null = json_schema!({ "anyOf": [p, { "type": "null" }] });
        let code_or_null = json_schema!({ "anyOf": [code, { "type": "null" }] });
        let why = generator.subschema_for::<Option<Missing>>();
        json_schema!({ "oneOf": [
            { "type": "object", "additionalProperties": false, "required": ["type", "p"], "properties": {
                "type": { "const": "noul" }, "p": p,
                "probabilities": { "type": "null" }, "selected": { "type": "null" }, "confidence_reported": { "type": "null" }, "expected": { "type": "null" },
                "why": { "type": "null" } } },
            { "type": "object", "additionalProperties": false, "required": ["type", "probabilities"], "properties": {
                "type": { "const": "choice" },
                "probabilities": { "type": "object", "minProperties": 2, "maxProperties": MAX_OPTIONS, "propertyNames": code, "additionalProperties": p },
                "selected": code_or_null, "confidence_reported": p_or_null,
                "p": { "type": "null" }, "expected": { "type": "null" }, "why": { "type": "null" } } },
            { "type": "object", "additionalProperties": false, "required": ["type", "probabilities"], "properties": {
                "type": { "const": "score" }, "probabilities": { "type": "array", "minItems": 2, "maxItems": MAX_LEVELS, "items": p },
                "expected": { "type": ["number", "null"] }, "confidence_reported": p_or_null,
                "p": { "type": "null" }, "selected": { "type": "null" }, "why": { "type": "null" } } },
            { "type": "object", "additionalProperties": false, "required": ["type"], "properties": {
                "type": { "const": "missing" }, "why": why,
                "p": { "type": "null" }, "probabilities": { "type": "null" }, "selected": { "type": "null" }, "confidence_reported": { "type": "null" },
                "expected": { "type": "null" } } }
        ] })
    }
}
