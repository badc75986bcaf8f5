// Results: by the roles of a file, and by identity.
#include "capture/side_by_side/results.h"

#include <algorithm>
#include <set>

#include <ATen/ATen.h>

#include "capture/execute/cannot_replay.h"
#include "capture/execute/handover.h"
#include "capture/execute/py_values.h"
#include "capture/walker/tensor_reader.h"
#include "harness/graph/value_name.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

bool is_number(const py::object& value) {
  return PyNumber_Check(value.ptr()) == 1 && !TensorReader::is_tensor(value);
}

// A result in no graph of Dynamo: None, a tensor of the program, or a repeated result.
c10::IValue given_by_python(const Sides& sides, const std::vector<NamedValue>& results,
                            const ValuesByName& captured, const std::string& name, const py::object& eager) {
  if (!TensorReader::is_tensor(eager)) return from_python(eager);
  for (const auto& [other, value] : results) {
    const auto same = captured.find(other);
    if (same != captured.end() && value.is(eager)) return same->second;
  }
  for (const Held& held : sides.eager.held()) {
    if (!held.value.is(eager)) continue;
    const py::object own = sides.replay.find(held.role, ValueName{.path = held.name});
    if (own) return from_python(own);
  }
  throw CannotReplay("result " + name + ": Python made it outside the graphs, it is in none of them");
}

}  // namespace

ValuesByName results_by_name(const Sides& sides, const Flow& flow) {
  ValuesByName captured;
  if (sides.in_program) {
    for (const auto& [name, value] : flow.ran_replay.results()) captured[name] = from_python(value);
    return captured;
  }
  for (std::size_t i = 0; i < sides.setup.graphs.size(); ++i) {
    const auto& own = results_of(*sides.setup.graphs[i]);
    for (std::size_t r = 0; r < own.size(); ++r) {
      if (own[r].role == ResultRole::kUser && !parse_value_name(Role::kUser, own[r].name.view()).base)
        captured[own[r].name.str()] = flow.outputs[i][r];
    }
  }
  if (!sides.setup.traits.in_parts) return captured;
  ValuesByName all = captured;
  const std::vector<NamedValue> results = flow.ran.results();
  for (const auto& [name, value] : results)
    if (!captured.contains(name)) all[name] = given_by_python(sides, results, captured, name, value);
  return all;
}

bool python_gives_more(const Sides& sides, const std::vector<NamedValue>& results) {
  if (!sides.setup.traits.in_parts || sides.in_program) return false;
  std::set<std::string> named;
  for (const Graph* graph : sides.setup.graphs)
    for (const Result& result : results_of(*graph))
      if (result.role == ResultRole::kUser) named.insert(result.name.str());
  std::vector<py::object> known, others;
  for (const auto& [name, value] : results) (named.contains(name) ? known : others).push_back(value);
  for (const Held& held : sides.eager.held()) known.push_back(held.value);
  return std::ranges::any_of(others, [&](const py::object& other) {
    const auto is_it = [&](const py::object& one) { return one.is(other); };
    return is_number(other) || (TensorReader::is_tensor(other) && std::ranges::none_of(known, is_it));
  });
}

bool python_exchanges_states(const Sides& sides) {
  if (!sides.setup.traits.in_parts || sides.in_program) return false;
  Side now = sides.eager;
  now.look();
  return std::ranges::any_of(now.held(), [&](const Held& held) {
    const py::object before = sides.eager.find(held.role, ValueName{.path = held.name});
    const auto is_it = [&](const Held& other) { return other.value.is(held.value); };
    return held.role != Role::kUser && before && !before.is(held.value) &&
           std::ranges::any_of(sides.eager.held(), is_it);
  });
}

}  // namespace assay::replay
