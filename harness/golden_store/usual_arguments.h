// Usual arguments: what the targets of most summaries are called with, so that a summary says only what is
// not usual. A dictionary that saves bytes, and no rule: a target that is not in it, or that has other
// arguments with another version of PyTorch, stands in its summary.
#pragma once

#include "harness/golden_store/canonical_text.h"
#include "harness/strict_json/json_source.h"

namespace assay {

/// usual_arguments.json: of each target, the arguments that most of the summaries had which have it, where 5
/// or more did (PyTorch 2.15). Summaries rely on its lines: a line may be added, and never changed or removed
/// but with another kGoldenSummaryVersion.
const KnownArguments& usual_arguments();

/// In order: "NAME", or ["NAME", "TEXT"] for one that is defaulted somewhere.
OrderedJson arguments_to_json(const TargetArguments& arguments);
TargetArguments arguments_from(const JsonPlace& place);

}  // namespace assay
