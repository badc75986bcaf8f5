// trial: a project and graphs in a scratch folder.
#include "harness/fuzz/program_trials.h"

#include <map>

#include <fmt/format.h>

#include "harness/check/ending_record.h"
#include "harness/check/program_records.h"
#include "harness/fuzz/generated_project.h"
#include "harness/fuzz/program_pair.h"
#include "harness/run/scratch_root.h"

namespace assay::fuzz {
namespace {

/// Sorted by number, like the cases.
std::vector<std::string> ids_of(std::size_t programs) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < programs; ++i) ids.push_back(fmt::format("fuzz/asked_{:06}", i));
  return ids;
}

std::vector<PairResult> records_of(const std::vector<PlannedPair>& pairs, const Project& project,
                                   const PlanOptions& asked, const RunPlace& place,
                                   const ScratchRoot& scratch) {
  PlannedRun run(place);
  std::vector<PairResult> records;
  std::map<PairId, std::size_t> places;
  ProgramRecords programs;
  for (const PlannedPair& planned : pairs) {
    places[planned.pair] = records.size();
    const std::string reason = run.unsupported(planned.pair);
    records.push_back(unsupported(planned, place.worker, reason.empty() ? "it did not come to run" : reason));
    if (!reason.empty()) continue;
    const std::filesystem::path graph = scratch.path() / fmt::format("{}.json", records.size());
    run.add(planned, task_of(planned, project, graph, asked.methods), asked);
    programs.expect(planned.pair);
  }
  run.run([&](const TaskEnding& ending) {
    const auto& task = std::get<protocol::Capture>(ending.pair.job.request.task);
    for (PairResult& record :
         programs.ended(record_of(ending.planned, ending.pair), lowered_file(task.graph_path)))
      records[places.at(record.pair)] = std::move(record);
    return Proceed::kGoOn;
  });
  return records;
}

}  // namespace

std::vector<std::vector<Wrong>> trial(const std::vector<CodedProgram>& programs, const PlanOptions& asked,
                                      const RunPlace& place) {
  const ScratchRoot scratch;
  const std::vector<std::string> ids = ids_of(programs.size());
  const GeneratedProject written = write_project(scratch.path() / "programs", {ids, programs});
  const std::vector<Case> cases = select_cases(written.project, {});
  std::map<std::string, std::vector<Wrong>> ended;
  for (PairResult& record : records_of(plan_pairs(cases, asked), written.project, asked, place, scratch))
    ended[record.pair.case_id].push_back(written.wrong(std::move(record)));
  std::vector<std::vector<Wrong>> all;
  for (const std::string& id : ids) all.push_back(std::move(ended[id]));
  return all;
}

}  // namespace assay::fuzz
