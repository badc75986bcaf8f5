// Writes graph files: fixed key order, a node per line.
#include <algorithm>
#include <utility>

#include "harness/error/error.h"
#include "harness/graph/digest.h"
#include "harness/graph/json.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

class Writer {
 public:
  std::string run(const GraphFile& file) {
    out_ = "{\"assay_graph\": " + std::to_string(kGraphFileVersion);
    header(file.header);
    out_ += ",\n \"graphs\": [";
    items(file.graphs, [this](const Graph& one) { graph(one); });
    out_ += "]}\n";
    if (const std::size_t bad = find_invalid_utf8(out_); bad != out_.size())
      throw InputError(
          {.what = "a string of the graph is not UTF-8",
           .where = "line " +
                    std::to_string(
                        1 + std::count(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(bad), '\n')) +
                    " of the graph file"});
    return std::move(out_);
  }

 private:
  // ---- pieces of JSON: ", " and ": " in objects, "," in lists
  void key(std::string_view name) {
    if (out_.back() != '{') out_ += ", ";
    append_quoted(out_, name);
    out_ += ": ";
  }
  void text(std::string_view name, std::string_view value) {
    key(name);
    append_quoted(out_, value);
  }
  void text_if_any(std::string_view name, std::string_view value) {
    if (!value.empty()) text(name, value);
  }
  template <typename Items, typename Write>
  void items(const Items& all, Write write) {
    bool first = true;
    for (const auto& item : all) {
      if (!std::exchange(first, false)) out_ += ',';
      write(item);
    }
  }
  template <typename Items, typename Write>
  void list(const Items& all, Write write) {
    out_ += '[';
    items(all, write);
    out_ += ']';
  }
  void names(std::string_view name, const std::vector<Name>& all) {
    if (all.empty()) return;
    key(name);
    list(all, [this](Name one) { append_quoted(out_, one.view()); });
  }
  void single(std::string_view name, std::string_view value) {
    out_ += '{';
    text(name, value);
    out_ += '}';
  }

  // ---- header
  void strings(std::string_view name, const std::map<std::string, std::string>& map) {
    if (map.empty()) return;
    key(name);
    out_ += '{';
    for (const auto& [one, value] : map) text(one, value);
    out_ += '}';
  }

  void header(const Header& header) {
    text_if_any("case", header.case_id);
    text_if_any("method", header.method);
    text_if_any("device", header.device);
    text_if_any("phantom", header.phantom);
    if (header.fake) key("fake"), out_ += "true";
    text_if_any("torch", header.torch);
    text_if_any("python", header.python);
    strings("packages", header.packages);
    strings("environment", header.environment);
    text_if_any("case_file", header.case_file);
    text_if_any("case_sha256", header.case_sha256);
    text_if_any("lowered_from", header.lowered_from);
    if (header.verified.empty()) return;
    out_ += ",\n \"verified\": [";
    items(header.verified, [this](const VerifiedWith& with) { verified(with); });
    out_ += ']';
  }

  void verified(const VerifiedWith& with) {
    out_ += "\n  {";
    text("torch", with.torch);
    text_if_any("python", with.python);
    strings("packages", with.packages);
    out_ += '}';
  }

  // ---- graphs
  void graph(const Graph& graph) {
    out_ += "\n  {";
    text("name", graph.name.view());
    if (graph.of) key("of"), append_int(out_, *graph.of);
    text_if_any("resumes", graph.resumes.view());
    if (graph.stopped) {
      key("break");
      out_ += '{';
      text("reason", graph.stopped->reason);
      text("source", graph.stopped->source);
      out_ += '}';
    }
    if (!graph.assumes.items.empty()) key("assumes"), named_values(graph.assumes, graph.name);
    if (!graph.symbols.empty()) {
      out_ += ",\n   \"symbols\": [";
      items(graph.symbols, [this](const Symbol& one) { symbol(one); });
      out_ += ']';
    }
    if (!graph.guards.empty()) {
      out_ += ",\n   \"guards\": [";
      items(graph.guards, [this](Name guard) { out_ += "\n    ", append_quoted(out_, guard.view()); });
      out_ += ']';
    }
    const bool preamble = !graph.symbols.empty() || !graph.guards.empty();
    out_ += preamble ? ",\n   \"nodes\": [" : ", \"nodes\": [";
    NodeId id = 0;
    items(graph.nodes, [&](const Node& one) { node(one, id++); });
    out_ += "]}";
  }

  void symbol(const Symbol& symbol) {
    out_ += "\n    {";
    text("name", symbol.name.view());
    const auto number = [this](std::string_view name, const std::optional<std::int64_t>& value) {
      key(name);
      value ? append_int(out_, *value) : static_cast<void>(out_ += "null");
    };
    number("hint", symbol.hint);
    number("lower", symbol.lower);
    number("upper", symbol.upper);
    out_ += '}';
  }

  // ---- nodes
  void node(const Node& node, NodeId id) {
    out_ += "\n   {";
    key("id"), append_int(out_, id);
    text("kind", to_string(node.kind));
    if (node.kind == NodeKind::kInput) input(node);
    if (node.kind == NodeKind::kOp) op(node);
    if (node.kind == NodeKind::kOutput) results(node);
    if (!node.meta.module.empty() || !node.meta.source.empty() || !node.meta.stage.empty()) {
      key("meta"), out_ += '{';
      text_if_any("module", node.meta.module.view());
      text_if_any("source", node.meta.source.view());
      text_if_any("stage", node.meta.stage.view());
      out_ += '}';
    }
    out_ += '}';
  }

  void outputs(const Node& node) {
    key("outputs");
    list(node.outputs, [this](const Output& one) { output(one); });
  }

  void input(const Node& node) {
    text("role", to_string(node.role));
    text("name", node.name.view());
    names("also", node.also);
    if (node.constant) {
      key("value"), out_ += '{';
      text("sha256", node.constant->sha256);
      if (node.constant->data) text("data", base64_encode(*node.constant->data));
      if (node.constant->memory_of) memory_of(*node.constant->memory_of);
      out_ += '}';
    }
    outputs(node);
  }

  void memory_of(const MemoryOf& memory) {
    key("memory_of"), out_ += '{';
    text("role", to_string(memory.role));
    text("name", memory.name.view());
    key("offset"), append_int(out_, memory.offset);
    if (memory.detached) key("detached"), out_ += "true";
    out_ += '}';
  }

  void op(const Node& node) {
    text("target", to_string(node.target));
    if (!node.bound) key("bound"), out_ += "false";
    if (node.module) module(*node.module);
    key("args"), out_ += '{';
    std::vector<Name> defaulted;
    for (const Argument& argument : node.args) {
      key(argument.name.view());
      value(argument.value);
      if (argument.defaulted) defaulted.push_back(argument.name);
    }
    out_ += '}';
    names("defaulted", defaulted);
    effects(node.effects);
    alias(node.alias);
    outputs(node);
  }

  void module(const ModuleInfo& module) {
    key("module"), out_ += '{';
    text("class", module.class_name.view());
    key("config"), named_values(module.config, module.class_name);
    out_ += '}';
  }

  void named_values(const Dict& values, Name of) {
    out_ += '{';
    for (const auto& [name, item] : values.items) {
      const auto* word = std::get_if<std::string>(&name.data);
      if (word == nullptr)
        throw InputError(
            {.what = "hyper-parameters and attributes need names", .where = of.str(), .expected = "strings"});
      key(*word);
      value(item);
    }
    out_ += '}';
  }

  void effects(const Effects& effects) {
    if (!effects.any()) return;
    std::vector<std::string> words;
    for (const Name name : effects.mutates) words.push_back("mutates:" + name.str());
    if (effects.rng) words.emplace_back("rng");
    if (effects.state) words.emplace_back("state");
    key("effects");
    list(words, [this](const std::string& word) { append_quoted(out_, word); });
  }

  void alias(const std::vector<Alias>& aliases) {
    if (aliases.empty()) return;
    key("alias"), out_ += '{';
    for (const Alias& one : aliases) {
      std::string position;
      for (const std::uint32_t index : one.output)
        position += (position.empty() ? "" : ",") + std::to_string(index);
      text(position, one.argument.view());
    }
    out_ += '}';
  }

  void results(const Node& node) {
    key("args"), out_ += '{';
    bool all_user = true;
    for (const Result& result : node.results) {
      key(label_of(result));
      value(result.value);
      all_user = all_user && result.role == ResultRole::kUser;
    }
    out_ += '}';
    if (all_user) return;
    key("results"), out_ += '{';
    for (const Result& result : node.results) {
      if (result.role == ResultRole::kUser) continue;
      key(label_of(result)), out_ += '{';
      text("role", to_string(result.role));
      text("of", result.name.view());
      out_ += '}';
    }
    out_ += '}';
  }

  // ---- values, an overload per alternative
  void value(const Value& value) {
    std::visit([this](const auto& one) { write(one); }, value.data);
  }

  void write(Null) { out_ += "null"; }
  void write(bool one) { out_ += one ? "true" : "false"; }
  void write(std::int64_t one) { append_int(out_, one); }
  void write(double one) {
    const bool finite = one - one == 0;
    if (!finite) out_ += "{\"f\": \"";
    append_float(out_, one);
    if (!finite) out_ += "\"}";
  }
  void write(const std::string& one) { append_quoted(out_, one); }
  void write(const Ref& ref) {
    out_ += "{\"%\": [";
    append_int(out_, ref.node);
    out_ += ',';
    if (ref.path.size() > 1) out_ += '[';
    items(ref.path, [this](std::uint32_t index) { append_int(out_, index); });
    out_ += ref.path.size() > 1 ? "]]}" : "]}";
  }
  void write(const List& one) { bare_list(one.items); }
  void write(const Tuple& one) { wrapped_list("tuple", one.items); }
  void write(const Slice& one) { wrapped_list("slice", one.parts); }
  void bare_list(const ValueList& all) {
    list(all, [this](const Value& item) { value(item); });
  }
  void wrapped_list(std::string_view name, const ValueList& all) {
    out_ += '{';
    key(name);
    bare_list(all);
    out_ += '}';
  }
  void write(const Dict& dict) {
    out_ += "{\"dict\": [";
    items(dict.items, [this](const auto& item) {
      out_ += '[', value(item.first);
      out_ += ',', value(item.second);
      out_ += ']';
    });
    out_ += "]}";
  }
  void write(Ellipsis) { out_ += "{\"ellipsis\": true}"; }
  void write(const BigInt& one) { single("int", one.digits); }
  void write(const Complex& one) {
    out_ += "{\"c\": [";
    write(one.re);
    out_ += ',';
    write(one.im);
    out_ += "]}";
  }
  void write(DType one) { single("dtype", to_string(one)); }
  void write(const DevicePlace& one) { single("device", to_string(one)); }
  void write(Layout one) { single("layout", to_string(one)); }
  void write(MemoryFormat one) { single("memory_format", to_string(one)); }
  void write(SymExpr one) { single("sym", one.text.view()); }
  void write(SubGraph one) { single("graph", one.graph.view()); }
  void write(PyName one) { single("py", one.qualified.view()); }
  void write(Opaque one) { single("opaque", one.what.view()); }

  // ---- outputs
  void output(const Output& output) {
    std::visit([this](const auto& one) { write(one); }, output.data);
  }
  void write(const std::vector<Output>& nested) {
    list(nested, [this](const Output& one) { output(one); });
  }
  void write(const ScalarMeta& scalar) {
    out_ += '{';
    text_if_any("sym", scalar.expr.view());
    text("type", to_string(scalar.type));
    out_ += '}';
  }
  void write(const TensorMeta& tensor) {
    out_ += '{';
    text("dtype", to_string(tensor.dtype));
    key("shape"), dims(tensor.shape);
    if (tensor.stride) key("stride"), dims(*tensor.stride);
    text("device", to_string(tensor.device));
    if (tensor.layout != Layout::kStrided) text("layout", to_string(tensor.layout));
    out_ += '}';
  }
  void dims(const std::vector<Dim>& all) {
    list(all, [this](const Dim& dim) {
      dim.symbolic() ? single("sym", dim.expr.view()) : append_int(out_, dim.number);
    });
  }

  std::string out_;
};

}  // namespace

std::string write_graph_file(const GraphFile& file) { return Writer().run(file); }

}  // namespace assay
