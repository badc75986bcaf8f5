// Script: what is replayed, against what.
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

/// What a replay has to know of the method that captured.
struct Traits {
  bool above_autograd = false;  ///< autograd sees its operators
  bool in_parts = false;        ///< Python runs before, between and after its graphs
  bool records_run = false;     ///< it records an eager run
  bool aliasing = false;        ///< its graphs have what lies in whose memory
  bool dynamic = false;         ///< its graphs may have other sizes
  bool has_loss = false;        ///< its graphs start from the case's loss
  bool takes_numbers = false;   ///< numbers among its inputs are arguments like any other
};

/// What moves when eager is disturbed.
enum class Noise : std::uint8_t {
  kOperators,  ///< each result, within its rounding; equal values come in any order
  kKernels,    ///< results of 16 bits only as far as single precision rounds
  kAlike       ///< as kOperators, but equal values move alike
};

struct Script {
  const GraphFile* file = nullptr;
  Traits traits = {};
  std::string folder;  ///< of the graph file
  pybind11::dict test;
  /// Where both sides run.
  std::string device;
  /// A capture on the phantom: the sides run on the CPU, through phantom_table.
  bool phantom = false;
  /// Both sides run in double precision (execute/widened.h).
  bool wide = false;
  /// With `wide`: tensors made from no tensor are doubles too, whatever type the program asks for.
  bool wide_factories = false;
  /// Draws do not depend on their order (side_by_side/any_order.py).
  bool any_order = false;
  /// Eager alone runs with the noise of this seed (side_by_side/noise.py); 0: without.
  std::uint64_t disturbed = 0;
  Noise noise = Noise::kOperators;  ///< with `disturbed`
  /// Called before each stage of a run.
  EnterStage enter = [](Stage) {};
  /// Without sub-graphs; a forward before its backward.
  std::vector<const Graph*> graphs = {};
  /// The graphs run inside the program, and PyTorch checks its own guards.
  bool in_program = false;
  pybind11::object refusal = pybind11::none();  ///< see ReplayRequest
};

/// What `request` replays of `file`, which must be what is in `request.path`. Throws CannotReplay for a file
/// without a graph that has an output.
Script script_of(const GraphFile& file, const ReplayRequest& request);

/// The differences that a case, or the method of its capture, states to be none.
std::set<ReplayPolicy> policies_of(const pybind11::dict& test, const std::string& method);

}  // namespace assay::replay
