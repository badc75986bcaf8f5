// Summary: what a run's records add up to, as data; reports render it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

/// Nodes or edges that agree with the golden, of all on either side.
struct Agreement {
  std::size_t matched = 0, total = 0;
  std::optional<double> share() const;  ///< nothing when nothing was compared
};

/// What replaying the captured graphs gave, in pairs. Those that were replayed are each counted once among
/// `bitwise`, `in_double` and `by_tolerance`, by the run that was judged by the weakest of these.
struct ReplayCounts {
  std::size_t replayed = 0, guarded = 0, undecided = 0, diverges = 0, fails = 0;
  std::size_t bitwise = 0, in_double = 0, by_tolerance = 0;
  std::optional<double> worst_precision;         ///< the largest of those that float64 decided
  std::map<ReplayPolicy, std::size_t> policies;  ///< of those that agree: under a stated policy alone
  std::size_t judged_once = 0;                   ///< of those that agree: one run alone says so
  std::map<std::string, std::size_t> left_out;   ///< runs that could not be made, by why
  std::map<DType, ReplayError> errors;           ///< the largest over all pairs
  std::size_t agreeing() const { return replayed + guarded; }
  std::size_t attempted() const { return agreeing() + undecided + diverges + fails; }
};

/// Operator coverage over the pairs that have it: sums, and how often an operator was missed or extra.
struct CoverageSum {
  std::size_t pairs = 0;
  std::size_t complete = 0;  ///< of `pairs`: every operator and edge of both sides matched
  Counted operators, edges;
  std::map<std::string, std::uint64_t> missed, extra;  ///< of what the records name
};

/// One row: a method on a device. Medians are over the pairs that have the figure, and absent when none has.
struct MethodSummary {
  std::size_t pairs = 0;
  std::size_t captured = 0;   ///< pairs with a graph, whatever came of replaying it
  std::size_t countable = 0;  ///< pairs that are not `unsupported` or `skipped`; `missing` ones are
  std::optional<double>
      median_overhead;  ///< capture_seconds / eager_seconds, of captured pairs with eager_seconds > 0
  std::optional<double> median_child_seconds;  ///< of pairs that ran a child
  std::optional<double> median_peak_bytes;     ///< of captured pairs with a figure
  std::uint64_t max_peak_bytes = 0;
  Agreement nodes, edges;
  ReplayCounts replay;
  CoverageSum operators;
  /// Zoo coverage: captured and replayed (guarded ones included) / countable; nothing when nothing was
  /// countable, or when graphs were captured and not one of them was replayed.
  std::optional<double> zoo_coverage() const;
};

/// How far a method gets with the models of a family, over all devices.
struct Reach {
  std::size_t captured = 0, replayed = 0, countable = 0;  ///< pairs, as in MethodSummary; guarded ones replay
  Reach& operator+=(const Reach& other);
  friend bool operator==(const Reach&, const Reach&) = default;
};

struct Summary {
  std::map<Verdict, std::size_t>
      totals;  ///< every verdict, zeros included; they add up to the number of records
  std::map<std::pair<MethodId, Device>, MethodSummary> methods;  ///< those with records
  std::map<std::string, std::map<MethodId, Reach>> families;     ///< likewise
  Agreement nodes, edges;
  ReplayCounts replay;
  std::size_t captured = 0, countable = 0;
  std::optional<double> median_child_seconds;
  std::optional<double> median_beside_seconds;  ///< of pairs that were replayed
  std::optional<double> zoo_coverage() const;   ///< as of a method, over all
};

/// What a pair took beside eager, capture, write and replay: loading, comparing, isolation, and waiting.
double beside_seconds(const PairResult& record);

/// Linear but for the sorts of the medians; the order of `records` does not matter.
Summary summarize(const std::vector<PairResult>& records);

/// The middle value, or the mean of the two middle ones; nothing for no values.
std::optional<double> median(std::vector<double> values);

}  // namespace assay
