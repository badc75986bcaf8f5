// disagreements: methods whose lowered program differs from the program of their peers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/graph/graph.h"
#include "harness/methods/comparison.h"
#include "harness/methods/lowered_programs.h"

namespace assay {

/// Whether `method` has a peer among `methods`: another method whose captures lower to the same program,
/// whatever the case. Peers are methods that record the dispatcher's forward operators, methods that record
/// the same run of autograd, and two settings of the same method. Methods that decompose, trace Python, pass
/// results outside their graph (Dynamo) or copy for autograd (aot_joint) have no peers: their programs may
/// differ without an error.
bool has_peer(MethodId method, std::span<const MethodId> methods);

/// A method with another program than most of its peers. Of two peers that differ, the later method.
struct Disagreement {
  MethodId method = MethodId::kMakeFx, from = MethodId::kMakeFx;
  Part part = Part::kForward;
  std::string what;  ///< The first root cause from the program of `from` to that of `method`.
};

/// "another forward program than make_fx: missing aten.t.default".
std::string to_string(const Disagreement& disagreement);

/// Compares lowered captures of the same source program, each of which replays. Returns a Disagreement for
/// each method and part that differs from most peers. Methods without a peer among `files` are left out. So
/// are captures with sub-graphs: a recorder has the operators that a scan ran, a tracer has the scan.
/// Differences in constants alone are left out too: their values depend on the time of the capture, and a
/// program may write them before it reads them.
std::vector<Disagreement> disagreements(const std::vector<LoweredFile>& files);

}  // namespace assay
