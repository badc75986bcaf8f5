// Harmless changes: other forms of the same program, which a comparison must accept.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/testing/defects/random.h"
#include "harness/testing/defects/specimen.h"

namespace assay::defects {

struct HarmlessChange {
  std::string_view name;
  std::string_view story;
  void (*apply)(Specimen&, Random&);
};

/// Another topological order, generated names, provenance, other order of sets, omitted defaults.
std::span<const HarmlessChange> harmless_changes();

/// Puts the nodes in a random order in which references point backwards and conflicting nodes keep their
/// order. With `keeps_handed_on`, saved values and tangents keep their order, which other graphs depend on.
void reorder(Specimen& specimen, Random& random, bool keeps_handed_on = false);

/// The graph file's text with object keys in another order, where order is meaningless. It has meaning for
/// arguments, hyper-parameters and aliases.
std::string with_keys_reordered(const std::string& json, Random& random);

}  // namespace assay::defects
