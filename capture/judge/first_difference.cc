// FirstDifference: the first value that eager did not compute, and exchanged constants.
#include "capture/judge/first_difference.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "capture/judge/compare.h"

namespace assay::replay {

namespace {

std::string target_of(const GraphFile& file, const Event& event, const Node** node) {
  for (const Graph& graph : file.graphs) {
    if (graph.name.str() != event.graph || event.node >= graph.nodes.size()) continue;
    *node = &graph.nodes[event.node];
    return to_string((*node)->target);
  }
  return event.op;
}

std::string compared(const Event& event, std::size_t output, std::int64_t first) {
  if (output >= event.copies.size()) return "nothing of the kind";
  if (!event.copies[output].defined()) return event.shapes[output] + " (too large to keep)";
  return show(event.copies[output], first);
}

Departure departure_of(const GraphFile& file, const Event& eager, const Event& replay) {
  Departure departure;
  departure.graph = replay.graph;
  departure.node = replay.node;
  const Node* node = nullptr;
  departure.target = target_of(file, replay, &node);
  if (node != nullptr) {
    departure.module = node->meta.module.str();
    departure.source = node->meta.source.str();
  }
  std::size_t output = 0;
  while (output + 1 < std::min(eager.outputs.size(), replay.outputs.size()) &&
         eager.outputs[output] == replay.outputs[output])
    ++output;
  std::int64_t first = 0;
  if (output < eager.copies.size() && output < replay.copies.size())
    first = first_difference(eager.copies[output], replay.copies[output]);
  const bool both = output < eager.shapes.size() && output < replay.shapes.size();
  departure.of_type = !both || eager.shapes[output] != replay.shapes[output];
  departure.expected = compared(eager, output, first);
  departure.found = compared(replay, output, first);
  return departure;
}

// Values of both runs, for look-up.
class Runs {
 public:
  Runs(const std::vector<Event>& eager, const std::vector<Event>& replay) : eager_(eager), replay_(replay) {
    for (const Event& event : eager) add(event, in_eager_);
    for (const Event& event : replay) add(event, in_replay_);
  }

  bool eager_has(const Event& event) const { return has_all(event.outputs, in_eager_); }
  bool eager_has_some(const Event& event) const {
    return std::ranges::any_of(event.outputs, [this](std::uint64_t one) { return in_eager_.contains(one); });
  }
  bool fed_by_eager(const Event& event) const { return has_all(event.inputs, in_eager_); }

  /// The first call of eager with outputs of the same shapes that the replay computed nowhere. By::kOperator
  /// also requires the same operator.
  enum class By { kOperator, kShape };
  const Event* counterpart(const Event& event, By by) const {
    for (const Event& one : eager_) {
      if (one.view || one.unwritten || one.drawn != event.drawn || one.shapes != event.shapes) continue;
      if (by == By::kOperator && one.op != event.op) continue;
      if (!has_all(one.outputs, in_replay_)) return &one;
    }
    return nullptr;
  }

 private:
  using Values = std::unordered_set<std::uint64_t>;
  static void add(const Event& event, Values& values) {
    values.insert(event.outputs.begin(), event.outputs.end());
    values.insert(event.inputs.begin(), event.inputs.end());
  }
  static bool has_all(const std::vector<std::uint64_t>& wanted, const Values& values) {
    return std::ranges::all_of(wanted, [&](std::uint64_t one) { return values.contains(one); });
  }

  const std::vector<Event>&eager_, &replay_;
  Values in_eager_, in_replay_;
};

using Call = std::pair<std::uint64_t, std::string_view>;

Call call_of(const Event& event) { return {call_key(event), event.constants}; }

std::set<Call> calls_of(const std::vector<Event>& events) {
  std::set<Call> calls;
  for (const Event& event : events) calls.insert(call_of(event));
  return calls;
}

// The replay has other constants than eager for the same operator on the same tensors, and another value of
// the same shape. Additional calls of either side, such as those of a decomposition, do not count.
std::optional<std::pair<const Event*, const Event*>> other_constant(const std::vector<Event>& eager,
                                                                    const std::vector<Event>& replay) {
  const std::set<Call> of_eager = calls_of(eager), of_replay = calls_of(replay);
  std::unordered_multimap<std::uint64_t, const Event*> of_eager_alone;
  for (const Event& event : eager) {
    if (!of_replay.contains(call_of(event))) of_eager_alone.emplace(call_key(event), &event);
  }
  for (const Event& event : replay) {
    if (event.view || event.drawn || event.unwritten || event.inputs.empty()) continue;
    if (of_eager.contains(call_of(event))) continue;
    const auto [begin, end] = of_eager_alone.equal_range(call_key(event));
    const bool is_another =
        begin != end && std::none_of(begin, end, [&](const auto& entry) {
          return entry.second->outputs == event.outputs || entry.second->shapes != event.shapes;
        });
    if (is_another) return std::pair(begin->second, &event);
  }
  return {};
}

std::vector<const Event*> computing(const std::vector<Event>& events) {
  std::vector<const Event*> kept;
  for (const Event& event : events) {
    if (!event.view) kept.push_back(&event);
  }
  return kept;
}

bool same_calls(const std::vector<Event>& eager, const std::vector<Event>& replay) {
  const std::vector<const Event*> left = computing(eager), right = computing(replay);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const Event* a, const Event* b) {
    return a->op == b->op && a->layouts == b->layouts && a->constants == b->constants;
  });
}

}  // namespace

FirstDifference find_first_difference(const GraphFile& file, const OpTrace& eager, const OpTrace& replay) {
  FirstDifference result;
  if (const auto found = other_constant(eager.events(), replay.events())) {
    result.is_certain = true;
    result.departure = departure_of(file, *found->first, *found->second);
  }
  result.is_certain = result.is_certain || same_calls(eager.events(), replay.events());
  const Runs runs(eager.events(), replay.events());
  for (const Event& event : replay.events()) {
    if (event.view || event.unwritten || event.graph.empty() || runs.eager_has(event)) continue;
    const Event* expected = runs.counterpart(event, Runs::By::kOperator);
    if (expected == nullptr && runs.fed_by_eager(event)) {
      expected = runs.counterpart(event, Runs::By::kShape);
      // Eager's operators may keep additional outputs, such as a dropout mask, to themselves.
      if (expected == nullptr && event.drawn && !runs.eager_has_some(event)) {
        result.departure = departure_of(file, {}, event);
        return result;
      }
    }
    if (expected == nullptr) continue;
    result.departure = departure_of(file, *expected, event);
    return result;
  }
  return result;
}

}  // namespace assay::replay
