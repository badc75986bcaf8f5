// Harmless changes: another writing of the same program, which no comparison may call different.
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

/// Renumbering by another topological order, generated names, provenance, sets written in another order,
/// defaults left out.
std::span<const HarmlessChange> harmless_changes();

/// A random order of the nodes in which references point backwards and nodes in conflict keep their places.
/// keeps_handed_on: saved values and tangents stay in their order, by which another graph hands them on.
void reorder(Specimen& specimen, Random& random, bool keeps_handed_on = false);

/// The text of a graph file with the keys of its objects in another order, wherever that order says nothing
/// (the order of arguments, of hyper-parameters and of aliases does).
std::string with_keys_reordered(const std::string& json, Random& random);

}  // namespace assay::defects
