// Repetition: outcome, exception and graph of two runs of a pair.
#include "harness/check/repetition.h"

#include "harness/check/ending_record.h"
#include "harness/check/other_graph.h"
#include "harness/results/verdict.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::optional<Otherwise> repeated_graph(const PairResult& first, const PlannedPair& planned,
                                        const RunFiles& files) {
  const fs::path now = files.results.repeated_file(first.pair);
  if (first.graph.empty() || first.nodes == 0 || !fs::is_regular_file(fs::symlink_status(now))) return {};
  return other_graph(files.results.root() / first.graph, now, planned.test->policy);
}

/// How a run differs from the first.
std::optional<Otherwise> ended_otherwise(const PairResult& first, const PlannedPair& planned,
                                         const PairEnding& again, const RunFiles& files) {
  const PairResult now = record_of(planned, again);
  if (now.outcome == first.outcome && now.exception == first.exception)
    return repeated_graph(first, planned, files);
  const Replayed replayed = now.replay ? Replayed::kYes : Replayed::kNo;
  return Otherwise{told_line(describe({now.outcome, now.exception, now.message, replayed}))};
}

/// Moves the graph out of the way of the next run. Returns no command if it cannot be moved.
ShellLine kept_graph(const PairResult& first, const RunFiles& files) {
  const fs::path now = files.results.repeated_file(first.pair);
  fs::path kept = now;
  kept.replace_extension(".other.json");
  std::error_code failed;
  fs::rename(now, kept, failed);
  if (failed) return {};
  return diff_of(files.results.root() / first.graph, kept);
}

}  // namespace

PairResult repeated(PairResult first, const PlannedPair& planned, const PairEnding& again,
                    const RunFiles& files) {
  if (again.ended.ending == protocol::Ending::kNotRun) return first;
  const std::optional<Otherwise> found = ended_otherwise(first, planned, again, files);
  if (found && !full_disk(again, files).empty()) return first;
  if (!first.repetition) first.repetition.emplace();
  Repetition& repetition = *first.repetition;
  const bool was_flaky = repetition.otherwise > 0;
  const std::string told_before = was_flaky ? told(repetition) + "\n" : "";
  ++repetition.runs;
  repetition.otherwise += found ? 1 : 0;
  if (!was_flaky && found) {
    repetition.how = found->how;
    first.verdict = Verdict::kFlaky;
    first.next = found->of_graphs ? kept_graph(first, files) : ShellLine();
    if (first.next.empty()) first.next = check_of(first.pair, {"--repeat", "10"});
  }
  if (repetition.otherwise == 0) return first;
  if (first.explanation.starts_with(told_before)) first.explanation.erase(0, told_before.size());
  first.explanation = told(repetition) + "\n" + first.explanation;  // then that of the first run
  return first;
}

}  // namespace assay
