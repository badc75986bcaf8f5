// dot_text: a drawing in, DOT out.
#include "reports/drawing/dot_text.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

Drawing one_node(std::string line, std::string id = "g/%0") {
  return {.captions = {},
          .clusters = {},
          .nodes = {{.id = std::move(id), .lines = {std::move(line)}}},
          .edges = {}};
}

/// The label of a drawing's only node.
std::string label(const std::string& line) {
  const std::string text = dot_text(one_node(line));
  const std::size_t begin = text.find("label=\"", text.find("\"g/%0\"")) + 7;
  return text.substr(begin, text.find("\" tooltip=", begin) - begin);
}

TEST_CASE("a drawing is clusters of nodes, then edges, each with the classes of its kind and mark") {
  Drawing drawing{.captions = {"net: 2 nodes"}, .clusters = {{"graph joint"}}, .nodes = {}, .edges = {}};
  drawing.nodes.push_back(
      {.id = "joint/%0", .kind = DrawnKind::kUser, .lines = {"user \"0\""}, .cluster = 0});
  drawing.nodes.push_back(
      {.id = "joint/%1", .mark = Mark::kMissing, .lines = {"%1 aten.relu.default"}, .cluster = 0});
  drawing.edges.push_back(
      {.from = 0, .to = 1, .mark = Mark::kMissing, .value = "f32[2]", .argument = "self"});
  CHECK(dot_text(drawing) ==
        R"(digraph assay {
  graph [class="assay" bgcolor="#FFFFFF" compound=true fontname="Helvetica,Arial,sans-serif" fontsize=11 nodesep=0.25 ranksep=0.3 labelloc=t labeljust=l label="net: 2 nodes\l"]
  node [fontname="Helvetica,Arial,sans-serif" fontsize=11 margin="0.12,0.05" height=0.3]
  edge [fontname="Helvetica,Arial,sans-serif" fontsize=9 arrowsize=0.6]
  subgraph cluster_0 {
    graph [class="graph_of_file" style="rounded" color="#888888" label="graph joint"]
    "joint/%0" [class="user none" shape=invhouse style="filled,solid" fillcolor="#E3EEF6" color="#444444" penwidth=1 label="user \"0\"" tooltip="joint/%0"]
    "joint/%1" [class="op missing" shape=box style="filled,rounded,dashed" fillcolor="#FBE7D9" color="#D55E00" penwidth=2 label="− %1 aten.relu.default" tooltip="joint/%1"]
  }
  "joint/%0" -> "joint/%1" [class="missing" style="dashed" color="#D55E00" penwidth=2 label="− f32[2]\nself" tooltip="joint/%0 to joint/%1"]
}
)");
}

TEST_CASE("no two marks have a symbol, a style of line or a colour in common") {
  const auto told = [](Mark mark) {
    Drawing drawing = one_node("x");
    drawing.nodes[0].mark = mark;
    return dot_text(drawing);
  };
  CHECK(
      holds(told(Mark::kMissing), "style=\"filled,rounded,dashed\" fillcolor=\"#FBE7D9\" color=\"#D55E00\""));
  CHECK(holds(told(Mark::kMissing), "label=\"− x\""));
  CHECK(holds(told(Mark::kExtra), "style=\"filled,rounded,bold\" fillcolor=\"#D9F1EA\" color=\"#009E73\""));
  CHECK(holds(told(Mark::kExtra), "label=\"+ x\""));
  CHECK(
      holds(told(Mark::kChanged), "style=\"filled,rounded,dotted\" fillcolor=\"#D9EAF4\" color=\"#0072B2\""));
  CHECK(holds(told(Mark::kChanged), "label=\"≠ x\""));
  CHECK(holds(told(Mark::kMatched), "style=\"filled,rounded,solid\""));
  CHECK(holds(told(Mark::kMatched), "label=\"x\""));
}

TEST_CASE("quotes, backslashes, newlines and entities in a name stay text") {
  CHECK(label("say \"hi\"") == "say \\\"hi\\\"");
  CHECK(label("C:\\N\\l") == "C:\\\\N\\\\l");
  CHECK(label("ends in \\") == "ends in \\\\");
  CHECK(label("one\ntwo\tthree") == "one\\\\ntwo\\\\tthree");
  CHECK(label("a &lt; b & c") == "a &amp;lt; b &amp; c");
  CHECK(label("<b>not bold</b><script>alert(1)</script>") == "<b>not bold</b><script>alert(1)</script>");
}

TEST_CASE("a backslash in what is told of a node is four, since Graphviz reads tooltips twice") {
  Drawing drawing = one_node("x");
  drawing.nodes[0].details = "C:\\G \"q\"";
  CHECK(holds(dot_text(drawing), R"(tooltip="C:\\\\G \"q\"")"));
}

TEST_CASE("control characters and those that turn text are shown by their bytes") {
  CHECK(label("a\x1b[31m") == "a\\\\x1b[31m");
  CHECK(label("a\xe2\x80\xae"
              "b") == "a\\\\xe2\\\\x80\\\\xaeb");
  CHECK(label("\xff") == "\\\\xff");
}

TEST_CASE("a line of 5,000 characters is cut, and so are many lines") {
  CHECK(label(std::string(5000, 'x')) == std::string(80, 'x') + "...");
  Drawing drawing = one_node("first");
  for (int line = 0; line < 20; ++line) drawing.nodes[0].lines.push_back(std::to_string(line));
  CHECK(holds(dot_text(drawing), "label=\"first\\n0\\n1\\n2\\n3\\n4\\n5\\n6\\n...\""));
}

TEST_CASE("names of nodes are plain whatever an id holds, and differ where ids do") {
  Drawing drawing = one_node("a", "g\"; evil -> x/%0");
  drawing.nodes.push_back({.id = "g\\; evil -> x/%0", .lines = {"b"}});
  const std::string text = dot_text(drawing);
  CHECK(holds(text, "\"g___evil_-__x/%0\" ["));
  CHECK(holds(text, "\"g___evil_-__x/%0#2\" ["));
}

TEST_CASE("equal drawings give equal text, and another line another one") {
  CHECK(dot_text(one_node("a")) == dot_text(one_node("a")));
  CHECK(dot_text(one_node("a")) != dot_text(one_node("b")));
}

TEST_CASE("the style sheet of a page takes the page's colour of text and keeps the marks' colours") {
  const std::string css = drawing_style();
  CHECK(holds(css, ".drawing text { fill: currentColor; }"));
  CHECK(holds(css, ".drawing .edge.missing path { stroke: color-mix(in srgb, #D55E00 75%, currentColor); }"));
  CHECK(holds(css, ".drawing .node.extra :is("));
  CHECK_FALSE(holds(css, "matched"));
}

}  // namespace
}  // namespace assay
