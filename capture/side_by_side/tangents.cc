// Tangents: matched by the order of results, laid out as in the trace.
#include "capture/side_by_side/tangents.h"

#include <algorithm>

#include <ATen/ATen.h>

#include "capture/execute/arguments.h"
#include "capture/execute/handover.h"
#include "capture/execute/py_values.h"
#include "capture/execute/symbols.h"
#include "capture/walker/python_name.h"
#include "capture/walker/tensor_reader.h"
#include "harness/error/error.h"

namespace assay::replay {

namespace py = pybind11;

// Tangents come in the order of the forward results, mutations first, but not every result has one. If a
// mutated input and a result have the same name, the later is the result.
std::vector<std::optional<ValueName>> subjects_of_tangents(const std::vector<const Graph*>& graphs) {
  std::vector<const Result*> order;
  for (const ResultRole role : {ResultRole::kMutation, ResultRole::kUser}) {
    for (const Graph* graph : graphs) {
      for (const Result& result : results_of(*graph)) {
        if (result.role == role) order.push_back(&result);
      }
    }
  }
  std::vector<const Node*> tangents;
  for (const Graph* graph : graphs) {
    for (const Node& node : graph->nodes) {
      if (node.kind == NodeKind::kInput && node.role == Role::kTangent) tangents.push_back(&node);
    }
  }
  std::vector<std::optional<ValueName>> subjects(tangents.size());
  std::size_t end = order.size();
  for (std::size_t i = tangents.size(); i-- > 0;) {
    const ValueName name = name_of(*tangents[i]);
    std::size_t at = end;
    while (at > 0 && order[at - 1]->name != tangents[i]->name) --at;
    if (at > 0) end = at - 1;  // otherwise out of order: by name only
    const bool is_mutation = at > 0 && order[end]->role == ResultRole::kMutation;
    subjects[i] = name;
    if (is_mutation) subjects[i]->result = ResultRole::kMutation;
  }
  return subjects;
}

py::list names_in_python(const std::vector<std::optional<ValueName>>& names) {
  py::list list;
  for (const auto& name : names) list.append(name ? to_python(*name) : py::none());
  return list;
}

std::size_t tangents_of(const Graph& graph) {
  return static_cast<std::size_t>(std::ranges::count_if(graph.nodes, [](const Node& node) {
    return node.kind == NodeKind::kInput && node.role == Role::kTangent;
  }));
}

bool has_tangents(const std::vector<const Graph*>& graphs) {
  return std::ranges::any_of(graphs, [](const Graph* graph) { return tangents_of(*graph) > 0; });
}

namespace {

std::vector<std::int64_t> numbers_of(const std::vector<Dim>& dims, const sym::Bindings& symbols) {
  std::vector<std::int64_t> numbers;
  for (const Dim& dim : dims) {
    const sym::Worth size = dim.symbolic() ? sym::evaluate(sym::parse(dim.expr.view()), symbols) : dim.number;
    numbers.push_back(std::get<std::int64_t>(size));
  }
  return numbers;
}

at::Tensor zeros_like(const TensorMeta& meta, const sym::Bindings& symbols) {
  return at::zeros(numbers_of(meta.shape, symbols), at::TensorOptions(scalar_type_of(meta.dtype)));
}

// Nothing if a symbol has no value: a data-dependent size has none before the graph runs.
std::optional<std::vector<std::int64_t>> known_numbers_of(const std::vector<Dim>& dims,
                                                          const sym::Bindings& symbols) {
  try {
    return numbers_of(dims, symbols);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// `tangent` in the memory layout of the trace, as in AOTAutograd's own runtime. A loss may give one number
// for all elements.
at::Tensor laid_out(const at::Tensor& tangent, const TensorMeta& meta, const sym::Bindings& symbols) {
  if (!meta.stride || tangent.layout() != at::kStrided || tangent.is_nested()) return tangent;
  const auto sizes = known_numbers_of(meta.shape, symbols), strides = known_numbers_of(*meta.stride, symbols);
  if (!sizes || !strides || tangent.sizes() != at::IntArrayRef(*sizes)) return tangent;
  if (tangent.strides() == at::IntArrayRef(*strides)) return tangent;
  return at::empty_strided(*sizes, *strides, tangent.options()).copy_(tangent);
}

}  // namespace

void fill_tangents(const Graph& graph, const py::list& tangents, std::size_t next,
                   std::vector<c10::IValue>& inputs) {
  const sym::Bindings symbols = bind_symbols(graph, inputs);
  std::size_t position = 0;
  for (const Node& node : graph.nodes) {
    if (node.kind != NodeKind::kInput) continue;
    c10::IValue& input = inputs[position++];
    if (node.role != Role::kTangent) continue;
    const c10::IValue given = from_python(py::object(tangents[next++]));
    const at::Tensor tangent = given.isTensor() ? given.toTensor().detach() : at::Tensor();
    const auto& meta = std::get<TensorMeta>(node.outputs.at(0).data);
    input = tangent.defined() ? laid_out(tangent, meta, symbols) : zeros_like(meta, symbols);
  }
}

}  // namespace assay::replay
