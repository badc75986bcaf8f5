// Run plans: from the case and from the bounds in the file.
#include "capture/side_by_side/run_plans.h"

#include <algorithm>
#include <optional>
#include <set>

#include "harness/error/error.h"
#include "harness/graph/sym_expr.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

constexpr int kLargest = 130;                            // of the sizes tested against guards
constexpr std::size_t kMostBounds = 6;                   // runs for bounds per replay
constexpr std::size_t kMostPlain = 4;                    // runs for numbers and texts per replay
constexpr int kLarger = -1, kSmaller = -2, kApart = -3;  // see variants.py

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

bool is_dynamic(const ReplaySetup& setup) {
  return setup.traits.dynamic && setup.test.contains("dynamic") && py::len(setup.test["dynamic"]) > 0;
}

void add_other_sizes(const ReplaySetup& setup, std::size_t operators, std::vector<RunPlan>& runs) {
  runs.push_back({RunKind::kOtherSize, kLarger, "larger sizes"});
  runs.push_back({RunKind::kOtherSize, kSmaller, "smaller sizes"});
  const auto has_many = [](const Graph* graph) { return graph->symbols.size() > 1; };
  if (std::ranges::any_of(setup.graphs, has_many))
    runs.push_back({RunKind::kOtherSize, kApart, "sizes apart"});
  std::vector<int> sizes = sizes_at_bounds(setup.graphs);
  if (sizes.size() > kMostBounds) sizes.resize(kMostBounds);
  std::vector<int> small{1, 2, 13};
  if (operators <= kFewOperators)
    small.insert(small.end(), {3, 4, 5, 6, 7, 8});  // a lost guard leaves no bound
  for (const int size : small) {
    if (std::ranges::find(sizes, size) == sizes.end()) sizes.push_back(size);
  }
  for (const int size : sizes) runs.push_back({RunKind::kOtherSize, size, "size " + std::to_string(size)});
}

// Nothing unless the guard has exactly one symbol.
std::optional<bool> holds_at(const sym::Expr& guard, int size) {
  const std::vector<Name> symbols = sym::symbols_of(guard);
  if (symbols.size() != 1) return std::nullopt;
  try {
    return sym::holds(guard, {{symbols[0], std::int64_t{size}}});
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<int> sizes_at_bounds(const std::vector<const Graph*>& graphs) {
  std::set<int> sizes;
  for (const Graph* graph : graphs) {
    for (const Symbol& symbol : graph->symbols) {
      if (symbol.lower && *symbol.lower > 1 && *symbol.lower <= kLargest)
        sizes.insert({static_cast<int>(*symbol.lower) - 1, static_cast<int>(*symbol.lower)});
      if (symbol.upper && *symbol.upper < kLargest)
        sizes.insert({static_cast<int>(*symbol.upper), static_cast<int>(*symbol.upper) + 1});
    }
    for (const Name guard : graph->guards) {
      const sym::Expr relation = sym::parse(guard.view());
      for (int size = 2; size <= kLargest; ++size) {
        const auto before = holds_at(relation, size - 1), now = holds_at(relation, size);
        if (!before || !now || *before == *now) continue;
        sizes.insert({size - 1, size});
        break;
      }
    }
  }
  return {sizes.begin(), sizes.end()};
}

std::vector<RunPlan> plan_runs(const ReplaySetup& setup, std::uint64_t seed, std::size_t operators,
                               const std::vector<std::string>& plain) {
  std::vector<RunPlan> runs{{RunKind::kSame, 0, "same inputs"},
                            {RunKind::kFresh, 0, "fresh values"},
                            {RunKind::kFarValues, 0, "far values"},
                            {RunKind::kOtherStrides, 0, "other strides"}};
  if (operators <= kFewOperators) runs.push_back({RunKind::kNotFinite, 0, "inf and nan"});
  for (std::size_t i = 0; i < size_of_list(setup.test, "inputs"); ++i)
    runs.push_back({RunKind::kGiven, static_cast<int>(i), "replay.inputs[" + std::to_string(i) + "]"});
  for (std::size_t i = 0; i < size_of_list(setup.test, "alias"); ++i)
    runs.push_back({RunKind::kAliased, static_cast<int>(i), "replay.alias[" + std::to_string(i) + "]"});
  if (is_dynamic(setup)) add_other_sizes(setup, operators, runs);
  if (flips_training(setup.test))
    runs.push_back({RunKind::kFlippedTraining, 0, "the other of train and eval"});
  if (operators <= kFewOperators) runs.push_back({RunKind::kFarValues, 1, "large values"});
  for (std::size_t i = 0; i < std::min(plain.size(), kMostPlain); ++i)
    runs.push_back({RunKind::kOtherPlain, static_cast<int>(i), "another " + plain[i]});
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].seed = seed + i;
  return runs;
}

std::vector<RunPlan> plan_other_draws(std::uint64_t seed, std::size_t operators) {
  constexpr int kMost = 4;
  std::vector<RunPlan> runs;
  for (int i = 0; i < (operators <= kFewOperators ? kMost : 1); ++i)
    runs.push_back({.kind = RunKind::kFresh,
                    .index = i + 1,
                    .name = "other draws " + std::to_string(i + 1),
                    .seed = seed + 100 + static_cast<std::uint64_t>(i)});
  return runs;
}

bool is_ours(RunKind kind) {
  return kind != RunKind::kSame && kind != RunKind::kGiven && kind != RunKind::kAliased &&
         kind != RunKind::kFlippedTraining;
}

bool is_extreme(RunKind kind) { return kind == RunKind::kFarValues || kind == RunKind::kNotFinite; }

bool is_always_guarded(const RunPlan& plan) {
  return plan.kind == RunKind::kOtherStrides || plan.kind == RunKind::kOtherPlain ||
         (plan.kind == RunKind::kOtherSize && plan.index == 1);
}

bool moves_states(const RunPlan& plan) {
  return !plan.keeps_states &&
         (plan.kind == RunKind::kFresh || (plan.kind == RunKind::kFarValues && plan.index == 1));
}

bool eases_whole_numbers(RunPlan& plan) {
  if (plan.whole == WholeNumbers::kKept || plan.kind == RunKind::kSame || plan.kind == RunKind::kGiven)
    return false;
  const bool is_near = plan.whole == WholeNumbers::kNear || !moves_states(plan);
  plan.whole = is_near ? WholeNumbers::kKept : WholeNumbers::kNear;
  return true;
}

}  // namespace assay::replay
