// Comparison: all capture methods on one case and device, as data; reports render it.
//
// Decides nothing: what is recommended is recommend.h's question. Under the phantom nothing ran: coverage and
// costs against eager are absent, not zero.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/diff/diff.h"
#include "harness/graph/graph_breaks.h"
#include "harness/results/pair_result.h"
#include "harness/words/enumerators.h"

namespace assay {

/// What a capture has of a need.
enum class Shown : std::uint8_t {
  kFound,  ///< it is in the graphs, or they are that
  kNone,   ///< the method can express it, these graphs have none: most often the program has none; of a need
           ///< that no method declares: these graphs are not that
  kCannot  ///< the method declares that it cannot
};
inline constexpr auto kShownNames = enumerators<Shown>({"found", "none", "cannot"});
inline std::string_view to_string(Shown shown) { return kShownNames[shown]; }

/// Read off a graph file.
struct CaptureFacts {
  std::size_t graphs = 0, nodes = 0, edges = 0;  ///< sub-graphs counted with those that use them
  bool forward = false;                          ///< results of the program itself
  std::map<Need, Shown> needs;                   ///< every one
  std::vector<BreakPlace> breaks = {};           ///< where Python took the program out of the graphs
  std::string writes = {};  ///< the first operator that writes; empty: they are functional
};

/// Bytes: a message may quote whole tensors.
inline constexpr std::size_t kMostWhy = 300;

/// One method on the case.
struct MethodResult {
  MethodId method = MethodId::kMakeFx;
  Outcome outcome = Outcome::kSkipped;
  std::string why;  ///< what went wrong, kMostWhy bytes at most; empty when it was captured and replays
  std::optional<CaptureFacts> facts;   ///< nothing: no graph
  std::optional<ReplayReport> replay;  ///< nothing: not replayed
  std::optional<Coverage> coverage;    ///< nothing: not measured
  Cost cost;
  std::string not_lowered;  ///< why its graphs are not among `lowered`; empty when they are
};

/// As far as a record tells; what its graph files say is read elsewhere.
MethodResult method_result(const PairResult& record, std::string_view why);

/// "diverges in run 'fresh values': ..", "raises: TraceError in stage capture: ..".
std::string describe(const MethodResult& result);

/// Which part of the lowered programs is compared.
enum class Part : std::uint8_t { kForward, kJoint };
inline constexpr auto kPartNames = enumerators<Part>({"forward", "joint"});
inline std::string_view to_string(Part part) { return kPartNames[part]; }

/// Methods that come down to one program.
struct Program {
  std::vector<MethodId> methods;  ///< in the order of the table of methods, never empty
  std::size_t nodes = 0, edges = 0;
};

/// One root cause, folded.
struct Change {
  DiffKind kind = DiffKind::kTarget;
  std::string what;  ///< "target aten.expand.default -> input tangent": RootCause::signature
  std::size_t places = 1, consequences = 0;
  friend bool operator==(const Change&, const Change&) = default;
};

inline constexpr std::size_t kMostChanges = 8;

/// Between two programs, as indices into `programs`; left < right.
struct Difference {
  std::size_t left = 0, right = 0;
  SetCount nodes, edges;
  std::vector<Change> changes;  ///< the first kMostChanges, those at most places first
  std::size_t more = 0;         ///< further ones
};

/// The lowered graphs of all methods that have this part, at level `shapes`, alias and detach folded.
struct LoweredPart {
  Part part = Part::kForward;
  std::vector<Program> programs;        ///< those of most methods first
  std::vector<Difference> differences;  ///< between any two of them
};

struct Comparison {
  std::string case_id;
  Device device = Device::kCpu;
  std::string torch, phantom;
  std::vector<MethodResult> methods;  ///< in the order of the table of methods
  std::vector<LoweredPart> lowered;   ///< a part that no method has is absent
};

}  // namespace assay
