// Usual arguments: the arguments of the most frequent targets, which summaries leave out. The dictionary
// saves bytes and is no rule: a target that it lacks, or that has other arguments in another version of
// PyTorch, stands in its summary.
#pragma once

#include "harness/golden_store/canonical_text.h"
#include "harness/strict_json/json_source.h"

namespace assay {

/// usual_arguments.json: for each target of 5 or more summaries the arguments that most of them had (PyTorch
/// 2.15). Summaries rely on its lines. A line may be added, but changed or removed only with another
/// kGoldenSummaryVersion.
const KnownArguments& usual_arguments();

/// In order: "NAME", or ["NAME", "TEXT"] for an argument that is defaulted somewhere.
OrderedJson arguments_to_json(const TargetArguments& arguments);
TargetArguments arguments_from(const JsonPlace& place);

}  // namespace assay
