// Words and figures of a comparison, shared by its writers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/methods/comparison.h"

namespace assay {

/// Titles first, then a row per captured method. Every row has a cell per title.
using Sheet = std::vector<std::vector<std::string>>;

/// "method", "graphs", "nodes", "forward" and a column per need. "yes": these graphs have it. "-": they have
/// none. "no": the method cannot express it.
Sheet captured_sheet(const Comparison& comparison);

/// "method", "replay", "largest error", "operators", "edges" (recall / precision), "capture", "of eager",
/// "memory", "eager memory". Cells without a figure are "not measured".
Sheet measured_sheet(const Comparison& comparison);

/// Agreement of a replay: "bit by bit", "in float64, 2.5x", "within tolerance". Else the outcome.
std::string replay_words(Outcome outcome, const std::optional<ReplayReport>& replay);

/// Legends of the two sheets, a line each.
std::string captured_legend();
std::string measured_legend();

/// "seed/mlp on cpu, torch 2.15.0"; "on cuda (phantom sm_90)".
std::string title_of(const Comparison& comparison);

/// A method without a graph, or whose graph does not agree, and why: "raises: TraceError in stage capture:
/// ..".
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
