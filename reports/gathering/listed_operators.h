// Operators that a file, a case or a results folder calls, for `assay export --to ops`.
#pragma once

#include <functional>
#include <string>

#include "harness/zoo/project.h"
#include "reports/operator_list/operator_list.h"

namespace assay {

/// `path` is a graph file, a results folder (all graphs below graphs/) or a case selector (the newest golden
/// of each pair). `pair` ("make_fx@cpu") keeps that pair only. Empty: all pairs, or the first pair of a file.
/// Summaries are listed by name. Throws InputError with the next command if there is no graph to list.
OperatorList operators_of(const std::string& path, const std::string& pair,
                          const std::function<Project()>& project);

}  // namespace assay
