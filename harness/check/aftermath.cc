// aftermath_of: from the worker's report and two graph files.
#include "harness/check/aftermath.h"

#include "harness/check/other_graph.h"

namespace assay {
namespace {

std::string second_time(const protocol::Capture& task, const protocol::Ended& ended) {
  if (ended.ending != protocol::Ending::kFinished) return "";
  if (!ended.again_failure.empty()) return told_line("cannot be captured: " + ended.again_failure);
  return other_graph(task.graph_path, task.again_path, {}).value_or(Otherwise{}).how;
}

}  // namespace

std::optional<Aftermath> aftermath_of(const PairEnding& ending) {
  const auto* task = std::get_if<protocol::Capture>(&ending.job.request.task);
  if (task == nullptr || task->again_path.empty()) return std::nullopt;
  Aftermath after{.left_behind = {}, .second_time = second_time(*task, ending.ended)};
  for (const std::string& line : ending.ended.left_behind) after.left_behind.push_back(told_line(line));
  return after;
}

}  // namespace assay
