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
};

struct Script {
  const GraphFile* file = nullptr;
  Traits traits = {};
  std::string folder;  ///< of the graph file
  pybind11::dict test;
  std::string device;           ///< where both sides run
  bool phantom = false;         ///< through phantom_table, on the CPU
  bool wide = false;            ///< both sides in double precision (execute/widened.h)
  bool wide_factories = false;  ///< then: what is made from no tensor, too, whatever type it is asked for in
  bool any_order = false;       ///< what is drawn does not depend on when (side_by_side/any_order.py)
  std::uint64_t disturbed = 0;  ///< of eager alone: the seed of side_by_side/noise.py; 0: it runs as it is
  bool in_kernels = false;      ///< then: 16-bit operators only as far as single precision rounds
  EnterStage enter = [](Stage) {};              ///< told what of a run comes next: kReplay, then kCompare
  std::vector<const Graph*> graphs = {};        ///< without sub-graphs; a forward before its backward
  bool in_program = false;                      ///< inside the program, whose guards PyTorch then asks itself
  pybind11::object refusal = pybind11::none();  ///< see ReplayRequest
};

/// What `request` replays of `file`, which must be what is in `request.path`. Throws CannotReplay for a file
/// without a graph that has an output.
Script script_of(const GraphFile& file, const ReplayRequest& request);

/// The differences that a case, or the method of its capture, states to be none.
std::set<ReplayPolicy> policies_of(const pybind11::dict& test, const std::string& method);

}  // namespace assay::replay
