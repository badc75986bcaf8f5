// Invariants of the model beyond its types.
#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "harness/graph/breach.h"
#include "harness/graph/digest.h"
#include "harness/graph/sym_expr.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

constexpr std::size_t kMostConstantData = 4096;

std::string ref_text(const Ref& ref) {
  std::string text = "%" + std::to_string(ref.node);
  if (ref.path.size() == 1 && ref.path[0] == 0) return text;
  for (const std::uint32_t index : ref.path) text += "." + std::to_string(index);
  return text;
}

// The output that `path` leads to, or null.
const Output* find_output(const std::vector<Output>& outputs, const OutputPath& path) {
  const std::vector<Output>* level = &outputs;
  const Output* found = nullptr;
  for (const std::uint32_t index : path) {
    if (level == nullptr || index >= level->size()) return nullptr;
    found = &(*level)[index];
    level = std::get_if<std::vector<Output>>(&found->data);
  }
  return found;
}

// Walks a file and throws a Breach for the first violation.
class Validation {
 public:
  explicit Validation(const GraphFile& file) : file_(file) {}

  void run() {
    index_graphs();
    for (graph_ = 0; graph_ < file_.graphs.size(); ++graph_) check_graph(file_.graphs[graph_]);
  }

 private:
  struct InputKey {
    Role role;
    Name name;
    bool operator==(const InputKey&) const = default;
  };
  struct InputKeyHash {
    std::size_t operator()(const InputKey& key) const {
      return key.name.hash() * 8 + static_cast<std::size_t>(key.role);
    }
  };

  [[noreturn]] void fail(const std::string& path, ErrorParts parts) const {
    std::string full = "graphs[" + std::to_string(graph_) + "]";
    if (node_) full += ".nodes[" + std::to_string(*node_) + "]";
    throw Breach{graph_, node_, full + path, std::move(parts)};
  }

  static std::string under(std::string_view head, std::string_view key) {
    std::string path(head);
    append_key(path, key);
    return path;
  }

  static auto under_args(Name name) {
    return [name] { return under(".args", name.view()); };
  }

  void index_graphs() {
    bool has_sub_graphs = false;
    for (graph_ = 0; graph_ < file_.graphs.size(); ++graph_) {
      const Name name = file_.graphs[graph_].name;
      if (name.empty())
        fail(".name", {.what = "graph has no name", .expected = "a name such as \"forward\""});
      if (!by_name_.emplace(name, graph_).second)
        fail(".name", {.what = "two graphs have one name",
                       .expected = "names that differ",
                       .found = quoted(name.view())});
      has_sub_graphs = has_sub_graphs || file_.graphs[graph_].of.has_value();
    }
    if (has_sub_graphs) index_uses();
  }

  void check_graph(const Graph& graph) {
    node_.reset();
    inputs_.clear();
    if (graph.of) check_of(graph);
    check_named_values(graph.assumes, ".assumes", "attributes need names");
    check_symbols(graph);
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      node_ = id;
      const Node& node = graph.nodes[id];
      if (node.kind == NodeKind::kInput) check_input(node);
      if (node.kind == NodeKind::kOp) check_op(graph, node);
      if (node.kind == NodeKind::kOutput) check_output(graph, node);
    }
  }

  void check_symbols(const Graph& graph) {
    std::unordered_set<Name> seen;
    for (const Symbol& symbol : graph.symbols)
      if (symbol.name.empty() || !seen.insert(symbol.name).second)
        fail(".symbols", {.what = "symbol is declared twice",
                          .expected = "symbols that differ",
                          .found = quoted(symbol.name.view())});
  }

  // "joint/true_graph_0" belongs to graph "joint".
  static Name parent_of(Name name) { return Name(name.view().substr(0, name.view().rfind('/'))); }

  void check_of(const Graph& graph) {
    const auto parent = by_name_.find(parent_of(graph.name));
    if (parent == by_name_.end() || parent->second == graph_)
      fail(".name", {.what = "sub-graph is not named after its parent",
                     .expected = "PARENT/NAME where PARENT is a graph of this file",
                     .found = quoted(graph.name.view())});
    if (uses_.contains({{parent->second, *graph.of}, graph.name})) return;
    fail(".of", {.what = "sub-graph is not used by the node it names",
                 .expected = "a node of graph " + quoted(parent->first.view()) +
                             " with an argument {\"graph\": " + quoted(graph.name.view()) + "}",
                 .found = "%" + std::to_string(*graph.of)});
  }

  // Users of sub-graphs: nodes with a sub-graph as an argument. Collected once, since a node may have many.
  void index_uses() {
    for (graph_ = 0; graph_ < file_.graphs.size(); ++graph_) {
      const std::vector<Node>& nodes = file_.graphs[graph_].nodes;
      for (NodeId id = 0; id < nodes.size(); ++id)
        for (const Argument& argument : nodes[id].args) index_uses(argument.value, {graph_, id}, 0);
    }
  }
  void index_uses(const Value& value, std::pair<std::size_t, NodeId> user, int depth) {
    if (const auto* sub = std::get_if<SubGraph>(&value.data)) uses_.emplace(user, sub->graph);
    if (depth > kMaxValueDepth) return;
    for_children(value, [&](const Value& child) { index_uses(child, user, depth + 1); });
  }

  void check_input(const Node& node) {
    if (node.outputs.size() != 1)
      fail(".outputs", {.what = "an input gives one output",
                        .expected = "1 output",
                        .found = std::to_string(node.outputs.size())});
    check_output_depth(node.outputs[0], 0);
    const bool named =
        node.role == Role::kParameter || node.role == Role::kBuffer || node.role == Role::kUser;
    if (named) {
      check_unique_input(node.role, node.name, ".name");
      for (const Name also : node.also) check_unique_input(node.role, also, ".also");
    }
    if (node.constant) check_constant(node);
  }

  void check_unique_input(Role role, Name name, std::string_view key) {
    if (inputs_.insert({role, name}).second) return;
    fail(std::string(key), {.what = "two inputs of role " + std::string(to_string(role)) + " have one name",
                            .expected = "names that differ",
                            .found = quoted(name.view())});
  }

  void check_constant(const Node& node) {
    const ConstantValue& constant = *node.constant;
    if (node.role != Role::kConstant)
      fail(".value", {.what = "only an input of role constant has a value",
                      .found = "role " + std::string(to_string(node.role))});
    if (!is_sha256_hex(constant.sha256))
      fail(".value.sha256", {.what = "not a SHA-256",
                             .expected = "64 hexadecimal digits in lower case",
                             .found = excerpt(constant.sha256)});
    check_memory(constant.memory_of);
    if (!constant.data) return;
    if (constant.data->size() > kMostConstantData)
      fail(".value.data", {.what = "constant is too long to be kept in the graph file",
                           .expected = "at most 4096 bytes, longer ones in SHA256.bin beside the file",
                           .found = std::to_string(constant.data->size()) + " bytes"});
    const std::string digest = sha256_hex(*constant.data);
    if (digest != constant.sha256)
      fail(".value.sha256",
           {.what = "SHA-256 does not belong to the data", .expected = digest, .found = constant.sha256});
  }

  void check_memory(const std::optional<MemoryOf>& memory) {
    constexpr auto kHolders = std::to_array({Role::kParameter, Role::kBuffer, Role::kConstant});
    if (memory && std::ranges::find(kHolders, memory->role) == kHolders.end())
      fail(".value.memory_of.role", {.what = "no memory that a constant can lie in",
                                     .expected = "one of: parameter, buffer, constant",
                                     .found = std::string(to_string(memory->role))});
  }

  void check_op(const Graph& graph, const Node& node) {
    if (node.target.name.empty()) fail(".target", {.what = "op has no target"});
    for (const Output& output : node.outputs) check_output_depth(output, 0);
    check_argument_names(node);
    for (const Argument& argument : node.args)
      check_value(graph, argument.value, under_args(argument.name), 0);
    for (const Name mutated : node.effects.mutates) check_argument_path(mutated.view(), ".effects");
    check_alias(node);
    if (node.module) check_named_values(node.module->config, ".module.config", "hyper-parameters need names");
  }

  // Short lists are searched, long lists hashed: most nodes have a handful of arguments.
  void check_argument_names(const Node& node) {
    names_.clear();
    const bool hashed = node.args.size() > 16 || node.effects.any() || !node.alias.empty();
    const auto repeated = [&](const Argument& argument) {
      if (hashed) return !names_.insert(argument.name.view()).second;
      for (const Argument* earlier = node.args.data(); earlier != &argument; ++earlier)
        if (earlier->name == argument.name) return true;
      return false;
    };
    for (const Argument& argument : node.args)
      if (repeated(argument))
        fail(under(".args", argument.name.view()),
             {.what = "argument is given twice", .expected = "names that differ"});
  }

  // "tensors[2]" and "self" both start with the name of an argument.
  void check_argument_path(std::string_view path, const char* key) const {
    constexpr std::size_t kLongest = 1000;
    for (std::size_t end = path.size(); path.size() <= kLongest; end = path.find_last_of(".[", end - 1)) {
      if (end == std::string_view::npos) break;
      if (names_.contains(path.substr(0, end))) return;
      if (end == 0) break;
    }
    fail(key, {.what = "no such argument", .expected = "an argument of this node", .found = excerpt(path)});
  }

  void check_alias(const Node& node) const {
    std::set<OutputPath> seen;
    for (const Alias& alias : node.alias) {
      if (alias.output.empty() || find_output(node.outputs, alias.output) == nullptr)
        fail(".alias", {.what = "alias names an output that does not exist",
                        .expected = "one of " + std::to_string(node.outputs.size()) + " outputs"});
      if (!seen.insert(alias.output).second)
        fail(".alias", {.what = "an output has two aliases", .expected = "one each"});
      check_argument_path(alias.argument.view(), ".alias");
    }
  }

  void check_named_values(const Dict& values, const char* path, const char* what) const {
    std::unordered_set<std::string_view> seen;
    for (const auto& [key, value] : values.items) {
      const auto* name = std::get_if<std::string>(&key.data);
      if (name == nullptr || !seen.insert(*name).second)
        fail(path, {.what = what, .expected = "strings that differ"});
      check_constant_value(value, under(path, *name), 0);
    }
  }

  void check_constant_value(const Value& value, const std::string& path, int depth) const {
    check_depth(path, depth);
    for_children(value, [&](const Value& child) { check_constant_value(child, path, depth + 1); });
    if (std::holds_alternative<Ref>(value.data) || std::holds_alternative<SubGraph>(value.data))
      fail(path, {.what = "hyper-parameters and attributes are constants",
                  .expected = "no reference and no sub-graph"});
  }

  template <typename Visit>
  static void for_children(const Value& value, Visit&& visit) {
    const auto each = [&visit](const ValueList& items) {
      for (const Value& item : items) visit(item);
    };
    if (const auto* list = std::get_if<List>(&value.data)) each(list->items);
    if (const auto* tuple = std::get_if<Tuple>(&value.data)) each(tuple->items);
    if (const auto* slice = std::get_if<Slice>(&value.data)) each(slice->parts);
    if (const auto* dict = std::get_if<Dict>(&value.data))
      for (const auto& [key, item] : dict->items) visit(key), visit(item);
  }

  void check_output(const Graph& graph, const Node& node) {
    if (*node_ + 1 != graph.nodes.size())
      fail("", {.what = "an output node is not the last", .expected = "at most one output node, at the end"});
    std::unordered_set<std::string> labels;
    for (const Result& result : node.results) {
      const std::string label = label_of(result);
      if (!labels.insert(label).second)
        fail(under(".args", label),
             {.what = "result is given twice", .expected = "results that differ in role or name"});
      check_value(
          graph, result.value, [&label] { return under(".args", label); }, 0);
    }
  }

  void check_depth(const std::string& path, int depth) const {
    if (depth > kMaxValueDepth)
      fail(path, {.what = "value is nested too deeply",
                  .expected = "at most " + std::to_string(kMaxValueDepth) + " levels"});
  }

  // `path` is called only on failure: good values build no string.
  template <typename Path>
  void check_value(const Graph& graph, const Value& value, const Path& path, int depth) const {
    if (depth > kMaxValueDepth) check_depth(path(), depth);
    if (const auto* ref = std::get_if<Ref>(&value.data)) return check_ref(graph, *ref, path);
    if (const auto* sub = std::get_if<SubGraph>(&value.data)) return check_sub_graph(graph, sub->graph, path);
    if (const auto* slice = std::get_if<Slice>(&value.data); slice != nullptr && slice->parts.size() != 3)
      fail(path(), {.what = "a slice has three parts", .found = std::to_string(slice->parts.size())});
    if (const auto* big = std::get_if<BigInt>(&value.data); big != nullptr && !is_big_int(big->digits))
      fail(path(), {.what = "not an integer beyond 64 bits", .found = excerpt(big->digits)});
    for_children(value, [&](const Value& child) { check_value(graph, child, path, depth + 1); });
  }

  template <typename Path>
  void check_ref(const Graph& graph, const Ref& ref, const Path& path) const {
    if (ref.node >= *node_) {
      const bool exists = ref.node < graph.nodes.size();
      fail(path(),
           {.what = exists ? "reference does not point backwards" : "reference to a node that does not exist",
            .expected = *node_ == 0 ? "no reference: this is the first node"
                                    : "a node below " + std::to_string(*node_),
            .found = ref_text(ref)});
    }
    const std::vector<Output>& outputs = graph.nodes[ref.node].outputs;
    if (!ref.path.empty() && find_output(outputs, ref.path) != nullptr) return;
    fail(path(),
         {.what = "reference to an output that does not exist",
          .expected = "one of " + std::to_string(outputs.size()) + " outputs of %" + std::to_string(ref.node),
          .found = ref_text(ref)});
  }

  template <typename Path>
  void check_sub_graph(const Graph& graph, Name name, const Path& path) const {
    const auto found = by_name_.find(name);
    if (found != by_name_.end() && found->second != graph_ && file_.graphs[found->second].of &&
        parent_of(name) == graph.name)
      return;
    fail(path(), {.what = "reference to a sub-graph that does not exist",
                  .expected = "a graph named " + quoted(graph.name.str() + "/NAME") + " with \"of\"",
                  .found = quoted(name.view())});
  }

  void check_output_depth(const Output& output, int depth) const {
    if (depth > kMaxValueDepth)
      fail(".outputs", {.what = "outputs are nested too deeply",
                        .expected = "at most " + std::to_string(kMaxValueDepth) + " levels"});
    if (const auto* tensor = std::get_if<TensorMeta>(&output.data)) check_tensor(*tensor);
    if (const auto* nested = std::get_if<std::vector<Output>>(&output.data))
      for (const Output& item : *nested) check_output_depth(item, depth + 1);
  }

  void check_tensor(const TensorMeta& tensor) const {
    if (tensor.stride && tensor.stride->size() != tensor.shape.size())
      fail(".outputs", {.what = "strides do not fit the shape",
                        .expected = std::to_string(tensor.shape.size()) + " strides",
                        .found = std::to_string(tensor.stride->size())});
    for (const Dim& size : tensor.shape)
      if (!size.symbolic() && size.number < 0)
        fail(".outputs",
             {.what = "a size is negative", .expected = "0 or more", .found = std::to_string(size.number)});
  }

  const GraphFile& file_;
  std::unordered_map<Name, std::size_t> by_name_;
  std::unordered_set<InputKey, InputKeyHash> inputs_;
  std::set<std::pair<std::pair<std::size_t, NodeId>, Name>> uses_;
  std::unordered_set<std::string_view> names_;  // of the current node, if it has many, or effects or aliases
  std::size_t graph_ = 0;
  std::optional<NodeId> node_;
};

}  // namespace

void append_key(std::string& path, std::string_view key) {
  const auto word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  bool plain = !key.empty();
  for (const char c : key) plain = plain && word(c);
  if (plain)
    path.append(".").append(key);
  else
    path.append("[").append(excerpt(key)).append("]");
}

std::optional<Breach> find_breach(const GraphFile& file) {
  try {
    Validation(file).run();
  } catch (const Breach& breach) {
    return breach;
  }
  return std::nullopt;
}

void validate(const GraphFile& file, std::string_view source) {
  std::optional<Breach> breach = find_breach(file);
  if (!breach) return;
  breach->parts.where = source.empty() ? breach->path : std::string(source) + ": " + breach->path;
  throw InputError(breach->parts);
}

}  // namespace assay
