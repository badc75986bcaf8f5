// The judge: chooses the runs, decides how closely values must agree, and reports the worst.
#include "capture/judge/replay_file.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <ATen/ATen.h>

#include "capture/execute/cannot_replay.h"
#include "capture/execute/promises.h"
#include "capture/judge/compare.h"
#include "capture/judge/double_precision.h"
#include "capture/judge/first_difference.h"
#include "capture/side_by_side/disturbed.h"
#include "capture/side_by_side/eager_alone.h"
#include "capture/side_by_side/run_plans.h"
#include "capture/side_by_side/side_by_side.h"
#include "capture/walker/tensor_reader.h"
#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/graph/value_name.h"
#include "harness/words/utf8.h"
#include "harness/zoo/method.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

std::string one_line(std::string text) {
  constexpr std::size_t kMost = 4096;
  text.resize(beginning(text, kMost).size());
  std::ranges::replace(text, '\n', ' ');
  return text;
}

// Values that are not bitwise equal, in the order of the pairs.
struct Difference {
  const Pairing* pair;
  bool is_far;  // beyond the tolerance
  std::string message;
};

std::vector<Difference> differences_of(const ComparedRun& compared,
                                       const std::vector<Closeness>& agreements) {
  std::vector<Difference> all;
  for (std::size_t i = 0; i < compared.pairs.size(); ++i) {
    const Pairing& pair = compared.pairs[i];
    if (agreements[i].bitwise) continue;
    all.push_back({&pair, !agreements[i].close, value_text(pair.subject) + ": " + agreements[i].message});
  }
  return all;
}

bool is_of_one_type(const Pairing& pair) {
  if (!pair.eager.isTensor() || !pair.replay.isTensor()) return pair.eager.tagKind() == pair.replay.tagKind();
  const at::Tensor &eager = pair.eager.toTensor(), &replay = pair.replay.toTensor();
  return eager.defined() && replay.defined() && eager.sizes() == replay.sizes() &&
         eager.scalar_type() == replay.scalar_type();
}

std::vector<Observation> observations_of(const ComparedRun& compared,
                                         const std::vector<Difference>& differences) {
  if (compared.failed) return {{Observable::kRaised}};
  std::vector<Observation> all;
  if (compared.metadata) all.push_back({Observable::kMetadata});
  // If some values are far apart, differences within tolerance count as rounding.
  const bool any_far = std::ranges::any_of(differences, &Difference::is_far);
  for (const Difference& difference : differences)
    if (difference.is_far == any_far)
      all.push_back({is_of_one_type(*difference.pair) ? Observable::kValue : Observable::kType,
                     difference.pair->subject});
  all.insert(all.end(), compared.not_values.begin(), compared.not_values.end());
  all.resize(std::min(all.size(), kMostObservations));
  return all;
}

// The opinion on a run, and the value it is about.
struct Ruling {
  Opinion opinion;
  const Difference* about = nullptr;
  std::set<ReplayPolicy> policies = {};  // of all values
  std::vector<Difference> unknown = {};  // differences without an opinion
  std::string why_unknown = {};          // of the first
};

// The worst opinion decides, then the largest distance from eager's rounding. Values without an opinion are
// kept apart.
void add(Ruling& ruling, const Opinion& opinion, const Difference& about) {
  const auto weight = [](const Opinion& one) {
    return std::pair(one.says, std::max(one.precision, 1 / std::max(one.precision, 1e-30)));
  };
  if (opinion.says == InDouble::kUnknown) {
    if (ruling.unknown.empty()) ruling.why_unknown = opinion.why;
    ruling.unknown.push_back(about);
    return;
  }
  ruling.policies.insert(opinion.policies.begin(), opinion.policies.end());
  if (weight(opinion) <= weight(ruling.opinion)) return;
  ruling.opinion = opinion;
  ruling.about = &about;
}

bool calls(const ReplaySetup& setup, std::string_view part) {
  return std::ranges::any_of(setup.file->graphs, [&](const Graph& graph) {
    return std::ranges::any_of(graph.nodes, [&](const Node& node) {
      return node.kind == NodeKind::kOp && to_string(node.target).find(part) != std::string::npos;
    });
  });
}

bool is_fraction(const c10::IValue& value) {
  if (!value.isTensor()) return value.isDouble() || value.isComplexDouble();
  const at::Tensor& tensor = value.toTensor();
  return tensor.defined() && (tensor.is_floating_point() || tensor.is_complex());
}

constexpr std::size_t kCalls = 3;

bool is_finite(const c10::IValue& value) {
  if (!value.isTensor() || !is_fraction(value)) return true;
  const at::Tensor& tensor = value.toTensor();
  const bool is_dense =
      tensor.layout() == at::kStrided && !tensor.is_nested() && !tensor.is_meta() && tensor.itemsize() > 1;
  return !is_dense || at::isfinite(tensor).all().item<bool>();
}

// Some operators behave differently below a dispatch mode: linalg.matrix_rank leaves its `out` unchanged.
bool is_of_eager(const std::map<Subject, c10::IValue>& below, const Pairing& pair) {
  const auto found = below.find(pair.subject);
  if (found == below.end()) return false;
  const Closeness closeness = compare(pair.eager, found->second);
  return is_fraction(pair.eager) ? closeness.close : closeness.bitwise;
}

bool assumes_input(const std::vector<const Graph*>& graphs, const std::string& name) {
  const auto is_it = [assumed = to_string(AssumedName{name, true})](const std::pair<Value, Value>& item) {
    return std::get<std::string>(item.first.data) == assumed;
  };
  return std::ranges::any_of(
      graphs, [&](const Graph* graph) { return std::ranges::any_of(graph->assumes.items, is_it); });
}

// Whether rounding has nothing left to explain.
bool agrees(const ComparedRun& compared) {
  const auto is_close = [](const Pairing& pair) { return compare(pair.eager, pair.replay).close; };
  return !compared.eager_raised && !compared.failed && !compared.metadata && compared.structure.empty() &&
         compared.alias.empty() && std::ranges::all_of(compared.pairs, is_close);
}

// A run with a number or text that differs from the capture's. The file states the assumption, and PyTorch
// refuses the run if asked.
bool is_of_capture(const ReplayRun& run, const ComparedRun& compared) {
  return run.kind == RunKind::kOtherPlain && compared.outside &&
         (!compared.refusal || !compared.refusal->empty());
}

// Empty if the program raises.
std::map<Subject, c10::IValue> values_of(EagerAlone eager, const std::vector<RunPlan>& runs) {
  try {
    return eager.after(runs);
  } catch (py::error_already_set&) {
    return {};
  } catch (const c10::Error&) {
    return {};
  }
}

ReplaySetup in_double(ReplaySetup setup) {
  setup.wide = true;
  return setup;
}

/// Eager raises on the inputs of the capture.
struct EagerRaises : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Judge {
 public:
  Judge(const ReplaySetup& setup, std::uint64_t seed)
      : setup_(setup),
        seed_(seed),
        side_by_side_(new SideBySide(setup_)),
        runs_(plan_runs(setup, seed, side_by_side_->operators(), side_by_side_->plain_inputs())),
        wide_script_(in_double(setup)),
        policies_(policies_of(setup.test, setup.file->header.method)),
        trusts_pivots_(calls(setup, "ldl_solve")),
        disturbed_(setup),
        disturbed_in_kernels_(setup, Noise::kKernels),
        disturbed_alike_(setup, Noise::kAlike),
        disturbed_in_double_(wide_script_) {
    report_.through_table = setup.phantom;
    report_.operators = side_by_side_->operators();
  }

  ReplayReport judge() {
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const ReplayRun run = judge_run(i);
      if (run.verdict > report_.verdict) {
        report_.verdict = run.verdict;
        report_.message = one_line(run.name + ": " + run.message);
      }
      report_.runs.push_back(run);
      // Later runs add no information, because the states have diverged.
      if (run.verdict >= ReplayVerdict::kDiverges) break;
      if (run.verdict == ReplayVerdict::kGuarded || run.verdict == ReplayVerdict::kUndecided)
        again_without(i);
      if (i + 1 == runs_.size()) call_again();
    }
    return std::move(report_);
  }

 private:
  ReplayRun judge_run(std::size_t index);
  std::string reason_to_leave_out(const RunPlan& plan) const;
  ComparedRun run_both(std::size_t index);
  ComparedRun run_anew(std::size_t index);
  bool asks_in_program();
  void judge_raised(std::size_t index, const ComparedRun& compared, ReplayRun& run);
  void judge_failed(std::size_t index, const ComparedRun& compared, ReplayRun& run);
  void leave_out(std::size_t index, const std::string& why, ReplayRun& run);
  void judge_guard(std::size_t index, const ComparedRun& compared, ReplayRun& run);
  void take_account(std::size_t index, const ComparedRun& compared, const std::vector<Closeness>& agreements,
                    ReplayRun& run);
  bool is_left_to_rounding(const ComparedRun& compared, ReplayRun& run);
  bool are_equals_exchanged(const ComparedRun& compared, ReplayRun& run);
  void judge_plain(std::size_t index, const ComparedRun& compared, ReplayRun& run);
  bool replays_anew(std::size_t index);
  std::optional<ReplayRun> judge_unmoved(std::size_t index);
  void notice_modes(const ComparedRun& compared);
  void judge_values(std::size_t index, const ComparedRun& compared, const std::vector<Closeness>& agreements,
                    ReplayRun& run);
  void judge_rounding(std::size_t index, const std::vector<Difference>& differences, ReplayRun& run);
  void judge_by_tolerance(std::size_t index, const std::vector<Difference>& differences, ReplayRun& run);
  void rule(std::size_t index, const Ruling& ruling, ReplayRun& run);
  Ruling ask_in_double(const std::vector<Difference>& differences);
  Ruling ask_without(const std::vector<Difference>& differences);
  std::optional<Opinion> below_a_mode(const Opinion& opinion, const Pairing& pair);
  Terms terms();
  ComparedRun run_in_double();
  void turn_factories();
  std::map<Subject, c10::IValue> references() const;
  void diverge(std::size_t index, const std::string& message, const Pairing* pair, ReplayRun& run);
  void again_without(std::size_t index);
  bool loses_states(const ComparedRun& compared);
  void call_again();
  std::optional<std::string> take_up_again();
  FirstDifference first_difference_at(std::size_t index);
  void depart(std::size_t index, const Pairing* pair);
  void add_errors(const ComparedRun& compared, const std::vector<Closeness>& agreements);
  void add_findings(const ComparedRun& compared);
  void add_finding(Finding finding);

  ReplaySetup setup_;
  const std::uint64_t seed_;
  std::unique_ptr<SideBySide> side_by_side_;
  std::vector<RunPlan> runs_;
  std::vector<RunPlan> done_;  // runs whose side effects both sides carry
  ReplaySetup wide_script_;
  std::unique_ptr<SideBySide> wide_;  // made when needed
  std::size_t wide_runs_ = 0;         // the first runs of `done_`, which it has executed
  const std::set<ReplayPolicy> policies_;
  const bool trusts_pivots_;
  DisturbedRuns disturbed_, disturbed_in_kernels_, disturbed_alike_, disturbed_in_double_;
  std::optional<std::map<Subject, c10::IValue>>
      below_;  // of the judged run: eager below a mode without effect
  bool draws_ = false;
  bool is_stale_ = false;  // both sides carry a run that is not in `done_`
  bool is_anew_ = false;   // a run is judged as the first one of a new program
  bool has_called_again_ = false;
  std::set<Subject> lost_;  // states that are not finite after the first run
  ReplayReport report_;
};

// The next run begins on new sides that repeat the earlier runs. The side effects of run `index` are dropped.
void Judge::again_without(std::size_t index) {
  if (!done_.empty() && done_.back() == runs_[index]) done_.pop_back();
  is_stale_ = true;
}

// Whether a run leaves inf or nan in a state. Later runs would then agree on any values.
bool Judge::loses_states(const ComparedRun& compared) {
  std::set<Subject> lost;
  for (const Pairing& pair : compared.pairs) {
    const auto kind = pair.subject.kind;
    const bool is_state = kind == Subject::Kind::kParameter || kind == Subject::Kind::kBuffer;
    if (is_state && !is_finite(pair.eager)) lost.insert(pair.subject);
  }
  if (runs_.front() == done_.back()) lost_ = lost;
  return !std::ranges::includes(lost_, lost);
}

// States are compared after at least three calls, even if runs were left out. Exception: a guard that needs
// the states of the capture.
void Judge::call_again() {
  const bool is_guarded =
      report_.verdict != ReplayVerdict::kReplays || std::ranges::any_of(runs_, &RunPlan::puts_back);
  if (has_called_again_ || done_.size() >= kCalls || is_guarded) return;
  has_called_again_ = true;
  runs_.push_back({.kind = RunKind::kFresh,
                   .name = "another call",
                   .seed = seed_ + runs_.size(),
                   .keeps_states = runs_.back().keeps_states});
}

// Returns the failure of the first run, if any. Later runs that fail are dropped.
std::optional<std::string> Judge::take_up_again() {
  is_stale_ = false;
  wide_.reset();
  side_by_side_ = std::make_unique<SideBySide>(setup_);
  std::optional<std::string> failed;
  for (std::size_t i = 0; i < done_.size(); ++i) {
    const ComparedRun compared = side_by_side_->run(done_[i], {});
    if (i == 0) failed = compared.failed;
    if (i == 0 || !compared.failed) continue;
    done_.erase(done_.begin() + static_cast<std::ptrdiff_t>(i));  // it does not run inside the program
    return take_up_again();
  }
  return failed;
}

// Repeats the run on new sides and watches each operator. A difference that disappears under the watch, which
// is a dispatch mode, came from an operator that differs without the mode.
FirstDifference Judge::first_difference_at(std::size_t index) {
  SideBySide again(setup_);
  for (const RunPlan& plan : done_) {
    if (plan != runs_[index]) again.run(plan, {});
  }
  OpTrace eager, replay;
  const ComparedRun watched = again.run(runs_[index], {&eager, &replay});
  FirstDifference result = find_first_difference(*setup_.file, eager, replay);
  const bool is_there = std::ranges::any_of(
      watched.pairs, [](const Pairing& pair) { return !compare(pair.eager, pair.replay).bitwise; });
  result.is_certain = result.is_certain && is_there;
  return result;
}

// Eager may refuse whole numbers that Assay exchanged, so these go back to the case's own. Dynamo checks its
// own guards. A guard on a changing state is checked in a program with that state restored.
ComparedRun Judge::run_both(std::size_t index) {
  if (is_stale_ || side_by_side_->is_displaced()) take_up_again();
  ComparedRun compared = side_by_side_->run(runs_[index], {});
  while (compared.eager_raised && eases_whole_numbers(runs_[index])) compared = run_anew(index);
  if (compared.outside && index > 0 && asks_in_program()) compared = run_anew(index);
  const RunKind kind = runs_[index].kind;
  const bool is_of_states = is_ours(kind) && kind != RunKind::kOtherSize && kind != RunKind::kOtherPlain;
  if (!compared.outside || !is_of_states || index == 0) return compared;
  done_ = {runs_.front()};
  runs_[index].puts_back = true;
  return run_anew(index);
}

// From now on, graphs of a program in parts run inside it. Returns whether that changes anything.
bool Judge::asks_in_program() {
  const bool is_in_parts = setup_.traits.in_parts;
  if (!is_in_parts || side_by_side_->runs_in_program()) return false;
  setup_.in_program = wide_script_.in_program = true;
  return true;
}

ComparedRun Judge::run_anew(std::size_t index) {
  const std::optional<std::string> failed = take_up_again();
  ComparedRun compared = side_by_side_->run(runs_[index], {});
  if (!failed) return compared;
  compared.outside.reset();
  compared.failed = failed;  // the program rejects the graphs in every run
  return compared;
}

// If eager raises, the capture must raise or declare the inputs outside its scope.
void Judge::judge_raised(std::size_t index, const ComparedRun& compared, ReplayRun& run) {
  const std::string why = one_line(*compared.eager_raised);
  if (!compared.gives_value ||
      (compared.refusal ? !compared.refusal->empty() : compared.outside.has_value())) {
    run.left_out = why;
  } else if (is_ours(run.kind)) {
    run.left_out = why + ", the capture gives a value";
    add_finding({FindingKind::kNotRaised, run.name + ": " + run.left_out});
  } else {
    run.verdict = ReplayVerdict::kDiverges;
    run.message = why + ", the capture gives a value";
    run.observations = {{Observable::kRaised}};
  }
  if (run.verdict == ReplayVerdict::kReplays) again_without(index);
}

void Judge::judge_failed(std::size_t index, const ComparedRun& compared, ReplayRun& run) {
  run.verdict = index == 0 ? ReplayVerdict::kFails : ReplayVerdict::kDiverges;
  run.message = one_line((index == 0 ? "" : "eager runs, the capture does not: ") + *compared.failed);
  if (run.kind != RunKind::kOtherStrides || compared.outside) return;
  add_finding({FindingKind::kRefused, run.name + ": " + one_line(*compared.failed)});
  leave_out(index, std::exchange(run.message, ""), run);
}

void Judge::leave_out(std::size_t index, const std::string& why, ReplayRun& run) {
  run = {.kind = run.kind, .name = run.name, .left_out = one_line(why)};
  again_without(index);
}

// "" for a run to execute. With other strides, random numbers change elements, because they follow memory
// order.
std::string Judge::reason_to_leave_out(const RunPlan& plan) const {
  const RunKind kind = plan.kind;
  if (setup_.phantom && is_extreme(kind)) return "on the phantom other kernels run";
  if (kind == RunKind::kNotFinite && policies_.contains(ReplayPolicy::kFinite)) return "policy finite";
  if (kind == RunKind::kNotFinite && calls(setup_, "grid_sampl"))
    return "grid_sample reads outside of its input where the grid is not finite";
  if (kind == RunKind::kNotFinite && calls(setup_, "linalg_eig"))
    return "LAPACK's kernels of eigenvalues die of what is not finite";
  if (kind != RunKind::kOtherStrides) return "";
  if (policies_.contains(ReplayPolicy::kSameStrides)) return "policy same_strides";
  return draws_ ? "what is drawn hangs on strides" : "";
}

ReplayRun Judge::judge_run(std::size_t index) {
  ReplayRun run;
  run.kind = runs_[index].kind;
  run.name = runs_[index].name;
  run.left_out = reason_to_leave_out(runs_[index]);
  if (!run.left_out.empty()) return run;
  // Its kernel reads outside its inputs if the pivots are invalid.
  if (trusts_pivots_) runs_[index].whole = WholeNumbers::kKept;
  const ComparedRun compared = run_both(index);
  if (compared.eager_raised && index == 0) throw EagerRaises(*compared.eager_raised);
  if (compared.eager_raised) {
    judge_raised(index, compared, run);
    return run;
  }
  if (is_of_capture(run, compared)) {
    judge_plain(index, compared, run);
    return run;
  }
  done_.push_back(runs_[index]);
  std::vector<Closeness> agreements;  // by pair of `compared`
  if (compared.failed) {
    judge_failed(index, compared, run);
  } else {
    for (const Pairing& pair : compared.pairs) agreements.push_back(compare(pair.eager, pair.replay));
    judge_values(index, compared, agreements, run);
  }
  if (is_extreme(run.kind) && is_left_to_rounding(compared, run)) {
    report_.departure.reset();
    leave_out(index, "rounding alone may decide: " + run.message, run);
    return run;
  }
  // Dynamo guards strides, which the file declares for its inputs only.
  const bool is_laid_otherwise = run.kind == RunKind::kOtherStrides;
  if (is_laid_otherwise && run.verdict >= ReplayVerdict::kDiverges && asks_in_program()) {
    report_.departure.reset();
    done_.pop_back();
    take_up_again();
    return judge_run(index);
  }
  if (run.verdict == ReplayVerdict::kDiverges && !is_anew_ && !compared.outside &&
      moves_states(runs_[index])) {
    if (const auto unmoved = judge_unmoved(index)) return *unmoved;
  }
  judge_guard(index, compared, run);
  if (run.left_out.empty()) take_account(index, compared, agreements, run);
  return run;
}

void Judge::take_account(std::size_t index, const ComparedRun& compared,
                         const std::vector<Closeness>& agreements, ReplayRun& run) {
  if (!compared.failed && loses_states(compared)) again_without(index);
  if (run.verdict == ReplayVerdict::kReplays && setup_.any_order)
    run.policies.push_back(ReplayPolicy::kDrawOrder);
  if (run.verdict == ReplayVerdict::kReplays) add_errors(compared, agreements);
  if (run.verdict >= ReplayVerdict::kDiverges && run.observations.empty())
    run.observations = observations_of(compared, differences_of(compared, agreements));
  if (index == 0 && run.verdict == ReplayVerdict::kReplays) notice_modes(compared);
  draws_ = draws_ || compared.draws;
  if (index == 0 && compared.draws)
    std::ranges::copy(plan_other_draws(seed_, report_.operators), std::back_inserter(runs_));
}

// Extreme values amplify rounding. There only float64 and exchanged equal values prove a difference.
bool Judge::is_left_to_rounding(const ComparedRun& compared, ReplayRun& run) {
  if (run.verdict == ReplayVerdict::kUndecided) return !are_equals_exchanged(compared, run);
  return run.verdict == ReplayVerdict::kDiverges && !run.no_fp64.empty();
}

// Whether choices differ although rounding separates none of eager's candidates.
bool Judge::are_equals_exchanged(const ComparedRun& compared, ReplayRun& run) {
  if (!run.doubt || run.doubt->kind != DoubtKind::kTie) return false;
  disturbed_alike_.turn_to(done_, side_by_side_->runs_in_program(), false);
  const auto is_exchanged = [this](const Pairing& pair) {
    return !is_fraction(pair.eager) && !compare(pair.eager, pair.replay).bitwise &&
           !are_rounded(pair, disturbed_alike_.of(pair.subject, kFlips));
  };
  if (std::ranges::none_of(compared.pairs, is_exchanged)) return false;
  run.message += ", but some are equal, and come in another order";
  return true;
}

// This run gives no evidence on the graph. If neither PyTorch nor the file refuses it, a finding reports
// that.
void Judge::judge_plain(std::size_t index, const ComparedRun& compared, ReplayRun& run) {
  const std::string name = side_by_side_->plain_inputs().at(static_cast<std::size_t>(runs_[index].index));
  const bool is_refused = compared.refusal.has_value() || setup_.traits.in_parts;
  if (!is_refused && !assumes_input(setup_.graphs, name) && !agrees(compared))
    add_finding({FindingKind::kSpecialised, one_line(*compared.outside)});
  leave_out(index, *compared.outside, run);
}

// Whether the run, as the first one of a new program, replays: judged like any other, not by tolerance.
bool Judge::replays_anew(std::size_t index) {
  const std::vector<RunPlan> done = std::exchange(done_, {});
  is_anew_ = is_stale_ = true;
  const ReplayRun anew = judge_run(index);
  is_anew_ = false;
  is_stale_ = true;
  done_ = done;
  report_.departure.reset();
  return anew.verdict == ReplayVerdict::kReplays && anew.left_out.empty();
}

// A program may compute a table from its states at the first call and keep it. The graph recomputes the
// table, so it is right in a new program, and here only while states stay unchanged.
std::optional<ReplayRun> Judge::judge_unmoved(std::size_t index) {
  if (!agrees(SideBySide(setup_).run(runs_[index], {}))) return {};
  const auto departure = std::exchange(report_.departure, std::nullopt);
  if (!replays_anew(index)) {
    report_.departure = departure;
    return {};
  }
  const std::vector<RunPlan> runs = runs_, done = done_;
  done_.pop_back();
  for (std::vector<RunPlan>* plans : {&runs_, &done_})
    for (RunPlan& plan : *plans) plan.keeps_states = true;
  is_stale_ = true;
  ReplayRun unmoved = judge_run(index);
  if (unmoved.verdict == ReplayVerdict::kReplays && unmoved.left_out.empty()) {
    add_finding({FindingKind::kMadeOnce,
                 unmoved.name + ": eager goes on with what it made of its states at the first call; in a "
                                "new program, or while they stay as they are, the graph is right"});
    return unmoved;
  }
  report_.departure = departure;
  runs_ = runs;
  done_ = done;
  is_stale_ = true;
  return {};
}

// A graph does not depend on whether gradients are computed. A program may.
void Judge::notice_modes(const ComparedRun& compared) {
  const bool is_left_out = setup_.phantom || side_by_side_->is_transformed();
  if (is_left_out || report_.operators > kFewOperators) return;
  for (const auto& [gradients, mode] :
       {std::pair(Gradients::kOff, "where grad mode is off"),
        std::pair(Gradients::kTurned, "where other inputs require a gradient")}) {
    RunPlan plan = runs_.front();
    plan.gradients = gradients;
    const std::map<Subject, c10::IValue> values =
        values_of(EagerAlone(setup_, py::none(), side_by_side_->runs_in_program()), {plan});
    for (const Pairing& pair : compared.pairs) {
      const auto other = values.find(pair.subject);
      if (pair.subject.kind != Subject::Kind::kResult || other == values.end()) continue;
      const Closeness closeness = compare(pair.eager, other->second);
      if (!closeness.close)
        add_finding({FindingKind::kMode, one_line(std::string(mode) + " eager gives another " +
                                                  value_text(pair.subject) + ": " + closeness.message)});
    }
  }
}

// A guard excuses inputs that the file excludes and PyTorch refuses. If PyTorch cannot be asked, the file is
// believed.
void Judge::judge_guard(std::size_t index, const ComparedRun& compared, ReplayRun& run) {
  const bool agrees = run.verdict == ReplayVerdict::kReplays;
  if (index == 0) {
    if (!compared.outside || !agrees) return;
    run.verdict = ReplayVerdict::kDiverges;
    run.message = one_line("the inputs of the capture break its own guard: " + *compared.outside);
    run.observations = {{Observable::kGuard}};
    return;
  }
  const bool is_asked = compared.refusal.has_value(), is_refused = is_asked && !compared.refusal->empty();
  const std::string not_asked = compared.outside.value_or("") + ", which PyTorch does not ask";
  if (agrees && is_refused)
    add_finding({FindingKind::kTooNarrow,
                 one_line(run.name + ": " + *compared.refusal + ", and the graph is right")});
  if (agrees && compared.outside && is_asked && !is_refused)
    add_finding({FindingKind::kNotAsked, one_line(run.name + ": " + not_asked)});
  if (agrees) return;
  if (compared.outside && (is_refused || !is_asked)) {
    report_.departure.reset();
    if (is_always_guarded(runs_[index])) return leave_out(index, *compared.outside, run);
    run.verdict = ReplayVerdict::kGuarded;
    run.message = one_line(*compared.outside + " (" + run.message + ")");
  } else if (compared.outside) {
    run.message = one_line(run.message + " (" + not_asked + ")");
  } else if (is_refused) {
    run.message =
        one_line(run.message + " (PyTorch refuses it, the file does not say so: " + *compared.refusal + ")");
  }
}

void Judge::depart(std::size_t index, const Pairing* pair) {
  FirstDifference found = first_difference_at(index);
  if (found.departure) {
    report_.departure = std::move(found.departure);
    return;
  }
  if (pair == nullptr) return;
  Departure departure;
  departure.graph = setup_.graphs.back()->name.str();
  departure.node = static_cast<NodeId>(setup_.graphs.back()->nodes.size() - 1);
  departure.target = "output";
  std::int64_t first = 0;
  if (pair->eager.isTensor() && pair->replay.isTensor())
    first = first_difference(pair->eager.toTensor(), pair->replay.toTensor());
  departure.of_type = !is_of_one_type(*pair);
  departure.expected = show(pair->eager, first);
  departure.found = show(pair->replay, first);
  report_.departure = std::move(departure);
}

void Judge::diverge(std::size_t index, const std::string& message, const Pairing* pair, ReplayRun& run) {
  run.verdict = ReplayVerdict::kDiverges;
  run.message = one_line(message);
  depart(index, pair);
}

void Judge::judge_values(std::size_t index, const ComparedRun& compared,
                         const std::vector<Closeness>& agreements, ReplayRun& run) {
  const std::vector<Difference> differences = differences_of(compared, agreements);
  const auto far = std::ranges::find_if(differences, &Difference::is_far);
  run.bitwise = differences.empty();
  add_findings(compared);
  const std::string other = compared.structure.empty() ? compared.alias : compared.structure;
  // If results agree, differences in their metadata explain differing gradients and states.
  const bool results_agree = far == differences.end() || far->pair->subject.kind != Subject::Kind::kResult;
  if (results_agree && compared.metadata) {
    const Departure& at = *compared.metadata;
    run.verdict = ReplayVerdict::kDiverges;
    run.message = one_line(mismatch_text(at));
    report_.departure = at;
  } else if (results_agree && !other.empty()) {
    diverge(index, other, differences.empty() ? nullptr : differences.front().pair, run);
  } else if (!differences.empty()) {
    judge_rounding(index, differences, run);
  }
}

void Judge::judge_rounding(std::size_t index, const std::vector<Difference>& differences, ReplayRun& run) {
  const bool in_program = side_by_side_->runs_in_program();
  const bool keeps = report_.operators <= kFewOperators;
  for (DisturbedRuns* runs : {&disturbed_, &disturbed_in_kernels_, &disturbed_in_double_})
    runs->turn_to(done_, in_program, keeps);
  below_.reset();
  Ruling ruling = ask_in_double(differences);
  if (ruling.opinion.says == InDouble::kOther || ruling.opinion.says == InDouble::kDoubt) {
    turn_factories();
    const Ruling other = ask_in_double(differences);
    if (other.opinion.says == InDouble::kSame)
      ruling = other;
    else
      turn_factories();
  }
  if (!ruling.unknown.empty() && ruling.opinion.says != InDouble::kOther) {
    run.no_fp64 = one_line(ruling.why_unknown);
    judge_by_tolerance(index, ruling.unknown, run);
    if (run.verdict != ReplayVerdict::kReplays) return;
  } else {
    run.fp64 = true;
    run.precision =
        ruling.opinion.says == InDouble::kSame ? std::optional(ruling.opinion.precision) : std::nullopt;
  }
  rule(index, ruling, run);
}

void Judge::rule(std::size_t index, const Ruling& ruling, ReplayRun& run) {
  const Opinion& opinion = ruling.opinion;
  const std::string text = ruling.about->message + "; " + opinion.why;
  if (opinion.says == InDouble::kOther) return diverge(index, text, ruling.about->pair, run);
  if (opinion.says == InDouble::kDoubt) {
    run.verdict = ReplayVerdict::kUndecided;
    run.message = one_line(text);
    run.doubt = opinion.doubt;
    return;
  }
  run.policies.insert(run.policies.end(), ruling.policies.begin(), ruling.policies.end());
}

void Judge::judge_by_tolerance(std::size_t index, const std::vector<Difference>& differences,
                               ReplayRun& run) {
  const auto far = std::ranges::find_if(differences, &Difference::is_far);
  const Difference& first = far == differences.end() ? differences.front() : *far;
  // On the phantom and after a pass, other kernels run. There the operators say nothing about rounding.
  if (!setup_.phantom && !side_by_side_->is_transformed() && first_difference_at(index).is_certain)
    return diverge(
        index, first.message + (first.is_far ? "" : " (within tolerance, but the operators are the same)"),
        first.pair, run);
  rule(index, ask_without(differences), run);
}

Terms Judge::terms() {
  const auto by = [](DisturbedRuns& runs) {
    return [&runs](const Subject& subject, std::size_t count) { return runs.of(subject, count); };
  };
  return {.narrow = by(disturbed_),
          .kernels = by(disturbed_in_kernels_),
          .wide = by(disturbed_in_double_),
          .policies = policies_};
}

ComparedRun Judge::run_in_double() {
  if (!wide_ || wide_->is_displaced()) {
    wide_ = std::make_unique<SideBySide>(wide_script_);
    wide_runs_ = 0;
  }
  ComparedRun compared;
  while (wide_runs_ < done_.size()) compared = wide_->run(done_[wide_runs_++], {});
  return compared;
}

// A factory's type is the program's own, or that of a tensor that the program queried and the graph did not
// keep. In double precision these are two programs. The graph may be either.
void Judge::turn_factories() {
  wide_script_.wide_factories = !wide_script_.wide_factories;
  wide_.reset();
  disturbed_in_double_ = DisturbedRuns(wide_script_);
  disturbed_in_double_.turn_to(done_, side_by_side_->runs_in_program(), false);
}

// Excuses a value that differs in eager itself below a dispatch mode, such as float64. Applies to whole
// numbers, and to fractions that needed rounding that is tried.
std::optional<Opinion> Judge::below_a_mode(const Opinion& opinion, const Pairing& pair) {
  const bool is_plain = is_fraction(pair.eager) && !disturbed_.has_run() && !disturbed_in_kernels_.has_run();
  if (opinion.says > InDouble::kDoubt || is_plain) return std::nullopt;
  if (!below_) below_ = EagerAlone(setup_, null_trace(), side_by_side_->runs_in_program()).after(done_);
  if (is_of_eager(*below_, pair)) return std::nullopt;
  const auto other = below_->find(pair.subject);
  if (other != below_->end() && disturbed_.has_run() &&
      is_within_rounding(other->second, pair.eager, disturbed_.of(pair.subject, kSamples)))
    return std::nullopt;
  return Opinion{.says = InDouble::kUnknown,
                 .why = "below a dispatch mode, as float64 is one, eager itself gives another " +
                        value_text(pair.subject)};
}

// The worst opinion on any differing value.
Ruling Judge::ask_in_double(const std::vector<Difference>& differences) {
  Ruling ruling{.opinion = {.says = InDouble::kSame, .precision = 1}, .about = &differences.front()};
  const auto unknown = [&](const std::string& why) {
    return Ruling{ruling.opinion, ruling.about, {}, differences, why};
  };
  try {
    const ComparedRun wide = run_in_double();
    if (wide.eager_raised) return unknown("in float64 " + *wide.eager_raised);
    if (wide.failed) return unknown("in float64 " + *wide.failed);
    for (const Difference& difference : differences) {
      const auto other = std::ranges::find(wide.pairs, difference.pair->subject, &Pairing::subject);
      if (other == wide.pairs.end()) return unknown("float64 has no " + to_string(difference.pair->subject));
      const Opinion opinion = opinion_on(*difference.pair, *other, terms());
      add(ruling, below_a_mode(opinion, *difference.pair).value_or(opinion), difference);
    }
  } catch (py::error_already_set& error) {
    return unknown(std::string("in float64: ") + error.what());
  } catch (const CannotReplay& error) {
    return unknown(std::string("in float64: ") + error.what());
  } catch (const c10::Error& error) {
    return unknown(std::string("in float64: ") + error.what_without_backtrace());
  }
  return ruling;
}

// Empty if the model does not run in double precision.
std::map<Subject, c10::IValue> Judge::references() const {
  return values_of(EagerAlone(wide_script_, py::none(), side_by_side_->runs_in_program()), done_);
}

// Judges by moves of eager within rounding, or else by the tolerances of PyTorch's own tests.
Ruling Judge::ask_without(const std::vector<Difference>& differences) {
  Ruling ruling{{.says = InDouble::kSame, .precision = 1}, &differences.front()};
  const std::map<Subject, c10::IValue> known = references();
  for (const Difference& difference : differences) {
    const auto found = known.find(difference.pair->subject);
    const auto reference = found == known.end() ? std::nullopt : std::optional(found->second);
    Opinion opinion = opinion_without(reference, *difference.pair, terms());
    if (const auto below = below_a_mode(opinion, *difference.pair)) opinion = *below;
    if (opinion.says == InDouble::kUnknown)
      opinion.says = difference.is_far ? InDouble::kOther : InDouble::kSame;
    add(ruling, opinion, difference);
  }
  return ruling;
}

void Judge::add_findings(const ComparedRun& compared) {
  for (const Finding& finding : compared.findings)
    add_finding({finding.kind, one_line(finding.message), finding.at});
}

// Keeps the first of each kind.
void Judge::add_finding(Finding finding) {
  if (std::ranges::find(report_.findings, finding.kind, &Finding::kind) == report_.findings.end())
    report_.findings.push_back(std::move(finding));
}

void Judge::add_errors(const ComparedRun& compared, const std::vector<Closeness>& agreements) {
  for (std::size_t i = 0; i < compared.pairs.size(); ++i) {
    const Pairing& pair = compared.pairs[i];
    if (!pair.eager.isTensor() || !pair.eager.toTensor().defined()) continue;
    const Closeness& agreement = agreements[i];
    ReplayError& error = report_.errors[dtype_of(pair.eager.toTensor().scalar_type())];
    error.absolute = std::max(error.absolute, agreement.absolute);
    error.relative = std::max(error.relative, agreement.relative);
  }
}

ReplayReport failed(const std::string& why, ReplayVerdict verdict = ReplayVerdict::kFails) {
  ReplayReport report;
  report.verdict = verdict;
  report.message = one_line(why);
  return report;
}

}  // namespace

ReplayReport replay_file(const ReplayRequest& request, const EnterStage& enter) {
  const auto start = std::chrono::steady_clock::now();
  enter(Stage::kReplay);
  ReplayReport report;
  try {
    const GraphFile file = load_graph_file(request.path);
    ReplaySetup setup = setup_of(file, request);
    setup.enter = enter;
    if (setup.phantom) py::module_::import("assay_python.side_by_side.left_over").attr("forget")();
    report = Judge(setup, request.seed).judge();
  } catch (const EagerRaises& error) {
    report = failed(error.what(), ReplayVerdict::kEagerFails);
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
