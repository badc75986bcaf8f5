// record_runs: a rehearsal with a native recorder on either side.
#include "capture/replay/record_runs.h"

#include "capture/native/native_recorder.h"
#include "capture/replay/rehearsal.h"
#include "harness/error/error.h"
#include "harness/graph/json.h"

namespace assay::replay {

namespace {

using native::Level;
using native::NativeRecorder;
using native::World;

Tally tally_of(NativeRecorder& recorder) {
  GraphFile file;
  file.graphs.push_back(recorder.finish("joint"));
  return tally(file);
}

}  // namespace

std::optional<protocol::RunTallies> record_runs(const ReplayRequest& request) {
  if (request.phantom) return {};
  try {
    const GraphFile file = load_graph_file(request.path);
    const Script script = script_of(file, request);
    Rehearsal rehearsal(script);
    NativeRecorder eager(Level::kBelowAutograd, World::kReal, {}),
        replay(Level::kBelowAutograd, World::kReal, {});
    const Shown shown = rehearsal.run({.name = "recorded", .seed = request.seed}, {}, {&eager, &replay});
    if (shown.eager_raised || shown.failed) return {};
    return protocol::RunTallies{tally_of(eager), tally_of(replay)};
  } catch (const CannotReplay&) {
    return {};
  } catch (const Error&) {
    return {};
  }
}

}  // namespace assay::replay
