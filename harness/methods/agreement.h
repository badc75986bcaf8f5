// disagreements: methods that record one program, and should come down to one, and those that do not.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/graph/graph.h"
#include "harness/methods/comparison.h"
#include "harness/methods/lowered_programs.h"

namespace assay {

/// Whether `method` has a peer among `methods`: another one whose captures are the same program after
/// lowering, whatever the case. Those are the ones that write down what the dispatcher runs, forwards; those
/// that record the same run of autograd; and pairs that are one method in two settings. What decomposes,
/// traces Python, hands results past its graph (Dynamo) or copies for autograd's sake (aot_joint) is in none:
/// it comes down to another program without being wrong.
bool has_peer(MethodId method, std::span<const MethodId> methods);

/// A method with another program than most of its peers; of two that differ, the later one.
struct Disagreement {
  MethodId method = MethodId::kMakeFx, from = MethodId::kMakeFx;
  Part part = Part::kForward;
  std::string what;  ///< the first root cause from the program of `from` to that of `method`
};

/// "another forward program than make_fx: missing aten.t.default".
std::string to_string(const Disagreement& disagreement);

/// Of the lowered captures of one program, each of which replays by itself: one for each method and part that
/// is not with most of its peers. Left out are methods without a peer among them, captures with sub-graphs (a
/// recorder has what a scan ran, a tracer the scan), and what differs in values of constants alone: they are
/// those of when a method looked, and a program may write them before it reads.
std::vector<Disagreement> disagreements(const std::vector<LoweredFile>& files);

}  // namespace assay
