// Prints the text form.
#include <utility>

#include "harness/graph/digest.h"
#include "harness/graph/text.h"
#include "harness/graph/text_header.h"
#include "harness/graph/text_lexer.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

enum class Numbers : bool { kPrinted, kLeftOut };

class Printer {
 public:
  Printer() = default;
  explicit Printer(Numbers numbers) : anywhere_(numbers == Numbers::kLeftOut) {}
  explicit Printer(const DevicePlace& own_device) : own_device_(own_device), names_own_(false) {}

  std::string take() { return std::move(out_); }

  void file(const GraphFile& file) {
    header(file.header);
    graphs(file.graphs);
  }

  void graphs(const std::vector<Graph>& graphs) {
    for (const Graph& one : graphs) {
      if (!out_.empty()) out_ += '\n';
      graph(one);
    }
  }

  void node(const Graph& graph, NodeId id) {
    const Node& node = graph.nodes.at(id);
    if (node.kind == NodeKind::kOutput) return results(node);
    number(id);
    out_ += " = ";
    if (node.kind == NodeKind::kInput)
      input(node);
    else
      op(node);
    if (!node.outputs.empty() && !anywhere_) outputs(node.outputs);
  }

  void value(const Value& value) {
    std::visit([this](const auto& one) { print(one); }, value.data);
  }
  void output(const Output& output) {
    std::visit([this](const auto& one) { print_output(one); }, output.data);
  }

 private:
  void number(NodeId node) {
    out_ += '%';
    if (!anywhere_) append_int(out_, node);
  }
  template <typename Items, typename Print>
  void list(const Items& all, Print print_one) {
    bool first = true;
    for (const auto& item : all) {
      if (!std::exchange(first, false)) out_ += ", ";
      print_one(item);
    }
  }
  void name(std::string_view text) {
    is_bare_word(text) ? static_cast<void>(out_ += text) : append_quoted(out_, text);
  }
  void call(std::string_view function, std::string_view word) {
    out_.append(function).append("(");
    name(word);
    out_ += ')';
  }

  // ---- header
  void line(std::string_view key, std::string_view text) {
    if (text.empty()) return;
    out_.append(key).append(" ");
    name(text);
    out_ += '\n';
  }
  void lines(std::string_view key, const std::map<std::string, std::string>& map) {
    for (const auto& [one, text] : map) {
      out_.append(key).append(" ");
      name(one);
      out_ += ' ';
      name(text);
      out_ += '\n';
    }
  }

  void header(const Header& header) {
    line("case", header.case_id);
    line("method", header.method);
    line("device", header.device);
    line("phantom", header.phantom);
    if (header.fake) out_ += "fake\n";
    line("torch", header.torch);
    line("python", header.python);
    lines("package", header.packages);
    lines("environment", header.environment);
    line("case_file", header.case_file);
    line("case_sha256", header.case_sha256);
    line("lowered_from", header.lowered_from);
    for (const VerifiedWith& with : header.verified) out_ += "verified " + print_verified(with) + "\n";
  }

  // ---- graphs
  void graph(const Graph& graph) {
    out_ += "graph ";
    name(graph.name.view());
    if (graph.of) out_ += " of %", append_int(out_, *graph.of);
    out_ += '\n';
    line("resumes", graph.resumes.view());
    if (graph.stopped) {
      out_ += "break ";
      append_quoted(out_, graph.stopped->reason);
      out_ += ' ';
      append_quoted(out_, graph.stopped->source);
      out_ += '\n';
    }
    if (!graph.assumes.items.empty()) out_ += "assumes ", print(graph.assumes), out_ += '\n';
    for (const Symbol& one : graph.symbols) symbol(one);
    for (const Name guard : graph.guards) out_.append("guard ").append(guard.view()).append("\n");
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      node(graph, id);
      meta(graph.nodes[id].meta);
      out_ += '\n';
    }
  }

  void symbol(const Symbol& symbol) {
    out_ += "symbol ";
    name(symbol.name.view());
    const auto number = [this](const char* key, const std::optional<std::int64_t>& value) {
      if (value) out_ += key, append_int(out_, *value);
    };
    number(" hint=", symbol.hint);
    number(" lower=", symbol.lower);
    number(" upper=", symbol.upper);
    out_ += '\n';
  }

  // ---- nodes
  void input(const Node& node) {
    out_.append("input ").append(to_string(node.role)).append(" ");
    append_quoted(out_, node.name.view());
    if (!node.also.empty()) {
      out_ += " also(";
      list(node.also, [this](Name one) { append_quoted(out_, one.view()); });
      out_ += ')';
    }
    if (!node.constant) return;
    if (node.constant->data) {
      out_ += " data(";
      append_quoted(out_, base64_encode(*node.constant->data));
    } else {
      out_.append(" sha256(").append(node.constant->sha256);
    }
    out_ += ')';
    if (!node.constant->memory_of) return;
    out_.append(" memory_of(").append(to_string(node.constant->memory_of->role)).append(" ");
    append_quoted(out_, node.constant->memory_of->name.view());
    append_int(out_ += ' ', node.constant->memory_of->offset);
    if (node.constant->memory_of->detached) out_ += " detached";
    out_ += ')';
  }

  void op(const Node& node) {
    const std::string target = to_string(node.target);
    target == "input" ? append_quoted(out_, target) : name(target);
    out_ += '(';
    list(node.args, [this](const Argument& argument) {
      name(argument.name.view());
      out_ += argument.defaulted ? "?=" : "=";
      value(argument.value);
    });
    out_ += ')';
    if (!node.bound) out_ += " unbound";
    if (node.module) {
      out_ += " module ";
      name(node.module->class_name.view());
      out_ += ' ';
      print(node.module->config);
    }
    effects(node.effects);
    alias(node.alias);
  }

  void effects(const Effects& effects) {
    if (!effects.mutates.empty()) {
      out_ += " mutates(";
      list(effects.mutates, [this](Name one) { name(one.view()); });
      out_ += ')';
    }
    if (effects.rng) out_ += " rng";
    if (effects.state) out_ += " state";
  }

  void alias(const std::vector<Alias>& aliases) {
    if (aliases.empty()) return;
    out_ += " alias(";
    list(aliases, [this](const Alias& one) {
      path(one.output);
      out_ += ':';
      name(one.argument.view());
    });
    out_ += ')';
  }

  void path(const OutputPath& path) {
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (i > 0) out_ += '.';
      append_int(out_, path[i]);
    }
  }

  void outputs(const std::vector<Output>& all) {
    out_ += " : ";
    if (all.size() != 1) out_ += '(';
    list(all, [this](const Output& one) { output(one); });
    if (all.size() != 1) out_ += ')';
  }

  void results(const Node& node) {
    out_ += "output";
    const char* separator = " ";
    for (const Result& result : node.results) {
      out_ += std::exchange(separator, ", ");
      if (result.role != ResultRole::kUser) out_.append(to_string(result.role)).append(" ");
      append_quoted(out_, result.name.view());
      out_ += '=';
      value(result.value);
    }
  }

  void meta(const NodeMeta& meta) {
    std::vector<std::pair<std::string_view, std::string_view>> parts;
    if (!meta.module.empty()) parts.emplace_back("module", meta.module.view());
    if (!meta.source.empty()) parts.emplace_back("source", meta.source.view());
    if (!meta.stage.empty()) parts.emplace_back("stage", meta.stage.view());
    if (parts.empty()) return;
    out_ += " at(";
    list(parts, [this](const auto& part) {
      out_.append(part.first).append("=");
      append_quoted(out_, part.second);
    });
    out_ += ')';
  }

  // ---- values, an overload per alternative
  void values(const ValueList& all) {
    list(all, [this](const Value& one) { value(one); });
  }
  void print(Null) { out_ += "None"; }
  void print(bool one) { out_ += one ? "True" : "False"; }
  void print(std::int64_t one) { append_int(out_, one); }
  void print(double one) { append_float(out_, one); }
  void print(const std::string& one) { append_quoted(out_, one); }
  void print(const Ref& ref) {
    number(ref.node);
    if (ref.path.size() == 1 && ref.path[0] == 0) return;
    out_ += '.';
    path(ref.path);
  }
  void print(const List& one) {
    out_ += '[';
    values(one.items);
    out_ += ']';
  }
  void print(const Tuple& one) {
    out_ += '(';
    values(one.items);
    out_ += one.items.size() == 1 ? ",)" : ")";
  }
  void print(const Dict& dict) {
    out_ += '{';
    list(dict.items, [this](const auto& item) {
      value(item.first);
      out_ += ": ";
      value(item.second);
    });
    out_ += '}';
  }
  void print(const Slice& one) {
    out_ += "slice(";
    values(one.parts);
    out_ += ')';
  }
  void print(Ellipsis) { out_ += "..."; }
  void print(const BigInt& one) { out_ += one.digits; }
  void print(const Complex& one) {
    out_ += "complex(";
    append_float(out_, one.re);
    out_ += ", ";
    append_float(out_, one.im);
    out_ += ')';
  }
  void print(DType one) { out_.append("torch.").append(to_string(one)); }
  void print(Layout one) { out_.append("torch.").append(to_string(one)); }
  void print(MemoryFormat one) { out_.append("torch.").append(to_string(one)); }
  void print(const DevicePlace& one) {
    !names_own_&& one == own_device_ ? static_cast<void>(out_ += "device()") : call("device", to_string(one));
  }
  void print(SymExpr one) { out_.append("sym(").append(one.text.view()).append(")"); }
  void print(SubGraph one) { call("graph", one.graph.view()); }
  void print(PyName one) { call("py", one.qualified.view()); }
  void print(Opaque one) { call("opaque", one.what.view()); }

  // ---- outputs
  void print_output(Null) { print(Null{}); }
  void print_output(Opaque one) { print(one); }
  void print_output(const std::vector<Output>& nested) {
    out_ += '[';
    list(nested, [this](const Output& one) { output(one); });
    out_ += ']';
  }
  void print_output(const ScalarMeta& scalar) {
    out_.append(to_string(scalar.type)).append("(");
    out_.append(scalar.expr.empty() ? "?" : scalar.expr.view()).append(")");
  }
  void print_output(const TensorMeta& tensor) {
    out_.append(to_short_string(tensor.dtype)).append("[");
    dims(tensor.shape);
    out_ += ']';
    if (!tensor.stride) {
      out_ += "{?}";
    } else if (tensor.stride != contiguous_stride(tensor.shape)) {
      out_ += '{';
      dims(*tensor.stride);
      out_ += '}';
    }
    if (tensor.device != own_device_) out_.append(" ").append(to_string(tensor.device));
    if (tensor.layout != Layout::kStrided)
      out_.append(" layout(").append(to_string(tensor.layout)).append(")");
  }
  void dims(const std::vector<Dim>& all) {
    bool first = true;
    for (const Dim& dim : all) {
      if (!std::exchange(first, false)) out_ += ',';
      dim.symbolic() ? static_cast<void>(out_ += dim.expr.view()) : append_int(out_, dim.number);
    }
  }

  std::string out_;
  DevicePlace own_device_{Name("cpu")};
  bool names_own_ = true;  ///< among values: prints `device(cpu)`, not `device()`
  bool anywhere_ = false;  ///< without numbers of nodes and without outputs
};

}  // namespace

std::string print_text(const GraphFile& file) {
  Printer printer;
  printer.file(file);
  return printer.take();
}

std::string print_graphs(const std::vector<Graph>& graphs, const DevicePlace& own_device) {
  Printer printer(own_device);
  printer.graphs(graphs);
  return printer.take();
}

std::string print_node(const Graph& graph, NodeId node) {
  Printer printer;
  printer.node(graph, node);
  return printer.take();
}

std::string print_value(const Value& value) {
  Printer printer;
  printer.value(value);
  return printer.take();
}

std::string print_node_anywhere(const Graph& graph, NodeId node) {
  Printer printer(Numbers::kLeftOut);
  printer.node(graph, node);
  return printer.take();
}

std::string print_value_anywhere(const Value& value) {
  Printer printer(Numbers::kLeftOut);
  printer.value(value);
  return printer.take();
}

std::string print_output(const Output& output) {
  Printer printer;
  printer.output(output);
  return printer.take();
}

}  // namespace assay
