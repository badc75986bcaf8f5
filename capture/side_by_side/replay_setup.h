// ReplaySetup: the input and settings of a replay.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"
#include "harness/zoo/outcome.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// Called in each run: with kReplay before anything runs, and with kCompare before values are compared.
using EnterStage = std::function<void(Stage)>;

struct ReplayRequest {
  std::string path;     ///< the graph file; its large constants are beside it
  pybind11::dict test;  ///< the expanded case; nothing else is opened or imported
  std::string device;   ///< of the capture
  bool phantom = false;
  std::uint64_t seed = 0;
  /// Captured.refusal; None for a file alone, whose guards are then believed.
  pybind11::object refusal = pybind11::none();
};

/// Properties of the capture method that a replay needs.
struct Traits {
  bool above_autograd = false;  ///< autograd sees its operators
  bool in_parts = false;        ///< Python runs before, between and after its graphs
  bool records_run = false;     ///< it records an eager run
  bool aliasing = false;        ///< its graphs show which values share memory
  bool dynamic = false;         ///< its graphs may have other sizes
  bool has_loss = false;        ///< its graphs start from the case's loss
  bool takes_numbers = false;   ///< numbers among its inputs are ordinary arguments
};

/// The values that move in a disturbed eager run.
enum class Noise : std::uint8_t {
  kOperators,  ///< each result within its rounding; equal values in any order
  kKernels,    ///< 16-bit results only as far as single precision rounds
  kAlike       ///< like kOperators, but equal values move alike
};

struct ReplaySetup {
  const GraphFile* file = nullptr;
  Traits traits = {};
  std::string folder;  ///< of the graph file
  pybind11::dict test;
  /// Device of both sides.
  std::string device;
  /// A capture on the phantom. Both sides run on the CPU, through phantom_table.
  bool phantom = false;
  /// Both sides run in double precision (execute/widened.h).
  bool wide = false;
  /// With `wide`: tensors made from no tensor are doubles too, whatever type the program requests.
  bool wide_factories = false;
  /// Random draws do not depend on their order (side_by_side/any_order.py).
  bool any_order = false;
  /// Only eager runs with the noise of this seed (side_by_side/noise.py); 0: no noise.
  std::uint64_t disturbed = 0;
  Noise noise = Noise::kOperators;  ///< with `disturbed`
  /// Called before each stage of a run.
  EnterStage enter = [](Stage) {};
  /// Without sub-graphs; a forward precedes its backward.
  std::vector<const Graph*> graphs = {};
  /// The graphs run inside the program, and PyTorch checks its own guards.
  bool in_program = false;
  pybind11::object refusal = pybind11::none();  ///< see ReplayRequest
};

/// The replay of `file` for `request`. `file` must be the content of `request.path`. Throws CannotReplay if
/// the file has no graph, or a graph has no output node.
ReplaySetup setup_of(const GraphFile& file, const ReplayRequest& request);

/// The differences that a case, or its capture method, declares acceptable.
std::set<ReplayPolicy> policies_of(const pybind11::dict& test, const std::string& method);

}  // namespace assay::replay
