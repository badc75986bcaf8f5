// Uses: the edges into a node, each with its argument.
#pragma once

#include <string>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

/// A reference in an argument or a result. `argument` is the argument's name or the result's label. `number`
/// counts the references within it from 0.
struct ArgumentUse {
  std::string argument;
  std::size_t number = 0;
  Ref ref;
};

/// In order of arguments, then of results.
inline std::vector<ArgumentUse> uses_of(const Node& node) {
  std::vector<ArgumentUse> uses;
  const auto add = [&](const std::string& name, const Value& value) {
    std::size_t number = 0;
    for_each_ref(value, [&](const Ref& ref) { uses.push_back({name, number++, ref}); });
  };
  for (const Argument& argument : node.args) add(argument.name.str(), argument.value);
  for (const Result& result : node.results) add(label_of(result), result.value);
  return uses;
}

}  // namespace assay
