// record_runs: a rehearsal with a native recorder on each side.
#include "capture/side_by_side/record_runs.h"

#include <pybind11/stl.h>

#include "capture/native/native_recorder.h"
#include "capture/side_by_side/rehearsal.h"
#include "capture/walker/unsupported.h"
#include "harness/error/error.h"
#include "harness/graph/json.h"

namespace assay::replay {

namespace {

using native::Level;
using native::NativeRecorder;
using native::World;

// Operators that compute nothing do not count.
std::unordered_set<std::string> marks() {
  const pybind11::object all = pybind11::module_::import("assay_python.observe.record").attr("MARKS");
  return pybind11::set(all).cast<std::unordered_set<std::string>>();
}

Tally tally_of(NativeRecorder& recorder) {
  const Graph graph = recorder.finish("joint");
  return tally(graph, recorder.outside());
}

}  // namespace

std::optional<protocol::RunTallies> record_runs(const ReplayRequest& request, const EnterStage& enter) {
  if (request.phantom) return {};
  try {
    const GraphFile file = load_graph_file(request.path);
    Script script = script_of(file, request);
    script.enter = enter;
    Rehearsal rehearsal(script);
    NativeRecorder eager(Level::kBelowAutograd, World::kReal, marks()),
        replay(Level::kBelowAutograd, World::kReal, marks());
    if (rehearsal.runs_in_program()) replay.scope().narrow();
    const Shown shown = rehearsal.run({.name = "recorded", .seed = request.seed}, {}, {&eager, &replay});
    if (shown.eager_raised || shown.failed) return {};
    return protocol::RunTallies{tally_of(eager), tally_of(replay)};
  } catch (const CannotReplay&) {
    return {};
  } catch (const Error&) {
    return {};
  } catch (const pybind11::error_already_set& error) {
    if (!is_unsupported(error)) throw;
    return {};
  }
}

}  // namespace assay::replay
