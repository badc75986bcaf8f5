// Summary: totals of a run's records, as data for reports.
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

/// Nodes or edges that agree with the golden, and the total on both sides.
struct Agreement {
  std::size_t matched = 0, total = 0;
  std::optional<double> share() const;  ///< Nothing if nothing was compared.
};

/// Results of replays, in pairs. A replayed pair counts once among `bitwise`, `in_double` and `by_tolerance`,
/// by the weakest comparison of its runs.
struct ReplayCounts {
  std::size_t replayed = 0, guarded = 0, undecided = 0, diverges = 0, fails = 0;
  std::size_t bitwise = 0, in_double = 0, by_tolerance = 0;
  std::optional<double> worst_precision;         ///< The largest among runs that float64 decided.
  std::map<ReplayPolicy, std::size_t> policies;  ///< Agreeing pairs that need a declared policy.
  std::size_t judged_once = 0;                   ///< Agreeing pairs supported by a single run.
  std::map<std::string, std::size_t> left_out;   ///< Runs of agreeing pairs that were left out, by reason.
  std::map<DType, ReplayError> errors;           ///< The largest over all pairs.
  std::size_t agreeing() const { return replayed + guarded; }
  std::size_t attempted() const { return agreeing() + undecided + diverges + fails; }
};

/// Operator coverage of the pairs that have it: sums, and counts of missed and extra operators.
struct CoverageSum {
  std::size_t pairs = 0;
  std::size_t complete = 0;  ///< Pairs with every operator and edge of both sides matched.
  Counted operators, edges;
  std::map<std::string, std::uint64_t> missed, extra;  ///< As far as records name them.
};

/// A method on a device. Medians are over the pairs with the figure, and absent without such pairs.
struct MethodSummary {
  std::size_t pairs = 0;
  std::size_t captured = 0;   ///< Pairs with a graph, whatever its replay showed.
  std::size_t countable = 0;  ///< Pairs that are not `unsupported` or `skipped`. `missing` pairs count.
  std::optional<double>
      median_overhead;  ///< capture_seconds / eager_seconds, of captured pairs with eager_seconds > 0.
  std::optional<double> median_child_seconds;  ///< Of pairs that ran a child.
  std::optional<double> median_peak_bytes;     ///< Of captured pairs with a figure.
  std::uint64_t max_peak_bytes = 0;
  Agreement nodes, edges;
  ReplayCounts replay;
  CoverageSum operators;
  /// Zoo coverage: the share of countable pairs that were captured and replayed, guarded pairs included.
  /// Nothing without countable pairs, or if graphs were captured and none was replayed.
  std::optional<double> zoo_coverage() const;
};

/// How far a method gets with the models of a family, over all devices. Counted as in MethodSummary.
struct Reach {
  std::size_t captured = 0, replayed = 0, countable = 0;  ///< `replayed` includes guarded pairs.
  Reach& operator+=(const Reach& other);
  friend bool operator==(const Reach&, const Reach&) = default;
};

struct Summary {
  std::map<Verdict, std::size_t>
      totals;  ///< Every verdict, zeros included. They add up to the number of records.
  std::map<std::pair<MethodId, Device>, MethodSummary> methods;  ///< Those with records.
  std::map<std::string, std::map<MethodId, Reach>> families;     ///< Those with records.
  Agreement nodes, edges;
  ReplayCounts replay;
  std::size_t captured = 0, countable = 0;
  std::optional<double> median_child_seconds;
  std::optional<double> median_beside_seconds;  ///< Of replayed pairs.
  std::optional<double> zoo_coverage() const;   ///< Over all methods.
};

/// Time of a pair outside eager, capture, write and replay: loading, comparing, isolation and waiting.
double beside_seconds(const PairResult& record);

/// Takes linear time. The order of `records` does not matter.
Summary summarize(const std::vector<PairResult>& records);

/// The middle value, or the mean of the two middle values. Nothing for no values.
std::optional<double> median(std::vector<double> values);

}  // namespace assay
