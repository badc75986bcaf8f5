// record_runs: both programs, with a native recorder on each side.
#include "capture/side_by_side/record_runs.h"

#include <pybind11/stl.h>

#include "capture/native/native_recorder.h"
#include "capture/side_by_side/side_by_side.h"
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
    ReplaySetup setup = setup_of(file, request);
    setup.enter = enter;
    SideBySide side_by_side(setup);
    NativeRecorder eager(Level::kBelowAutograd, World::kReal, marks()),
        replay(Level::kBelowAutograd, World::kReal, marks());
    if (side_by_side.runs_in_program()) replay.scope().narrow();
    const ComparedRun compared =
        side_by_side.run({.name = "recorded", .seed = request.seed}, {}, {&eager, &replay});
    if (compared.eager_raised || compared.failed) return {};
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
