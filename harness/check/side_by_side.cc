// SideBySide: graphs in a scratch folder, read as their pairs end.
#include "harness/check/side_by_side.h"

#include <algorithm>
#include <filesystem>

#include "harness/check/ending_record.h"
#include "harness/check/program_records.h"
#include "harness/graph/json.h"
#include "harness/methods/capture_facts.h"
#include "harness/run/outcome.h"

namespace assay {
namespace {

/// The result of a pair. Its lowered graph is added to `lowered` if it is one program.
MethodResult result_of(const TaskEnding& ending, std::vector<LoweredFile>& lowered) {
  const protocol::Ended& ended = ending.pair.ended;
  PairResult record = record_of(ending.planned, ending.pair);
  record.outcome = outcome_of(ended);  // a missing replay report counts as no replay
  MethodResult result = method_result(record, record.outcome == Outcome::kCaptured ? "" : describe(ended));
  if (!has_graph(result.outcome)) return result;
  const auto& task = std::get<protocol::Capture>(ending.pair.job.request.task);
  result.facts = facts_of(load_graph_file(task.graph_path), method(result.method));
  result.not_lowered = ended.lowering_failure;
  if (result.not_lowered.empty()) result.not_lowered = add_lowered(result.method, task.lowered_path, lowered);
  return result;
}

}  // namespace

SideBySide::SideBySide(const Project& project, const std::vector<PlannedPair>& pairs, const RunPlace& place)
    : project_(project), pairs_(pairs), place_(place) {}

RunEnd SideBySide::run(const std::function<void(const TaskEnding&, const MethodResult&)>& on_ended) {
  PlannedRun pairs(place_);
  plan(pairs);
  return pairs.run([&](const TaskEnding& ending) {
    on_ended(ending, record(ending));
    return Proceed::kGoOn;
  });
}

void SideBySide::plan(PlannedRun& run) {
  for (const PlannedPair& planned : pairs_) {
    if (const std::string reason = run.unsupported(planned.pair); !reason.empty()) {
      comparisons_[planned.pair.case_id].methods.push_back(
          method_result(unsupported(planned, place_.worker, reason), reason));
      continue;
    }
    const std::filesystem::path folder = scratch_.path() / "graphs" / std::to_string(run.size());
    run.add(planned, protocol::Capture{.subject = subject_of(planned, project_),
                                       .graph_path = folder / "graph.json",
                                       .lowered_path = folder / "lowered" / "graph.json",
                                       .replay = true});
    std::filesystem::create_directories(folder / "lowered");
  }
}

const MethodResult& SideBySide::record(const TaskEnding& ending) {
  const PairId& pair = ending.planned.pair;
  Comparison& comparison = comparisons_[pair.case_id];
  comparison.torch = ending.pair.worker.torch;
  comparison.phantom = ending.pair.worker.phantom;
  return comparison.methods.emplace_back(result_of(ending, lowered_[pair.case_id]));
}

std::vector<Comparison> SideBySide::comparisons(const std::vector<Case>& cases, Device device) {
  std::vector<Comparison> all;
  for (const Case& test : cases) {
    Comparison& comparison = comparisons_[test.id];
    comparison.case_id = test.id;
    comparison.device = device;
    std::ranges::sort(comparison.methods, {}, &MethodResult::method);
    comparison.lowered = compare_lowered(lowered_[test.id]);
    all.push_back(std::move(comparison));
  }
  return all;
}

}  // namespace assay
