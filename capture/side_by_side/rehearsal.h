// Rehearsal: eager and a captured graph, run side by side through one run after another.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "capture/dynamo/in_program.h"
#include "capture/execute/executable.h"
#include "capture/execute/handover.h"
#include "capture/native/native_recorder.h"
#include "capture/observe/witness.h"
#include "capture/side_by_side/run_plans.h"
#include "capture/side_by_side/script.h"
#include "capture/side_by_side/side.h"
#include "capture/side_by_side/subject.h"
#include "harness/graph/graph.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// What one run showed. Nothing is decided here.
struct Shown {
  std::optional<std::string> eager_raised;  ///< eager itself cannot do this run; no values are set
  bool gives_value = false;                 ///< where eager raises, the capture does not
  bool draws = false;                       ///< eager has drawn random numbers
  std::optional<std::string> failed;        ///< the graph could not be executed
  std::optional<std::string> outside;       ///< the guard of the capture that this run breaks
  /// Of runs for which PyTorch was asked: why it refuses their inputs, or "".
  std::optional<std::string> refusal;
  std::string structure;                ///< how results differ in number, name or requires_grad
  std::string alias;                    ///< how writing into results differs
  std::vector<Observation> not_values;  ///< all that `structure` and `alias` name the first of
  std::optional<Departure> metadata;    ///< the first output of another shape than the file says
  std::vector<Finding> findings;        ///< the first of each kind
  std::vector<Pairing> pairs;
};

/// Of what the dispatcher runs; each is told of its side's inputs, then sees its side run.
struct Recorders {
  native::NativeRecorder* eager = nullptr;
  native::NativeRecorder* replay = nullptr;
};

/// The two sides and what executes; each has its own states, which runs leave to the runs that follow. Of a
/// case with a transform, eager is the reference and the other side's model is the transformed one; states
/// that the pass has folded away, made or changed, and gradients of these, have no counterpart and are not
/// paired; nor are gradients of states that it leaves in the module and does not read.
class Rehearsal {
 public:
  /// Loads the case twice. Throws CannotReplay for a graph that cannot be made executable.
  explicit Rehearsal(const Script& script);

  struct Witnesses {
    Witness* eager = nullptr;
    Witness* replay = nullptr;
  };
  Shown run(const RunPlan& plan, Witnesses witnesses, Recorders recorders = {});
  std::size_t operators() const;
  bool is_transformed() const { return transformed_; }  ///< the replay is of what a pass has made
  /// Whether another rehearsal has taken its place in Dynamo: it can run no more.
  bool is_displaced() const { return in_program_ && in_program_->is_displaced(); }
  bool runs_in_program() const { return in_program_ != nullptr; }  ///< gradients are of the loss

 private:
  struct Flow;  ///< values that travel between the graphs of one run
  void bind(Flow& flow);
  c10::IValue part_of_state(const Graph& graph, NodeId id) const;
  void find_own_states();
  bool has_own_gradient(const std::string& state) const;
  pybind11::object run_eager(const RunPlan& plan, Flow& flow, Witness* witness,
                             native::NativeRecorder* recorder);
  void run_replay(const RunPlan& plan, Flow& flow, Witness* witness, native::NativeRecorder* recorder,
                  Shown& shown);
  void run_in_program(const RunPlan& plan, Flow& flow, const Witnesses& witnesses, const Recorders& recorders,
                      Shown& shown);
  std::vector<c10::IValue> run_graph(std::size_t index, const Flow& flow, const Handover& handover,
                                     const Watch& watch, native::NativeRecorder* recorder);
  static pybind11::list tangents_in(const Flow& flow);
  Watch watch_of(const Graph& graph, Witness* witness, Shown& shown) const;
  void note_midway(Flow& flow) const;
  void take_gradients(Flow& flow, native::NativeRecorder* recorder);
  std::optional<std::string> one_for_two() const;
  bool keeps_promises() const;
  bool prepare(const RunPlan& plan, Flow& flow, Shown& shown);
  void execute(const RunPlan& plan, Flow& flow, Witnesses witnesses, Recorders recorders, Shown& shown);
  void notice_promises(const Graph& graph, NodeId id, const std::vector<c10::IValue>& outputs,
                       Shown& shown) const;
  bool runs_like_eager() const { return !script_.phantom && !script_.wide && !transformed_; }
  void notice_draws(const at::Tensor& after_eager, Shown& shown) const;
  void notice_strides(const Subject& subject, const at::Tensor& eager, const at::Tensor& replay,
                      Shown& shown) const;
  void notice_python_state(const pybind11::dict& before, Shown& shown) const;
  void notice_assumptions(Shown& shown);
  using Values = std::map<std::string, c10::IValue>;
  Values results_by_name(const Flow& flow) const;
  c10::IValue given_by_python(const Flow& flow, const Values& captured, const std::string& name,
                              const pybind11::object& eager) const;
  bool python_gives_more(const pybind11::list& results) const;
  bool python_exchanges_states() const;
  static void apply_metadata(const Flow& flow);
  void apply_effects(std::size_t index, const Flow& flow);
  /// Whether the program has a place of this name.
  bool write_state(const Name& name, const c10::IValue& value);
  bool replace_state(const Name& name, const c10::IValue& value);
  std::string asked_name(const Flow& flow, const Name& name) const;
  bool needs_tangent(const Flow& flow, const std::string& name, const at::Tensor& value) const;
  void pair_results(const Flow& flow, Shown& shown);
  void pair_gradients(const Flow& flow, Shown& shown);
  void pair_states(Shown& shown);
  void pair_midway(const Flow& flow, Shown& shown) const;
  bool gives_new_memory(const Subject& subject) const;
  void probe(Shown& shown);

  const Script& script_;
  bool above_autograd_, in_parts_;
  bool aliasing_, dynamic_, transformed_;
  Side eager_, replay_;
  std::set<std::string> own_states_;  ///< those that only one side holds with the values they have
  std::set<std::string> unread_;      ///< those that the graph a pass has made does not read
  std::vector<Executable> executables_;
  std::unique_ptr<InProgram> in_program_;  ///< of a capture whose graphs do not say all
  /// What graphs assume, as it was before the first run; nothing for what was not there.
  std::map<std::string, std::optional<Value>> assumed_first_;
  std::size_t runs_ = 0;
  bool is_captured_run_ = false;  ///< the inputs are those of the capture, and nothing has run before
};

/// The case alone, without the graph, taken through one run after another.
class EagerAlone {
 public:
  /// `witness` is a Python object that sees every operator; None for none. `in_program`: gradients are of the
  /// loss, whatever tangents the graphs take.
  EagerAlone(Script script, pybind11::object witness, bool in_program);

  /// The values of the last of `runs`, states as they are until it runs again. It goes on from where it
  /// stands where it has made the first of them, else begins anew. Throws what the model raises.
  std::map<Subject, c10::IValue> after(const std::vector<RunPlan>& runs);

 private:
  std::map<Subject, c10::IValue> run(const RunPlan& plan);

  Script script_;
  pybind11::object witness_;
  bool in_program_;
  std::optional<Side> side_;
  std::vector<RunPlan> made_;  ///< by `side_`
  std::map<Subject, c10::IValue> values_;
};

/// A witness that makes nothing of what it sees: with it the program runs below a dispatch mode, and no more.
pybind11::object bystander();

}  // namespace assay::replay
