// Uses: the edges that lead into a node, each with the argument it is.
#pragma once

#include <string>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

/// One reference of an argument or a result. `argument` is the argument's name, or a result's label; of
/// several references within one argument `number` counts from 0.
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
