// replay_file: is a graph file the program that runs? The judge of a replay.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"
#include "harness/zoo/outcome.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// Called with kReplay before anything runs and with kCompare before values are held against each other, in
/// each run anew.
using EnterStage = std::function<void(Stage)>;

struct ReplayRequest {
  std::string path;     ///< the graph file; large constants lie beside it
  pybind11::dict test;  ///< the expanded case; nothing else is opened or imported
  std::string device;   ///< of the capture
  bool phantom = false;
  std::uint64_t seed = 0;
  /// Captured.refusal; None where the file is all there is, whose guards are then believed.
  pybind11::object refusal = pybind11::none();
};

struct Script;
/// What `request` replays of `file`, which must be what is in `request.path`. Throws CannotReplay for a file
/// without a graph that has an output.
Script script_of(const GraphFile& file, const ReplayRequest& request);

/// Runs the case and the file side by side: the same inputs, fresh ones, those the case provides, aliased
/// ones, other sizes, the other mode; design section 8 has the rules. A file that cannot be read or executed
/// is kFails with the reason; what the case itself raises on its own inputs passes through as the Python
/// exception it is.
ReplayReport replay_file(const ReplayRequest& request, const EnterStage& enter);

}  // namespace assay::replay
