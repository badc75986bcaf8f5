// The judge: which runs, how values must agree, what the worst of them says.
#include "capture/replay/replay_file.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>

#include <ATen/ATen.h>

#include "capture/replay/compare.h"
#include "capture/replay/rehearsal.h"
#include "capture/walker/tensor_reader.h"
#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/spec/method.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

std::string one_line(std::string text) {
  constexpr std::size_t kMost = 4096;
  if (text.size() > kMost) text.resize(kMost);
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::size_t size_of_list(const py::dict& test, const char* key) {
  if (!test.contains("replay")) return 0;
  const py::dict replay(test["replay"]);
  return replay.contains(key) ? py::len(replay[key]) : 0;
}

bool flips_training(const py::dict& test) {
  if (!test.contains("replay")) return false;
  const py::dict replay(test["replay"]);
  return replay.contains("flip_training") && replay["flip_training"].cast<bool>();
}

bool is_dynamic(const py::dict& test, const std::string& name) {
  return expresses(name, Need::kDynamic) && test.contains("dynamic") && py::len(test["dynamic"]) > 0;
}

std::vector<RunPlan> plans(const py::dict& test, const std::string& name, std::uint64_t seed) {
  std::vector<RunPlan> runs{{RunKind::kSame, 0, "same inputs"}, {RunKind::kFresh, 0, "fresh values"}};
  for (std::size_t i = 0; i < size_of_list(test, "inputs"); ++i)
    runs.push_back({RunKind::kGiven, static_cast<int>(i), "replay.inputs[" + std::to_string(i) + "]"});
  for (std::size_t i = 0; i < size_of_list(test, "alias"); ++i)
    runs.push_back({RunKind::kAliased, static_cast<int>(i), "replay.alias[" + std::to_string(i) + "]"});
  if (is_dynamic(test, name)) {
    runs.push_back({RunKind::kOtherSize, 0, "larger sizes"});
    runs.push_back({RunKind::kOtherSize, 1, "smaller sizes"});
  }
  if (flips_training(test)) runs.push_back({RunKind::kFlippedTraining, 0, "the other of train and eval"});
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].seed = seed + i;
  return runs;
}

// How eager rounds, seen from double precision, decides only where eager itself is near: randomness or a
// branch that falls otherwise would excuse anything.
bool near_in_float64(const at::Tensor& reference, const at::Tensor& eager, const at::Tensor& replay) {
  if (!at::isFloatingType(eager.scalar_type()) || eager.scalar_type() == at::kDouble) return false;
  const Distance of_eager = distance(reference, eager), of_replay = distance(reference, replay);
  if (!of_eager.comparable || !of_replay.comparable) return false;
  const double epsilon = eager.scalar_type() == at::kHalf       ? 9.8e-4
                         : eager.scalar_type() == at::kBFloat16 ? 7.8e-3
                                                                : 1.2e-7;
  const double trusted = std::min(0.1, 10 * std::sqrt(epsilon));
  if (of_eager.error > trusted * of_eager.scale) return false;
  return of_replay.error <= 2 * of_eager.error + epsilon * of_eager.scale;
}

// What does not agree bit by bit, in the order in which values are paired.
struct Differences {
  const Pairing* first = nullptr;
  std::vector<const Pairing*> far;   // beyond the tolerance
  std::string message, far_message;  // of the first of each
};

Differences differences_of(const Shown& shown, const std::vector<Closeness>& agreements) {
  Differences all;
  for (std::size_t i = 0; i < shown.pairs.size(); ++i) {
    const Pairing& pair = shown.pairs[i];
    if (agreements[i].bitwise) continue;
    const std::string message = value_text(pair.subject) + ": " + agreements[i].message;
    if (all.first == nullptr) all.first = &pair, all.message = message;
    if (agreements[i].close) continue;
    if (all.far.empty()) all.far_message = message;
    all.far.push_back(&pair);
  }
  return all;
}

class Judge {
 public:
  Judge(const Script& script, std::vector<RunPlan> runs, const EnterStage& enter)
      : script_(script), runs_(std::move(runs)), enter_(enter), rehearsal_(new Rehearsal(script)) {
    report_.through_table = script.phantom;
    report_.operators = rehearsal_->operators();
  }

  ReplayReport judge() {
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const ReplayRun run = judge_run(i);
      if (run.verdict > report_.verdict) {
        report_.verdict = run.verdict;
        report_.message = one_line(run.name + ": " + run.message);
      }
      report_.runs.push_back(run);
      // What comes after a departure says nothing more: the states have parted.
      if (run.verdict >= ReplayVerdict::kDiverges) break;
      if (run.verdict == ReplayVerdict::kGuarded) again_without(i);
    }
    return std::move(report_);
  }

 private:
  ReplayRun judge_run(std::size_t index);
  void judge_values(std::size_t index, const Shown& shown, const std::vector<Closeness>& agreements,
                    ReplayRun& run);
  bool agree_in_float64(const std::vector<const Pairing*>& doubtful) const;
  void again_without(std::size_t index);
  Parting parting_at(std::size_t index);
  void depart(std::size_t index, const Pairing* pair);
  void add_errors(const Shown& shown, const std::vector<Closeness>& agreements);

  const Script& script_;
  std::vector<RunPlan> runs_;
  std::vector<RunPlan> done_;  // the runs whose effects both sides carry
  const EnterStage& enter_;
  std::unique_ptr<Rehearsal> rehearsal_;
  bool compared_ = false;
  ReplayReport report_;
};

// New sides, taken through the runs that came before: whatever run `index` left behind is gone.
void Judge::again_without(std::size_t index) {
  if (!done_.empty() && done_.back() == runs_[index]) done_.pop_back();
  if (index + 1 == runs_.size()) return;
  rehearsal_ = std::make_unique<Rehearsal>(script_);
  for (const RunPlan& plan : done_) rehearsal_->run(plan, {});
}

// The run once more on new sides, each operator watched.
Parting Judge::parting_at(std::size_t index) {
  Rehearsal again(script_);
  for (const RunPlan& plan : done_) {
    if (plan != runs_[index]) again.run(plan, {});
  }
  Witness eager, replay;
  again.run(runs_[index], {&eager, &replay});
  return find_parting(*script_.file, eager, replay);
}

ReplayRun Judge::judge_run(std::size_t index) {
  const RunPlan& plan = runs_[index];
  ReplayRun run;
  run.kind = plan.kind;
  run.name = plan.name;
  const Shown shown = rehearsal_->run(plan, {});
  std::vector<Closeness> agreements;  // one per pair of `shown`
  if (shown.eager_raised) {
    if (index == 0) throw CannotReplay(*shown.eager_raised);
    run.message = "left out: " + one_line(*shown.eager_raised);
    again_without(index);
    return run;
  }
  done_.push_back(plan);
  if (!compared_ && !shown.failed) enter_(Stage::kCompare);
  compared_ = compared_ || !shown.failed;
  if (shown.failed) {
    run.verdict = index == 0 ? ReplayVerdict::kFails : ReplayVerdict::kDiverges;
    run.message = one_line((index == 0 ? "" : "eager runs, the capture does not: ") + *shown.failed);
  } else {
    for (const Pairing& pair : shown.pairs) agreements.push_back(compare(pair.eager, pair.replay));
    judge_values(index, shown, agreements, run);
  }
  if (shown.outside && index == 0 && run.verdict == ReplayVerdict::kReplays) {
    run.verdict = ReplayVerdict::kDiverges;
    run.message = one_line("the inputs of the capture break its own guard: " + *shown.outside);
  } else if (shown.outside && index > 0 && run.verdict != ReplayVerdict::kReplays) {
    run.verdict = ReplayVerdict::kGuarded;
    run.message = one_line(*shown.outside + " (" + run.message + ")");
    report_.departure.reset();
  }
  if (run.verdict == ReplayVerdict::kReplays) add_errors(shown, agreements);
  return run;
}

void Judge::depart(std::size_t index, const Pairing* pair) {
  Parting parting = parting_at(index);
  if (parting.departure) {
    report_.departure = std::move(parting.departure);
    return;
  }
  if (pair == nullptr) return;
  Departure departure;
  departure.graph = script_.graphs.back()->name.str();
  departure.node = static_cast<NodeId>(script_.graphs.back()->nodes.size() - 1);
  departure.target = "output";
  std::int64_t first = 0;
  if (pair->eager.isTensor() && pair->replay.isTensor())
    first = first_difference(pair->eager.toTensor(), pair->replay.toTensor());
  departure.expected = show(pair->eager, first);
  departure.found = show(pair->replay, first);
  report_.departure = std::move(departure);
}

void Judge::judge_values(std::size_t index, const Shown& shown, const std::vector<Closeness>& agreements,
                         ReplayRun& run) {
  const Differences differences = differences_of(shown, agreements);
  const Pairing* far = differences.far.empty() ? nullptr : differences.far.front();
  run.bitwise = differences.first == nullptr;
  const std::string other = shown.structure.empty() ? shown.alias : shown.structure;
  const auto diverge = [&](const std::string& message, const Pairing* pair) {
    run.verdict = ReplayVerdict::kDiverges;
    run.message = one_line(message);
    depart(index, pair);
  };
  // Where results agree, what they are explains gradients and states that do not.
  const bool results_agree = far == nullptr || far->subject.kind != Subject::Kind::kResult;
  if (results_agree && shown.metadata) {
    const Departure& at = *shown.metadata;
    diverge(at.graph + ": node " + std::to_string(at.node) + " (" + at.target + "): the file says " +
                at.expected + ", it gives " + at.found,
            nullptr);
    report_.departure = at;
    return;
  }
  if (results_agree && !other.empty()) return diverge(other, differences.first);
  if (run.bitwise) return;
  // Through the table, and after a pass, other kernels run: rounding tells nothing there.
  if (!script_.phantom && !rehearsal_->is_transformed()) {
    const Parting parting = parting_at(index);
    if (parting.is_certain && far == nullptr)
      return diverge(differences.message + " (within tolerance, but the operators are the same)",
                     differences.first);
    if (parting.is_certain) return diverge(differences.far_message, far);
  }
  if (far == nullptr) return;
  run.fp64 = agree_in_float64(differences.far);
  if (!run.fp64) diverge(differences.far_message, far);
}

bool Judge::agree_in_float64(const std::vector<const Pairing*>& doubtful) const {
  try {
    const std::map<Subject, c10::IValue> references = run_in_float64(script_, done_);
    return std::ranges::all_of(doubtful, [&](const Pairing* pair) {
      const auto reference = references.find(pair->subject);
      return reference != references.end() && reference->second.isTensor() && pair->eager.isTensor() &&
             pair->replay.isTensor() &&
             near_in_float64(reference->second.toTensor(), pair->eager.toTensor(), pair->replay.toTensor());
    });
  } catch (py::error_already_set&) {  // a model that does not run in double precision
    return false;
  }
}

void Judge::add_errors(const Shown& shown, const std::vector<Closeness>& agreements) {
  for (std::size_t i = 0; i < shown.pairs.size(); ++i) {
    const Pairing& pair = shown.pairs[i];
    if (!pair.eager.isTensor() || !pair.eager.toTensor().defined()) continue;
    const Closeness& agreement = agreements[i];
    ReplayError& error = report_.errors[dtype_of(pair.eager.toTensor().scalar_type())];
    error.absolute = std::max(error.absolute, agreement.absolute);
    error.relative = std::max(error.relative, agreement.relative);
  }
}

// The graphs to run, in order; what they use is a sub-graph.
std::vector<const Graph*> whole_graphs(const GraphFile& file) {
  std::vector<const Graph*> graphs;
  for (const Graph& graph : file.graphs) {
    if (graph.of || graph.name.str().find('/') != std::string::npos) continue;
    if (graph.nodes.empty() || graph.nodes.back().kind != NodeKind::kOutput)
      throw CannotReplay(graph.name.str() + ": it has no output node");
    graphs.push_back(&graph);
  }
  if (graphs.empty()) throw CannotReplay("the file has no graph");
  return graphs;
}

ReplayReport failed(const std::string& why) {
  ReplayReport report;
  report.verdict = ReplayVerdict::kFails;
  report.message = one_line(why);
  return report;
}

}  // namespace

Script script_of(const GraphFile& file, const ReplayRequest& request) {
  Script script;
  script.file = &file;
  script.folder = std::filesystem::path(request.path).parent_path().string();
  if (script.folder.empty()) script.folder = ".";
  script.test = request.test;
  script.device = request.phantom ? "cpu" : request.device;
  script.phantom = request.phantom;
  script.graphs = whole_graphs(file);
  return script;
}

ReplayReport replay_file(const ReplayRequest& request, const EnterStage& enter) {
  const auto start = std::chrono::steady_clock::now();
  enter(Stage::kReplay);
  ReplayReport report;
  try {
    const GraphFile file = load_graph_file(request.path);
    const Script script = script_of(file, request);
    report = Judge(script, plans(request.test, file.header.method, request.seed), enter).judge();
  } catch (const CannotReplay& error) {
    report = failed(error.what());
  } catch (const Error& error) {
    report = failed(error.what());
  } catch (const c10::Error& error) {
    report = failed(error.what_without_backtrace());
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace assay::replay
