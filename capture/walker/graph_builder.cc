// GraphBuilder: nodes, inputs and constants.
#include "capture/walker/graph_builder.h"

#include <ATen/EmptyTensor.h>
#include <torch/csrc/Generator.h>
#include <torch/csrc/autograd/python_variable.h>

#include "capture/imported.h"
#include "capture/torch_private.h"
#include "capture/walker/plain_memory.h"
#include "harness/error/error.h"
#include "harness/graph/digest.h"
#include "harness/graph/keep_nodes.h"

namespace assay {

namespace py = pybind11;

namespace {
constexpr std::size_t kInlineConstantBytes = 4096;

bool is_number(Name expression) {
  const std::string& text = expression.str();
  return text == "True" || text == "False" || text.find_first_not_of("-.0123456789e+") == std::string::npos;
}

// False for a storage that was shrunk, like sharding does to free a parameter's memory.
bool has_its_memory(const at::Tensor& tensor) {
  return !tensor.has_storage() || tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides() ||
         tensor.storage().nbytes() >= at::detail::computeStorageNbytes(tensor.sizes(), tensor.strides(),
                                                                       tensor.element_size(),
                                                                       tensor.storage_offset());
}
}  // namespace

void forget_numbers(std::vector<Output>& outputs) {
  for (Output& output : outputs) {
    if (auto* scalar = std::get_if<ScalarMeta>(&output.data); scalar != nullptr && is_number(scalar->expr))
      scalar->expr = Name();
  }
}

std::optional<ConstantValue> read_constant(py::handle tensor) {
  static const py::handle fake_type = torch_private::found(torch_private::kFakeTensor);
  if (!py::isinstance(tensor, fake_type)) return read_constant(THPVariable_Unpack(tensor.ptr()));
  const py::object value_of = py::getattr(tensor.attr("fake_mode"), "assay_value_of", py::none());
  const py::object value = value_of.is_none() ? value_of : value_of(tensor);
  return value.is_none() ? std::nullopt : read_constant(THPVariable_Unpack(value.ptr()));
}

std::optional<ConstantValue> read_constant(const at::Tensor& tensor) {
  require_plain_memory(tensor, "constant", "");
  if (tensor.is_meta() || tensor.layout() != at::kStrided || !has_its_memory(tensor)) return {};
  const at::NoGradGuard no_grad;
  // A recorder reads constants while the program's fake mode is on. The mode would answer without values.
  const c10::impl::ExcludeDispatchKeyGuard no_modes(
      c10::DispatchKeySet{c10::DispatchKey::Python, c10::DispatchKey::PythonTLSSnapshot});
  const at::Tensor plain = elements_of(tensor.detach());
  std::string bytes(static_cast<const char*>(plain.const_data_ptr()), plain.nbytes());
  std::string digest = sha256_hex(bytes);
  return ConstantValue{std::move(digest), std::move(bytes)};
}

namespace {

template <typename T>
T known_role(const std::optional<T>& known, const std::string& text) {
  if (!known) throw HarnessError({.what = "a capture path names an unknown role", .found = text});
  return *known;
}

}  // namespace

Role role_of(py::handle role) {
  const auto text = role.cast<std::string>();
  return known_role(role_from_string(text), text);
}

ResultRole result_role_of(py::handle role) {
  const auto text = role.cast<std::string>();
  return known_role(result_role_from_string(text), text);
}

GraphBuilder::GraphBuilder(std::string name, std::function<Value(py::handle)> node_reference,
                           std::function<Value(py::handle)> tensor_reference)
    : tensors_(symbols_),
      values_(symbols_, {std::move(node_reference), std::move(tensor_reference),
                         [this](py::handle g) { return generator(g); }}) {
  graph_.name = Name(name);
}

NodeId GraphBuilder::add(Node node) {
  graph_.nodes.push_back(std::move(node));
  return static_cast<NodeId>(graph_.nodes.size() - 1);
}

void GraphBuilder::add_result(ResultRole role, Name name, py::handle value) {
  require_plain_memory(value, role == ResultRole::kUser ? "result" : to_string(role), name.str());
  results_.push_back({role, name, values_.read(value)});
}

Graph GraphBuilder::finish(const std::string& name) {
  Graph graph = std::exchange(graph_, {});
  graph.name = Name(name);
  Node output;
  output.kind = NodeKind::kOutput;
  output.results = std::exchange(results_, {});
  graph.nodes.push_back(std::move(output));
  put_inputs_first(graph);
  graph.symbols = symbols_.symbols(py::none());
  return graph;
}

NodeId GraphBuilder::add_input(Role role, Name name, std::vector<Name> also, py::handle value) {
  require_plain_memory(value, to_string(role), name.str());
  know_state(role, name, value);
  Node node;
  node.kind = NodeKind::kInput;
  node.role = role;
  node.name = name;
  node.also = std::move(also);
  node.outputs.push_back(tensors_.output(value));
  return add(std::move(node));
}

NodeId GraphBuilder::add_constant(Name name, py::handle tensor) {
  require_plain_memory(tensor, "constant", name.str());
  return add_constant(name, tensors_.output(tensor), read_constant(tensor),
                      place_of(THPVariable_Unpack(tensor.ptr())));
}

NodeId GraphBuilder::add_constant(Name name, Output output, std::optional<ConstantValue> value,
                                  const std::optional<MemoryPlace>& place) {
  if (value) value->memory_of = memory_.enter(name, place);
  if (value && value->data->size() > kInlineConstantBytes) {
    large_constants_.emplace(value->sha256, std::move(*value->data));
    value->data.reset();
  }
  Node node;
  node.kind = NodeKind::kInput;
  node.role = Role::kConstant;
  node.name = name;
  node.constant = std::move(value);
  node.outputs.push_back(std::move(output));
  return add(std::move(node));
}

void GraphBuilder::rename_constant(NodeId constant, Name name) {
  const Name before = std::exchange(graph_.nodes[constant].name, name);
  memory_.rename(before, name);
  for (Node& node : graph_.nodes) {
    if (!node.constant || !node.constant->memory_of) continue;
    MemoryOf& memory = *node.constant->memory_of;
    if (memory.role == Role::kConstant && memory.name == before) memory.name = name;
  }
}

void GraphBuilder::know_state(Role role, Name name, py::handle value) {
  const bool is_state = role == Role::kParameter || role == Role::kBuffer;
  if (is_state && TensorReader::is_tensor(value))
    memory_.know_state(role, name, place_of(THPVariable_Unpack(value.ptr())));
}

NodeId GraphBuilder::add_operator(const OperatorSchema& schema, py::handle args, py::handle kwargs,
                                  py::handle value) {
  std::vector<Argument> bound = schema.bind(args, kwargs, values_);
  return add_operator(schema, std::move(bound), tensors_.outputs(value));
}

NodeId GraphBuilder::add_operator(const OperatorSchema& schema, std::vector<Argument> bound,
                                  std::vector<Output> outputs) {
  Node node;
  node.kind = NodeKind::kOp;
  node.target = schema.name();
  node.args = std::move(bound);
  node.outputs = std::move(outputs);
  if (schema.gives_data()) forget_numbers(node.outputs);
  node.effects = schema.effects(node.args);
  node.alias = schema.aliases(node.args, node.outputs.size());
  return add(std::move(node));
}

Value GraphBuilder::generator(py::handle generator) {
  // Two Python objects may share a generator, so the C++ object is the identity.
  const void* identity = reinterpret_cast<THPGenerator*>(generator.ptr())->cdata.unsafeGetGeneratorImpl();
  const auto [found, is_new] = generators_.emplace(identity, 0);
  if (is_new)
    found->second = add_input(Role::kGenerator, Name(std::to_string(generators_.size() - 1)), {}, generator);
  return Ref{found->second, {0}};
}

}  // namespace assay
