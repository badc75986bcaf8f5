// CanonicalLine: the parts of a node that compare_node reads, as text.
#pragma once

#include <functional>
#include <string>

#include "harness/diff/effect_order.h"
#include "harness/diff/policy.h"
#include "harness/golden_store/canonical_text.h"

namespace assay {

/// Two nodes have the same line exactly if compare_node finds them equal and `name_of` gives their references
/// the same names. Order of effects follows the arguments as hidden references.
class CanonicalLine {
 public:
  using NameOf = std::function<std::string(NodeId)>;
  using SubGraphText = std::function<std::string(Name)>;

  CanonicalLine(Level level, SubGraphText sub_graph, const KnownArguments& known)
      : level_(level), sub_graph_(std::move(sub_graph)), known_(known) {}

  std::string of(const Node& node, std::span<const NodeId> before, const NameOf& name_of) const;

 private:
  struct Written {
    std::string name, text;
    bool droppable = false;  ///< defaulted and without references
  };

  std::string input(const Node& node) const;
  std::string op(const Node& node, const NameOf& name_of) const;
  std::string results(const Node& node, const NameOf& name_of) const;
  std::vector<Written> arguments(const Node& node, const NameOf& name_of) const;
  void agree_with_known(const std::string& target, std::vector<Written>& written) const;
  std::string value(const Value& value, const NameOf& name_of) const;
  std::string items(const std::vector<std::string>& texts, std::string_view brackets) const;
  std::string output(const Output& output) const;

  Level level_;
  SubGraphText sub_graph_;
  const KnownArguments& known_;
};

}  // namespace assay
