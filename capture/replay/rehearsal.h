// Rehearsal: eager and a captured graph, run side by side through one run after another.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "capture/replay/executable.h"
#include "capture/replay/side.h"
#include "capture/replay/witness.h"
#include "harness/graph/graph.h"
#include "harness/spec/replay.h"

namespace assay::replay {

/// What is replayed, against what.
struct Script {
  const GraphFile* file = nullptr;
  std::string folder;  ///< of the graph file
  pybind11::dict test;
  std::string device;                     ///< where both sides run
  bool phantom = false;                   ///< through phantom_table, on the CPU
  std::vector<const Graph*> graphs = {};  ///< without sub-graphs; a forward before its backward
};

struct RunPlan {
  RunKind kind = RunKind::kSame;
  int index = 0;
  std::string name;
  std::uint64_t seed = 0;
};

/// One value of both sides under one name.
struct Pairing {
  std::string label;  ///< "result 0", "gradient of 0.weight", "buffer 1.running_mean"
  c10::IValue eager, replay;
  enum class What : std::uint8_t { kValue, kGradient } what = What::kValue;
};

/// What one run showed. Nothing is decided here.
struct Shown {
  std::optional<std::string> eager_raised;  ///< eager itself cannot do this run; nothing else is set
  std::optional<std::string> failed;        ///< the graph could not be executed
  std::optional<std::string> outside;       ///< the guard of the capture that this run breaks
  std::string structure;                    ///< how results differ in number, name or requires_grad
  std::string alias;                        ///< how writing into results differs
  std::optional<Departure> metadata;        ///< the first node that gives another shape than the file says
  std::vector<Pairing> pairs;
};

/// The two sides and what executes; each has its own states, which runs leave to the runs that follow. Of a
/// case with a transform, eager is the reference and the other side's model is the transformed one; states
/// that the pass has folded away, made or changed, and gradients of these, have no counterpart and are not
/// paired.
class Rehearsal {
 public:
  /// Loads the case twice. Throws CannotReplay for a graph that cannot be made executable.
  explicit Rehearsal(const Script& script);

  struct Witnesses {
    Witness* eager = nullptr;
    Witness* replay = nullptr;
  };
  Shown run(const RunPlan& plan, Witnesses witnesses);
  std::size_t operators() const;
  bool is_transformed() const { return transformed_; }  ///< the replay is of what a pass has made

 private:
  struct Flow;  ///< values that travel between the graphs of one run
  void bind(Flow& flow);
  void find_own_states();
  pybind11::object run_eager(const RunPlan& plan, Flow& flow, Witness* witness);
  void run_replay(const RunPlan& plan, Flow& flow, Witness* witness, Shown& shown);
  void apply_mutations(const Flow& flow);
  std::string asked_name(const Flow& flow, const std::string& name) const;
  void pair_results(const Flow& flow, Shown& shown);
  void pair_gradients(const Flow& flow, Shown& shown);
  void pair_states(Shown& shown);
  void probe(Shown& shown);

  const Script& script_;
  bool python_level_, aliasing_, dynamic_, transformed_;
  Side eager_, replay_;
  std::set<std::string> own_states_;  ///< those that only one side holds with the values they have
  std::vector<Executable> executables_;
  std::size_t runs_ = 0;
};

/// The same runs of the case in double precision, without the graph: label -> value of the last of them.
/// Throws what the model raises in double precision.
std::vector<std::pair<std::string, c10::IValue>> run_in_float64(const Script& script,
                                                                const std::vector<RunPlan>& runs);

}  // namespace assay::replay
