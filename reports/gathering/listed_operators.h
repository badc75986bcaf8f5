// What operators a file, a case or a results folder calls, for `assay export --to ops`.
#pragma once

#include <functional>
#include <string>

#include "harness/zoo/project.h"
#include "reports/operator_list/operator_list.h"

namespace assay {

/// `path` is a graph file, a results folder (all graphs below graphs/) or what selects cases (their goldens,
/// of each pair the newest). `pair` ("make_fx@cpu") keeps one pair of each; "" all, of a file the first.
/// Goldens that are summaries are listed as such; where nothing else is there, and where there is nothing at
/// all, an InputError says what to capture.
OperatorList operators_of(const std::string& path, const std::string& pair,
                          const std::function<Project()>& project);

}  // namespace assay
