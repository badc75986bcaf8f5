// summarize: counts and medians.
#include "harness/results/summary.h"

#include <algorithm>
#include <set>

namespace assay {
namespace {

struct Samples {
  std::vector<double> overhead, child, peak;
};

std::optional<double> quotient(std::size_t part, std::size_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

void add(Agreement& agreement, const std::optional<SetCount>& count) {
  if (!count) return;
  agreement.matched += count->matched;
  agreement.total += count->total();
}

bool is_complete(const Counted& counted) {
  return counted.matched == counted.eager && counted.matched == counted.replay;
}

void add(CoverageSum& sum, const std::optional<Coverage>& coverage) {
  if (!coverage) return;
  sum.pairs += 1;
  sum.complete += is_complete(coverage->operators) && is_complete(coverage->edges) ? 1 : 0;
  sum.operators += coverage->operators;
  sum.edges += coverage->edges;
  for (const Unmatched& one : coverage->missed) sum.missed[one.what] += one.count;
  for (const Unmatched& one : coverage->extra) sum.extra[one.what] += one.count;
}

void widen(std::map<DType, ReplayError>& largest, const std::map<DType, ReplayError>& errors) {
  for (const auto& [dtype, error] : errors) {
    ReplayError& most = largest[dtype];
    most.absolute = std::max(most.absolute, error.absolute);
    most.relative = std::max(most.relative, error.relative);
  }
}

bool is_by_tolerance(const ReplayRun& run) {
  return agrees(run.verdict) && run.verdict != ReplayVerdict::kGuarded && run.left_out.empty() &&
         !run.bitwise && !run.fp64;
}

/// Counts an agreeing replay by the comparison that decided its runs.
void add_judged(ReplayCounts& counts, const ReplayReport& replay) {
  const auto says = [](const ReplayRun& run) {
    return run.left_out.empty() && run.verdict == ReplayVerdict::kReplays;
  };
  const bool bitwise =
      std::ranges::all_of(replay.runs, [&](const ReplayRun& run) { return !says(run) || run.bitwise; });
  const bool by_tolerance = std::ranges::any_of(replay.runs, is_by_tolerance);
  counts.bitwise += bitwise ? 1 : 0;
  counts.by_tolerance += by_tolerance ? 1 : 0;
  counts.in_double += bitwise || by_tolerance ? 0 : 1;
}

/// Counts the evidence of an agreeing replay.
void add_agreeing(ReplayCounts& counts, const ReplayReport& replay) {
  counts.worst_precision = std::max(counts.worst_precision, worst_precision(replay));
  counts.judged_once += is_judged_once(replay) ? 1 : 0;
  std::set<ReplayPolicy> policies;
  for (const ReplayRun& run : replay.runs) {
    policies.insert(run.policies.begin(), run.policies.end());
    if (!run.left_out.empty()) counts.left_out[run.left_out] += 1;
  }
  for (const ReplayPolicy policy : policies) counts.policies[policy] += 1;
}

/// Counts by outcome: an exception during the replay leaves no report.
void add(ReplayCounts& counts, const PairResult& record) {
  const auto& replay = record.replay;
  counts.replayed += record.outcome == Outcome::kCaptured && replay ? 1 : 0;
  counts.guarded += record.outcome == Outcome::kGuarded ? 1 : 0;
  counts.undecided += record.outcome == Outcome::kUndecided ? 1 : 0;
  counts.diverges += record.outcome == Outcome::kDiverges ? 1 : 0;
  counts.fails += record.outcome == Outcome::kReplayFails ? 1 : 0;
  if (!replay) return;
  if (record.outcome == Outcome::kCaptured) add_judged(counts, *replay);
  if (agrees(record.outcome)) add_agreeing(counts, *replay);
  widen(counts.errors, replay->errors);
}

std::optional<double> coverage(const ReplayCounts& replay, std::size_t captured, std::size_t countable) {
  if (captured > 0 && replay.attempted() == 0) return std::nullopt;
  return quotient(replay.agreeing(), countable);
}

Reach reach_of(const PairResult& record) {
  // A pair that was to run and did not counts as not covered.
  const bool countable = is_countable(record.outcome) || record.verdict == Verdict::kMissing;
  const bool replayed = record.replay && agrees(record.outcome);
  return {.captured = has_graph(record.outcome) ? 1U : 0U,
          .replayed = replayed ? 1U : 0U,
          .countable = countable ? 1U : 0U};
}

void add(MethodSummary& row, Samples& samples, const PairResult& record) {
  const Reach reach = reach_of(record);
  const bool captured = reach.captured > 0;
  row.pairs += 1;
  row.captured += reach.captured;
  row.countable += reach.countable;
  add(row.replay, record);
  add(row.operators, record.coverage);
  add(row.nodes, record.node_agreement);
  add(row.edges, record.edge_agreement);
  row.max_peak_bytes = std::max(row.max_peak_bytes, record.cost.peak_bytes);
  if (record.cost.child_seconds > 0) samples.child.push_back(record.cost.child_seconds);
  // A capture that raised has no comparable cost.
  if (!captured) return;
  if (record.cost.eager_seconds > 0)
    samples.overhead.push_back(record.cost.capture_seconds / record.cost.eager_seconds);
  if (record.cost.peak_bytes > 0) samples.peak.push_back(static_cast<double>(record.cost.peak_bytes));
}

}  // namespace

Reach& Reach::operator+=(const Reach& other) {
  captured += other.captured;
  replayed += other.replayed;
  countable += other.countable;
  return *this;
}

std::optional<double> Agreement::share() const { return quotient(matched, total); }

std::optional<double> MethodSummary::zoo_coverage() const { return coverage(replay, captured, countable); }
std::optional<double> Summary::zoo_coverage() const { return coverage(replay, captured, countable); }

double beside_seconds(const PairResult& record) {
  const Cost& cost = record.cost;
  const double replay = record.replay ? record.replay->seconds + cost.tally_seconds : 0;
  const double eager = cost.first_eager_seconds + cost.eager_seconds;
  return std::max(0.0, cost.pair_seconds - eager - cost.capture_seconds - cost.write_seconds - replay);
}

Summary summarize(const std::vector<PairResult>& records) {
  Summary summary;
  for (const Verdict verdict : kVerdictNames.values()) summary.totals[verdict] = 0;
  std::map<std::pair<MethodId, Device>, Samples> samples;
  std::vector<double> child, beside;
  for (const PairResult& record : records) {
    const auto key = std::make_pair(record.pair.method, record.pair.device);
    summary.totals[record.verdict] += 1;
    add(summary.methods[key], samples[key], record);
    summary.families[record.family][record.pair.method] += reach_of(record);
    add(summary.replay, record);
    add(summary.nodes, record.node_agreement);
    add(summary.edges, record.edge_agreement);
    if (record.cost.child_seconds > 0) child.push_back(record.cost.child_seconds);
    if (record.replay && record.cost.pair_seconds > 0) beside.push_back(beside_seconds(record));
  }
  for (auto& [key, row] : summary.methods) {
    summary.captured += row.captured;
    summary.countable += row.countable;
    row.median_overhead = median(std::move(samples[key].overhead));
    row.median_child_seconds = median(std::move(samples[key].child));
    row.median_peak_bytes = median(std::move(samples[key].peak));
  }
  summary.median_child_seconds = median(std::move(child));
  summary.median_beside_seconds = median(std::move(beside));
  return summary;
}

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace assay
