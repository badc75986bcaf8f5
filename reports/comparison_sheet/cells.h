// The words and figures of a comparison, shared by its writers: one row per method.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/methods/comparison.h"

namespace assay {

/// Titles first, then a row per method that was captured; every row has as many cells as there are titles.
using Sheet = std::vector<std::vector<std::string>>;

/// "method", "graphs", "nodes", "forward", a column per need: "yes", "-" for what these graphs have none
/// of, "no" for what the method cannot express.
Sheet captured_sheet(const Comparison& comparison);

/// "method", "replay", "largest error", "operators", "edges" (recall / precision), "capture", "of eager",
/// "memory", "eager memory". What has no figure is "not measured".
Sheet measured_sheet(const Comparison& comparison);

/// How a replay agrees: "bit by bit", "in float64, 2.5x", "within tolerance"; of what does not the outcome.
std::string replay_words(Outcome outcome, const std::optional<ReplayReport>& replay);

/// What the words of a sheet mean, one line each.
std::string captured_legend();
std::string measured_legend();

/// "seed/mlp on cpu, torch 2.15.0"; "on cuda (phantom sm_90)".
std::string title_of(const Comparison& comparison);

/// "raises: TraceError in stage capture: ..", for each method without a graph; its name apart.
struct Failure {
  MethodId method = MethodId::kMakeFx;
  std::string why;
};
std::vector<Failure> failures_of(const Comparison& comparison);

/// A graph break: "after forward at lstm.py:14: a skipped function".
struct BreakLine {
  MethodId method = MethodId::kMakeFx;
  std::string text;
};
std::vector<BreakLine> break_lines(const Comparison& comparison);

/// "A" for the first program, "Z" for the 26th, then "AA".
std::string letter_of(std::size_t program);
/// "make_fx, aot"
std::string names_of(const std::vector<MethodId>& methods);
/// "A and B: 12 nodes in both, 2 only in A, 4 only in B, 1 changed"
std::string headline_of(const Difference& difference);
/// "target aten.a -> aten.b (at 4 places, explains 3 more)"
std::string text_of(const Change& change);
/// "for backward, shapes", "for no stated need".
std::string purpose_of(const std::vector<Need>& needs);

}  // namespace assay
