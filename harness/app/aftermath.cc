// aftermath_of: the worker's word, and two graph files.
#include "harness/app/aftermath.h"

#include <algorithm>
#include <array>

#include "harness/diff/diff.h"
#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/words/same_reason.h"
#include "harness/words/utf8.h"
#include "reports/diff_text/print_diff.h"

namespace assay {
namespace {

constexpr std::size_t kMostTold = 200;

/// What is left behind whatever the program; each has a program in ci/findings that shows it without Assay.
constexpr std::array kAlways{
    "attribute _is_torch_compile of ",  // mark_of_compile.py
    "attribute _tensor_constant",       // constants_of_trace.py
};

bool is_always_left(const std::string& line) {
  return std::ranges::any_of(kAlways, [&](const char* start) { return line.starts_with(start); });
}

std::string bounded(const std::string& text) { return shortened(first_line_of(text), kMostTold); }

std::string second_time(const protocol::Capture& task, const protocol::Ended& ended) {
  if (ended.ending != protocol::Ending::kFinished) return "";
  if (!ended.again_failure.empty()) return bounded("cannot be captured: " + ended.again_failure);
  try {
    const DiffResult found =
        diff(load_captured_file(task.graph_path), load_captured_file(task.again_path), {});
    return found.equal ? "" : bounded("captures another graph: " + print_diff(found, 1));
  } catch (const InputError& error) {
    return bounded(std::string("leaves a graph that cannot be read: ") + error.what());
  }
}

}  // namespace

std::optional<Aftermath> aftermath_of(const PairEnding& ending) {
  const auto* task = std::get_if<protocol::Capture>(&ending.job.request.task);
  if (task == nullptr || task->again_path.empty()) return std::nullopt;
  Aftermath after{.left_behind = {}, .second_time = second_time(*task, ending.ended)};
  for (const std::string& line : ending.ended.left_behind)
    if (!is_always_left(line)) after.left_behind.push_back(bounded(line));
  return after;
}

}  // namespace assay
