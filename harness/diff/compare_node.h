// Comparison of two nodes by themselves: everything but what their references point at, which goes to the
// caller.
//
// Arguments go in pairs by name in schema order. One that is marked `defaulted`, holds no reference and is
// lacking on the other side is no difference; given on one side and lacking on the other is one. Names of
// constant inputs are generated and are not compared (their bytes are, from `shapes` on); all other inputs
// are told apart by role and name. Results go in pairs by role and name. Never looked at: node meta, hints of
// symbols.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "harness/diff/diff.h"

namespace assay {

/// Where in a node something is: an argument (or "output 0", a result's name) and the place inside it.
struct Place {
  std::string_view name;
  std::vector<std::uint32_t> inside;
};
std::string to_string(const Place& place);  // "tensors[2]"

/// What differs on either side, and the change wherever it is: without numbers of nodes.
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

/// What a comparison tells its caller. Each answer `false` means "these differ"; a watcher that `explains` is
/// then told the rest as well, one that does not ends the comparison there.
class PairWatcher {
 public:
  virtual ~PairWatcher() = default;
  virtual bool explains() const { return false; }
  /// Both sides hold a reference at the same place.
  virtual bool refs(const Place& place, const Ref& left, const Ref& right) = 0;
  /// Both sides hold a sub-graph at the same place.
  virtual bool sub_graphs(Name left, Name right) = 0;
  /// Only with explains(). One call per argument, output or other part, in words of the text form.
  // By value: who explains keeps them. NOLINTNEXTLINE(performance-unnecessary-value-param)
  virtual void differ(DiffKind, const Place&, DiffWords) {}
};

/// Arguments left out of a comparison when they hold no reference: "TARGET ARGUMENT" pairs.
class SoftArguments {
 public:
  /// Those that any node of `graph` marks as defaulted.
  void add_from(const Node& node);
  bool empty() const { return keys_.empty(); }
  bool contains(const Node& node, const Argument& argument) const;

 private:
  std::unordered_set<std::uint64_t>
      keys_;  ///< a collision leaves out more, and what is left out is verified later
};

struct Scope {
  Level level = Level::kExact;
  const SoftArguments* soft = nullptr;
};

/// True when nothing differs and the watcher never said false.
bool compare_node(const Node& left, const Node& right, const Scope& scope, PairWatcher& watcher);

/// Equal for nodes that compare_node with the same scope finds equal, whatever they refer to. `scope.soft`
/// must hold what both graphs mark as defaulted.
std::uint64_t hash_node(const Node& node, const Scope& scope);

/// What differs between two outputs, if anything; the outermost part: dtype, shape, stride, device.
std::optional<DiffKind> output_difference(const Output& left, const Output& right, Level level);

/// By role and name, the order in which results of two output nodes go in pairs.
std::vector<const Result*> sorted_results(const Node& node);

/// An input that is told apart by role and name: any but a constant, whose name is generated.
inline bool is_named_input(const Node& node) {
  return node.kind == NodeKind::kInput && node.role != Role::kConstant;
}

/// A reference or a sub-graph, at any depth.
bool holds_ref(const Value& value);

/// One round of mixing, for all hash tables of this folder; values are the same in every run but for
/// addresses of names.
inline std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  std::uint64_t mixed = (seed ^ value) * 0x9E3779B97F4A7C15ULL;
  return mixed ^ (mixed >> 29);
}

}  // namespace assay
