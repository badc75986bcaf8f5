// Comparison of two nodes without the targets of their references, which the caller compares.
//
// Arguments are paired by name in schema order. A `defaulted` argument without references may be absent on
// the other side. Any other absent argument is a difference. Names of constant inputs are generated and
// ignored; their bytes are compared, from `shapes` on. Other inputs and all results are identified by role
// and name. Node meta and hints of symbols are ignored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "harness/diff/diff.h"

namespace assay {

/// A place in a node: an argument, "output 0" or the name of a result, and indices inside it.
struct Place {
  std::string_view name;
  std::vector<std::uint32_t> inside;
};
std::string to_string(const Place& place);  // "tensors[2]"

/// The texts of a difference on both sides. The `_change` texts have no node numbers.
struct DiffWords {
  DiffWords(std::string_view on_left, std::string_view on_right)
      : left(on_left), right(on_right), left_change(left), right_change(right) {}
  DiffWords(std::string on_left, std::string on_right, std::string of_left, std::string of_right)
      : left(std::move(on_left)),
        right(std::move(on_right)),
        left_change(std::move(of_left)),
        right_change(std::move(of_right)) {}
  std::string left, right, left_change, right_change;
};

/// The caller's part of a comparison. `false` from a callback means a difference. It ends the comparison
/// unless the watcher `explains`.
class PairWatcher {
 public:
  virtual ~PairWatcher() = default;
  virtual bool explains() const { return false; }
  /// Both sides hold a reference at the same place.
  virtual bool refs(const Place& place, const Ref& left, const Ref& right) = 0;
  /// Both sides hold a sub-graph at the same place.
  virtual bool sub_graphs(Name left, Name right) = 0;
  /// Called only with explains(): for each argument, output or other part, in words of the text form.
  // By value: the watcher keeps the words. NOLINTNEXTLINE(performance-unnecessary-value-param)
  virtual void differ(DiffKind, const Place&, DiffWords) {}
};

/// "TARGET ARGUMENT" pairs that a comparison leaves out if they hold no reference.
class SoftArguments {
 public:
  /// Adds the arguments that `node` marks as defaulted.
  void add_from(const Node& node);
  bool empty() const { return keys_.empty(); }
  bool contains(const Node& node, const Argument& argument) const;

 private:
  std::unordered_set<std::uint64_t> keys_;  ///< a collision leaves out more, which is verified later
};

struct Scope {
  Level level = Level::kExact;
  const SoftArguments* soft = nullptr;
};

/// True if nothing differs and the watcher never returned false.
bool compare_node(const Node& left, const Node& right, const Scope& scope, PairWatcher& watcher);

/// Equal for nodes that compare_node finds equal in the same scope, whatever their references. `scope.soft`
/// must hold the defaulted arguments of both graphs.
std::uint64_t hash_node(const Node& node, const Scope& scope);

/// The outermost difference between two outputs, if any: dtype, shape, stride or device.
std::optional<DiffKind> output_difference(const Output& left, const Output& right, Level level);

/// By role and name, the order in which results of two output nodes are paired.
std::vector<const Result*> sorted_results(const Node& node);

/// Whether `node` is an input identified by role and name: any except a constant, whose name is generated.
inline bool is_named_input(const Node& node) {
  return node.kind == NodeKind::kInput && node.role != Role::kConstant;
}

/// Whether `value` contains a reference or a sub-graph, at any depth.
bool holds_ref(const Value& value);

/// A round of mixing, for all hash tables of this folder. Deterministic except for addresses of names.
inline std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  std::uint64_t mixed = (seed ^ value) * 0x9E3779B97F4A7C15ULL;
  return mixed ^ (mixed >> 29);
}

}  // namespace assay
