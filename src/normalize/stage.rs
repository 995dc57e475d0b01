//! From a proposed call to a normalized one.

use super::{Normalization, Repair, Repairs};
use crate::{
    ToolRequest,
    admission::{Candidate, Lookup, Refused, ToolCatalog},
    stages::Stack,
    typestate::{Normalized, Proposed, Resolved},
};
use std::sync::Arc;

/// Looks the tool up and repairs the representation of the arguments.
#[inline]
pub(crate) fn normalize<P: Stack, R: ToolRequest>(stages: &Arc<P>, call: Proposed<R>) -> Result<Normalized<R>, Box<Refused<P>>> {
    let Proposed(mut request) = call;
    let parts = stages.parts();
    let mut repairs = Repairs::NONE;
    let tool = match parts.catalog.lookup(request.tool()) {
        Lookup::Known(tool) => Resolved::Known(tool.clone()),
        Lookup::Alias(tool) => {
            repairs = repairs.with(Repair::NameAlias);
            parts.normalizer.count(Repair::NameAlias);
            request = request.with_tool(&tool.name);
            Resolved::Known(tool.clone())
        }
        Lookup::Undeclared => Resolved::Undeclared,
        Lookup::Missing => Resolved::Missing,
    };
    let declared = match &tool {
        Resolved::Known(tool) => Some(tool.descriptor()),
        Resolved::Undeclared | Resolved::Missing => None,
    };
    match parts.normalizer.normalize(request.arguments(), declared) {
        Ok(Normalization::Unchanged) => Ok(Normalized { request, tool, repairs }),
        Ok(Normalization::Replaced { arguments, repairs: made }) => {
            Ok(Normalized { request: request.with_arguments(arguments), tool, repairs: made.iter().fold(repairs, Repairs::with) })
        }
        // Nobody offers the tool: that comes first, whatever its arguments look like.
        Err(_) if matches!(tool, Resolved::Missing) => Ok(Normalized { request, tool, repairs }),
        Err(fault) => Err(Candidate::new(stages, Normalized { request, tool, repairs }).refuse(stages, fault.rejection())),
    }
}
