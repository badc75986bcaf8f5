// Parses the text form, line by line.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "harness/graph/breach.h"
#include "harness/graph/digest.h"
#include "harness/graph/header_texts.h"
#include "harness/graph/sym_expr.h"
#include "harness/graph/text.h"
#include "harness/graph/text_header.h"
#include "harness/graph/text_lexer.h"
#include "harness/graph/text_value.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

class TextParser {
 public:
  TextParser(std::string_view text, TextPlace place, TextContext context = {})
      : text_(text), source_(place.source), first_line_(place.line), context_(std::move(context)) {}

  GraphFile run() {
    if (const std::size_t bad = find_invalid_utf8(text_); bad != text_.size())
      throw InputError({.what = "text is not UTF-8", .where = where(line_of(bad), "")});
    std::size_t begin = 0;
    for (line_number_ = first_line_; begin < text_.size(); ++line_number_) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      line(text_.substr(begin, end - begin));
      begin = end + 1;
    }
    check_model();
    return std::move(file_);
  }

 private:
  std::string where(std::size_t line, const std::string& path) const {
    const std::string at = std::string(source_) + ":" + std::to_string(line);
    return path.empty() ? at : at + ": " + path;
  }
  std::size_t line_of(std::size_t offset) const {
    return first_line_ + static_cast<std::size_t>(std::count(
                             text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
  }

  void line(std::string_view text) {
    TextLexer lexer(source_, line_number_, text);
    const char first = lexer.peek();
    if (first == '\0' || first == '#') return;
    if (lexer.accept_word("graph"))
      graph(lexer);
    else if (file_.graphs.empty())
      header(lexer);
    else
      body(lexer, first);
    if (!lexer.at_end()) lexer.fail("unexpected text", "the end of the line");
  }

  // ---- header
  void header(TextLexer& lexer) {
    Header& header = file_.header;
    for (const auto& [key, member] : kHeaderTexts) {
      if (!lexer.accept_word(key)) continue;
      if (!(header.*member).empty())
        lexer.fail("header line is given twice", "one line '" + std::string(key) + "'");
      header.*member = lexer.name("a word or a string");
      return;
    }
    if (lexer.accept_word("fake"))
      header.fake = true;
    else if (lexer.accept_word("package"))
      entry(lexer, header.packages);
    else if (lexer.accept_word("environment"))
      entry(lexer, header.environment);
    else if (lexer.accept_word("verified"))
      file_.header.verified.push_back(read_verified(lexer));
    else
      lexer.fail("unexpected text",
                 "'graph NAME', or a header line: case, method, device, phantom, fake, torch, python, "
                 "package, environment, "
                 "case_file, case_sha256, lowered_from, verified");
  }

  void entry(TextLexer& lexer, std::map<std::string, std::string>& map) {
    std::string key = lexer.name("a name");
    const std::size_t place = lexer.place();
    std::string text = lexer.name("a word or a string");
    if (map.emplace(std::move(key), std::move(text)).second) return;
    lexer.go_back(place);
    lexer.fail("header line is given twice", "names that differ");
  }

  // ---- graphs
  void graph(TextLexer& lexer) {
    Graph graph;
    graph.name = Name(lexer.name("the graph's name"));
    if (lexer.accept_word("of")) {
      lexer.expect("%");
      graph.of = lexer.index();
    }
    file_.graphs.push_back(std::move(graph));
    graph_lines_.push_back(line_number_);
    node_lines_.emplace_back();
  }

  void body(TextLexer& lexer, char first) {
    Graph& graph = file_.graphs.back();
    if (lexer.accept_word("symbol")) return symbol(lexer, graph);
    if (lexer.accept_word("guard")) {
      graph.guards.push_back(TextValues(lexer, context_).canonical_expression(lexer.rest()));
      return;
    }
    if (lexer.accept_word("resumes")) {
      graph.resumes = Name(lexer.name("the name of a graph"));
      return;
    }
    if (lexer.accept_word("assumes")) {
      if (lexer.peek() != '{') lexer.fail("unexpected text", "attributes, such as {\"training\": True}");
      graph.assumes = std::get<Dict>(TextValues(lexer, context_).value().data);
      return;
    }
    if (lexer.accept_word("break")) {
      std::string reason = lexer.name("the reason of a graph break");
      graph.stopped = GraphBreak{std::move(reason), lexer.name("FILE:LINE")};
      return;
    }
    if (first != '%' && !lexer.accept_word("output"))
      lexer.fail("unexpected text",
                 "'%N = ...', 'output ...', 'symbol', 'guard', 'resumes', 'break', 'assumes' or 'graph'");
    Node node;
    if (first == '%')
      numbered(lexer, node, static_cast<NodeId>(graph.nodes.size()));
    else
      results(lexer, node);
    if (lexer.accept_call("at")) meta(lexer, node.meta);
    graph.nodes.push_back(std::move(node));
    node_lines_.back().push_back(line_number_);
  }

  void symbol(TextLexer& lexer, Graph& graph) {
    Symbol symbol{Name(lexer.name("a symbol such as s0")), {}, {}, {}};
    for (const auto& [key, number] :
         {std::pair{"hint", &symbol.hint}, {"lower", &symbol.lower}, {"upper", &symbol.upper}}) {
      if (!lexer.accept_word(key)) continue;
      lexer.expect("=");
      *number = TextValues(lexer, context_).integer();
    }
    graph.symbols.push_back(symbol);
  }

  // ---- nodes
  void numbered(TextLexer& lexer, Node& node, NodeId expected) {
    const std::size_t place = lexer.place();
    lexer.expect("%");
    if (lexer.index() != expected) {
      lexer.go_back(place);
      lexer.fail("nodes count from %0 without gaps", "%" + std::to_string(expected));
    }
    lexer.expect("=");
    if (lexer.accept_word("input"))
      input(lexer, node);
    else
      op(lexer, node);
    if (lexer.accept(":")) outputs(lexer, node);
  }

  void outputs(TextLexer& lexer, Node& node) {
    TextValues values(lexer, context_);
    if (!lexer.accept("(")) return node.outputs.push_back(values.output());
    while (!lexer.accept(")")) {
      if (!node.outputs.empty()) lexer.expect(",");
      node.outputs.push_back(values.output());
    }
  }

  void input(TextLexer& lexer, Node& node) {
    node.kind = NodeKind::kInput;
    node.role = role(lexer, "one of: parameter, buffer, user, tangent, saved, constant, generator, opaque");
    node.name = Name(lexer.quoted_string());
    if (lexer.accept_call("also")) names(lexer, node.also);
    if (lexer.accept_call("sha256")) {
      node.constant = ConstantValue{lexer.name("64 hexadecimal digits"), std::nullopt};
      lexer.expect(")");
    } else if (lexer.accept_call("data")) {
      std::optional<std::string> bytes = base64_decode(lexer.quoted_string());
      if (!bytes) lexer.fail("not base64", "base64 with padding");
      node.constant = ConstantValue{sha256_hex(*bytes), std::move(bytes)};
      lexer.expect(")");
    }
    if (node.constant && lexer.accept_call("memory_of")) memory_of(lexer, node);
  }

  void memory_of(TextLexer& lexer, Node& node) {
    MemoryOf memory{.role = role(lexer, "one of: parameter, buffer, constant"),
                    .name = Name(lexer.quoted_string())};
    memory.offset = TextValues(lexer, context_).integer();
    memory.detached = lexer.accept_word("detached");
    node.constant->memory_of = memory;
    lexer.expect(")");
  }

  static Role role(TextLexer& lexer, const char* expected) {
    const std::size_t place = lexer.place();
    const std::optional<Role> found = role_from_string(lexer.bare_word());
    if (!found) {
      lexer.go_back(place);
      lexer.peek();
      lexer.fail("not a role", expected);
    }
    return *found;
  }

  // Up to the closing parenthesis, inclusive.
  static void names(TextLexer& lexer, std::vector<Name>& all) {
    do all.push_back(Name(lexer.name("a name")));
    while (lexer.accept(","));
    lexer.expect(")");
  }

  void op(TextLexer& lexer, Node& node) {
    node.target = op_name_from_string(lexer.name("'input' or an operator such as aten.relu.default"));
    lexer.expect("(");
    TextValues values(lexer, context_);
    while (!lexer.accept(")")) {
      if (!node.args.empty()) lexer.expect(",");
      Argument& argument = node.args.emplace_back();
      argument.name = Name(lexer.name("NAME=VALUE"));
      argument.defaulted = lexer.accept("?");
      lexer.expect("=");
      argument.value = values.value();
    }
    if (lexer.accept_word("unbound")) node.bound = false;
    if (lexer.accept_word("module")) {
      ModuleInfo module{Name(lexer.name("the module's class")), {}};
      if (lexer.peek() != '{')
        lexer.fail("unexpected text", "the hyper-parameters, such as {\"inplace\": True}");
      module.config = std::get<Dict>(values.value().data);
      node.module = std::move(module);
    }
    if (lexer.accept_call("mutates")) names(lexer, node.effects.mutates);
    node.effects.rng = lexer.accept_word("rng");
    node.effects.state = lexer.accept_word("state");
    if (lexer.accept_call("alias")) aliases(lexer, node.alias);
  }

  static void aliases(TextLexer& lexer, std::vector<Alias>& all) {
    do {
      Alias alias{{lexer.index()}, {}};
      while (lexer.accept(".")) alias.output.push_back(lexer.index());
      lexer.expect(":");
      alias.argument = Name(lexer.name("the argument that the output is a view of"));
      all.push_back(std::move(alias));
    } while (lexer.accept(","));
    lexer.expect(")");
  }

  void results(TextLexer& lexer, Node& node) {
    node.kind = NodeKind::kOutput;
    if (lexer.at_end() || lexer.peek() == 'a') return;  // `at(..)`
    TextValues values(lexer, context_);
    do {
      Result& result = node.results.emplace_back();
      const std::size_t place = lexer.place();
      if (const std::string_view word = lexer.bare_word(); !word.empty()) {
        const std::optional<ResultRole> role = result_role_from_string(word);
        if (!role) {
          lexer.go_back(place);
          lexer.peek();
          lexer.fail("not a role of a result", "one of: user, mutation, replacement, gradient, saved");
        }
        result.role = *role;
      }
      result.name = Name(lexer.quoted_string());
      lexer.expect("=");
      result.value = values.value();
    } while (lexer.accept(","));
  }

  static void meta(TextLexer& lexer, NodeMeta& meta) {
    do {
      const std::size_t place = lexer.place();
      const std::string_view key = lexer.bare_word();
      Name* part = key == "module"   ? &meta.module
                   : key == "source" ? &meta.source
                   : key == "stage"  ? &meta.stage
                                     : nullptr;
      if (part == nullptr || !part->empty()) {
        lexer.go_back(place);
        lexer.fail("unexpected text", "each at most once: module=, source=, stage=");
      }
      lexer.expect("=");
      *part = Name(lexer.quoted_string());
    } while (lexer.accept(","));
    lexer.expect(")");
  }

  void check_model() const {
    std::optional<Breach> breach = find_breach(file_);
    if (!breach) return;
    const std::size_t at =
        breach->node ? node_lines_[breach->graph][*breach->node] : graph_lines_[breach->graph];
    breach->parts.where = where(at, breach->path);
    throw InputError(breach->parts);
  }

  std::string_view text_, source_;
  std::size_t first_line_ = 1, line_number_ = 0;
  GraphFile file_;
  TextContext context_;
  std::vector<std::size_t> graph_lines_;
  std::vector<std::vector<std::size_t>> node_lines_;
};

}  // namespace

GraphFile parse_text(std::string_view text, std::string_view source) {
  return TextParser(text, {source}).run();
}

std::vector<Graph> parse_graphs(std::string_view text, TextPlace place, const DevicePlace& own_device) {
  return TextParser(text, place, {.own_device = own_device}).run().graphs;
}

}  // namespace assay
