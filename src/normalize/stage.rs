//! From a proposed call to a normalized one.

use super::{Normalization, Repair, Repairs};
use crate::{
    ToolRequest,
    admission::{Candidate, Lookup, Refused, ToolCatalog},
    stages::Stack,
    typestate::{Found, Normalized, Proposed},
};
use std::sync::Arc;

/// Looks the tool up and repairs the representation of the arguments.
pub(crate) fn normalize<P: Stack, R: ToolRequest>(stages: &Arc<P>, call: Proposed<R>) -> Result<Normalized<R>, Box<Refused<P>>> {
    let (request, tool, repairs) = normal_form(stages, call.0)?;
    Ok(Normalized { request, tool: tool.kept(), repairs })
}

/// The same, for a call that stays where the catalog is.
#[inline]
pub(crate) fn normal_form<P: Stack, R: ToolRequest>(stages: &Arc<P>, mut request: R) -> Result<(R, Found<'_>, Repairs), Box<Refused<P>>> {
    let parts = stages.parts();
    let mut repairs = Repairs::NONE;
    let tool = match parts.catalog.lookup(request.tool()) {
        Lookup::Known(tool) => Found::Known(tool),
        Lookup::Alias(tool) => {
            repairs = repairs.with(Repair::NameAlias);
            parts.normalizer.count(Repair::NameAlias);
            request = request.with_tool(&tool.name);
            Found::Known(tool)
        }
        Lookup::Undeclared => Found::Undeclared,
        Lookup::Missing => Found::Missing,
    };
    match parts.normalizer.normalize(request.arguments(), tool.tool()) {
        Ok(Normalization::Unchanged) => Ok((request, tool, repairs)),
        Ok(Normalization::Replaced { arguments, repairs: made }) => Ok((request.with_arguments(arguments), tool, repairs.and(made))),
        // Nobody offers the tool: that comes first, whatever its arguments look like.
        Err(_) if matches!(tool, Found::Missing) => Ok((request, tool, repairs)),
        Err(fault) => Err(Candidate::new(stages, Normalized { request, tool: tool.kept(), repairs }).refuse(stages, fault.rejection().into())),
    }
}
