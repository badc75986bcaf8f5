// Comparison: all capture methods on a case and device, as data for reports.
//
// recommend.h chooses among the methods. On the phantom nothing runs: coverage and costs against eager are
// absent, not zero.
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

/// Whether a capture meets a need.
enum class Shown : std::uint8_t {
  kFound,  ///< The graphs meet it.
  kNone,   ///< The method can meet it, but these graphs do not, usually because the program does not need it.
           ///< For a need that methods do not declare: these graphs do not meet it.
  kCannot  ///< The method declares that it cannot meet it.
};
inline constexpr auto kShownNames = enumerators<Shown>({"found", "none", "cannot"});
inline std::string_view to_string(Shown shown) { return kShownNames[shown]; }

/// Read from a graph file.
struct CaptureFacts {
  std::size_t graphs = 0, nodes = 0, edges = 0;  ///< Sub-graphs count with the graphs that use them.
  bool forward = false;                          ///< There are results of the program itself.
  std::map<Need, Shown> needs;                   ///< All needs.
  std::vector<BreakPlace> breaks = {};           ///< Places where Python interrupted the graphs.
  std::string writes = {};  ///< The first operator that writes. Empty: the graphs are functional.
};

/// In bytes: a message may quote whole tensors.
inline constexpr std::size_t kMostWhy = 300;

/// A method on the case.
struct MethodResult {
  MethodId method = MethodId::kMakeFx;
  Outcome outcome = Outcome::kSkipped;
  std::string why;  ///< The failure, at most kMostWhy bytes. Empty if it was captured and replays.
  std::optional<CaptureFacts> facts;   ///< Nothing: no graph.
  std::optional<ReplayReport> replay;  ///< Nothing: not replayed.
  std::optional<Coverage> coverage;    ///< Nothing: not measured.
  Cost cost;
  std::string not_lowered;  ///< Why its graphs are not in `lowered`. Empty if they are.
};

/// The fields that a record has. `facts` come from the graph files.
MethodResult method_result(const PairResult& record, std::string_view why);

/// "diverges in run 'fresh values': ..", "raises: TraceError in stage capture: ..".
std::string describe(const MethodResult& result);

/// The part of lowered programs that is compared.
enum class Part : std::uint8_t { kForward, kJoint };
inline constexpr auto kPartNames = enumerators<Part>({"forward", "joint"});
inline std::string_view to_string(Part part) { return kPartNames[part]; }

/// Methods that lower to the same program.
struct Program {
  std::vector<MethodId> methods;  ///< In the order of the table of methods. Never empty.
  std::size_t nodes = 0, edges = 0;
};

/// A folded root cause.
struct Change {
  DiffKind kind = DiffKind::kTarget;
  std::string what;  ///< RootCause::signature: "target aten.expand.default -> input tangent".
  std::size_t places = 1, consequences = 0;
  friend bool operator==(const Change&, const Change&) = default;
};

inline constexpr std::size_t kMostChanges = 8;

/// Between two programs, as indices of `programs` with left < right.
struct Difference {
  std::size_t left = 0, right = 0;
  SetCount nodes, edges;
  std::vector<Change> changes;  ///< The first kMostChanges, most places first.
  std::size_t more = 0;         ///< Number of further changes.
};

/// The lowered graphs of all methods with this part, at level `shapes`, with alias and detach folded.
struct LoweredPart {
  Part part = Part::kForward;
  std::vector<Program> programs;        ///< Programs of most methods first.
  std::vector<Difference> differences;  ///< Between all pairs of programs.
};

struct Comparison {
  std::string case_id;
  Device device = Device::kCpu;
  std::string torch, phantom;
  std::vector<MethodResult> methods;  ///< In the order of the table of methods.
  std::vector<LoweredPart> lowered;   ///< Only parts that some method has.
};

}  // namespace assay
