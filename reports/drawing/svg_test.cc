// svg_of: DOT in, SVG out, by the program `dot` and by fake programs.
#include "reports/drawing/svg.h"

#include <random>
#include <set>

#include <catch2/catch.hpp>
#include <pugixml.hpp>

#include "harness/testing/scratch_folder.h"
#include "reports/drawing/dot_text.h"

namespace assay {
namespace {

using Reason = GraphvizError::Reason;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

Drawing titled_node(std::string line) {
  return {.captions = {"<caption> & more"},
          .clusters = {},
          .nodes = {{.id = "g/%0", .lines = {std::move(line)}, .details = "the \"whole\" <node>"}},
          .edges = {}};
}

/// A program written by the test.
std::filesystem::path program(const ScratchFolder& folder, const std::string& script) {
  const auto path = folder.write("dot", "#!/bin/sh\n" + script + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

Reason reason_of(const Graphviz& graphviz) {
  try {
    svg_of("digraph {}", SvgPlace::kFile, graphviz);
  } catch (const GraphvizError& error) {
    return error.reason();
  }
  FAIL("no error");
  return Reason::kFailed;
}

TEST_CASE("a drawing becomes an SVG with classes for a page, what is told of a node as its title") {
  Drawing drawing = titled_node("%0 aten.relu.default");
  drawing.nodes.push_back({.id = "g/%1", .mark = Mark::kExtra, .lines = {"%1 aten.tanh.default"}});
  drawing.edges.push_back(
      {.from = 0, .to = 1, .mark = Mark::kExtra, .value = "f32[2,3]", .argument = "self"});
  const std::string svg = svg_of(dot_text(drawing), SvgPlace::kFile);
  CHECK(svg.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "));
  CHECK(contains(svg, "class=\"node op none\""));
  CHECK(contains(svg, "class=\"node op extra\""));
  CHECK(contains(svg, "class=\"edge extra\""));
  CHECK(contains(svg, "<title>the \"whole\" &lt;node&gt;</title>"));
  CHECK(contains(svg, ">%0 aten.relu.default</text>"));
  CHECK(contains(svg, ">+ f32[2,3]</text>"));
  CHECK(contains(svg, ">self</text>"));
}

TEST_CASE("within a page there is no XML declaration, no document type, no id and nothing that leads out") {
  const std::string svg = svg_of(dot_text(titled_node("x")), SvgPlace::kPage);
  CHECK(svg.starts_with("<svg "));
  for (const char* part :
       {"<?xml", "<!DOCTYPE", "<!--", " id=", "xlink", "href", "<a ", "<a>", "<script", "dtd"})
    CHECK_FALSE(contains(svg, part));
}

TEST_CASE("hostile labels stay text") {
  const std::string svg =
      svg_of(dot_text(titled_node("<script>alert(1)</script> \"q\" \\N &lt; <b>")), SvgPlace::kPage);
  CHECK_FALSE(contains(svg, "<script"));
  CHECK_FALSE(contains(svg, "<b>"));
  CHECK(contains(svg, "&lt;script&gt;alert(1)&lt;/script&gt;"));
  CHECK(contains(svg, "\\N &amp;lt; &lt;b&gt;</text>"));
  CHECK(contains(svg, "&lt;caption&gt; &amp; more</text>"));
  CHECK(contains(svg_of(dot_text(titled_node("a\xe2\x80\xae\x1b")), SvgPlace::kPage),
                 ">a\\xe2\\x80\\xae\\x1b</text>"));
  CHECK(svg_of(dot_text(titled_node(std::string(5000, 'x'))), SvgPlace::kPage).size() < 5000);
}

/// Mixtures of texts that Graphviz, XML or HTML treat as syntax.
std::vector<std::string> mixtures(std::size_t count) {
  const std::vector<std::string> parts = {"\\",
                                          "\"",
                                          "<",
                                          ">",
                                          "&",
                                          "&lt;",
                                          "&#60;",
                                          "\\N",
                                          "\\l",
                                          "\\E",
                                          "\\G",
                                          "{",
                                          "}",
                                          "|",
                                          "<b>",
                                          "]]>",
                                          "-->",
                                          "'",
                                          "%",
                                          "$",
                                          "é",
                                          "&amp;",
                                          "\xf0\x9f\x98\x80",
                                          "n",
                                          "html"};
  std::mt19937 random(7);
  std::vector<std::string> texts;
  while (texts.size() < count) {
    std::string text = "x";
    for (std::size_t parts_left = random() % 12; parts_left > 0; --parts_left)
      text += parts[random() % parts.size()];
    texts.push_back(text + "x");
  }
  return texts;
}

TEST_CASE("whatever a label and what is told of a node hold comes out as it was") {
  Drawing drawing;
  for (const std::string& text : mixtures(200))
    drawing.nodes.push_back({.id = text, .lines = {text}, .details = "of " + text});
  pugi::xml_document document;
  REQUIRE(document.load_string(svg_of(dot_text(drawing), SvgPlace::kFile).c_str()));
  std::multiset<std::string> labels, titles, expected, details;
  for (const pugi::xml_node group : document.child("svg").child("g").children("g")) {
    labels.insert(group.child("text").text().get());
    titles.insert(group.child("title").text().get());
  }
  for (const DrawnNode& node : drawing.nodes) expected.insert(node.id), details.insert(node.details);
  CHECK(labels == expected);
  CHECK(titles == details);
}

TEST_CASE("of an SVG with more than shapes and text the rest goes") {
  const std::string clean = clean_svg(
      "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY e \"x\">]><svg onload=\"x()\" "
      "width=\"1\"><script>x()</script>"
      "<g id=\"a\" class=\"node\"><image href=\"http://x\"/><polygon fill=\"url(#g)\" stroke=\"red\"/>"
      "<foreignObject><b/></foreignObject></g></svg>",
      SvgPlace::kPage);
  CHECK(clean == "<svg width=\"1\">\n<g class=\"node\">\n<polygon stroke=\"red\" />\n</g>\n</svg>\n");
  CHECK_THROWS_AS(clean_svg("<html></html>", SvgPlace::kPage), GraphvizError);
  CHECK_THROWS_AS(clean_svg("<svg><g></svg>", SvgPlace::kPage), GraphvizError);
}

TEST_CASE("without Graphviz the error says what to install") {
  const ScratchFolder folder;
  const Graphviz absent{.program = (folder / "dot").string()};
  CHECK(reason_of(absent) == Reason::kAbsent);
  CHECK(message_of<GraphvizError>(folder, [&] { svg_of("digraph {}", SvgPlace::kFile, absent); }) ==
        "SCRATCH/dot: Graphviz, which lays drawings out, is not there\n"
        "  expected: a program in PATH\n"
        "  next: apt-get install graphviz");
}

TEST_CASE("a layout that takes too long, or is too large, is ended and the error says how to draw less") {
  const ScratchFolder folder;
  const std::string slow = program(folder, "exec sleep 1000").string();
  const Graphviz impatient{.program = slow, .most_time = std::chrono::milliseconds(50)};
  CHECK(message_of<GraphvizError>(folder, [&] { svg_of("digraph {}", SvgPlace::kFile, impatient); }) ==
        "SCRATCH/dot: Graphviz was ended: the drawing is too large for it\n"
        "  expected: an end within 50.0 ms\n"
        "  next: assay export FILE --to svg --fold 1");
  const std::string endless = program(folder, "exec yes").string();
  CHECK(reason_of({.program = endless, .most_bytes = 100000}) == Reason::kTooLarge);
}

TEST_CASE("what Graphviz complains of is told, and output that is no SVG is a failure too") {
  const ScratchFolder folder;
  CHECK(reason_of({.program = program(folder, "echo '<svg/>'; exit 1").string()}) == Reason::kFailed);
  CHECK(reason_of({.program = program(folder, "echo nothing").string()}) == Reason::kFailed);
  const std::string message = message_of<GraphvizError>(folder, [] { svg_of("digraph {", SvgPlace::kFile); });
  CHECK(contains(message, "dot: Graphviz failed\n  found: Error: <stdin>: syntax error"));
}

TEST_CASE("a text of several megabytes goes through without waiting for its reader") {
  const ScratchFolder folder;
  const std::string echo =
      program(folder, "printf '<svg><text>'; wc -c | tr -d '\\n'; printf '</text></svg>'").string();
  const std::string large(std::size_t{5} << 20U, ' ');
  CHECK(svg_of(large, SvgPlace::kPage, {.program = echo}) == "<svg>\n<text>5242880</text>\n</svg>\n");
}

}  // namespace
}  // namespace assay
