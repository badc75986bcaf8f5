// svg_of: runs Graphviz, parses its output as XML, and keeps known elements and attributes.
#include "reports/drawing/svg.h"

#include <algorithm>
#include <array>
#include <sstream>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "harness/words/quantity.h"
#include "reports/console/printable.h"
#include "reports/drawing/filter_process.h"

namespace assay {
namespace {

using Reason = GraphvizError::Reason;

constexpr std::array<std::string_view, 9> kElements = {"svg",     "g",    "title", "polygon", "polyline",
                                                       "ellipse", "path", "text",  "circle"};
constexpr std::array<std::string_view, 25> kAttributes = {"class",
                                                          "transform",
                                                          "viewBox",
                                                          "width",
                                                          "height",
                                                          "xmlns",
                                                          "points",
                                                          "d",
                                                          "cx",
                                                          "cy",
                                                          "rx",
                                                          "ry",
                                                          "x",
                                                          "y",
                                                          "fill",
                                                          "fill-opacity",
                                                          "stroke",
                                                          "stroke-width",
                                                          "text-anchor",
                                                          "font-size",
                                                          "font-family",
                                                          "font-weight",
                                                          "stroke-dasharray",
                                                          "font-style",
                                                          "stroke-opacity"};

bool is_known(const auto& list, std::string_view name) { return std::ranges::find(list, name) != list.end(); }

/// Detects references to gradients or images. dot_text needs none.
bool refers(std::string_view value) { return value.find("url(") != std::string_view::npos; }

void set_title(pugi::xml_node group, const char* text) {
  pugi::xml_node title = group.child("title");
  if (!title) title = group.prepend_child("title");
  title.text().set(text);
}

/// Unwraps a group with a tooltip. Graphviz puts its shapes into an inner group, within a link without a
/// target.
void open_link(pugi::xml_node group) {
  const pugi::xml_node inner = group.child("g");
  const pugi::xml_node link = inner.child("a");
  if (!link) return;
  set_title(group, link.attribute("xlink:title").value());
  for (const pugi::xml_node& child : link.children()) group.insert_copy_before(child, inner);
  group.remove_child(inner);
}

void clean(pugi::xml_node element) {
  open_link(element);
  for (pugi::xml_attribute attribute = element.first_attribute(); attribute;) {
    const pugi::xml_attribute next = attribute.next_attribute();
    if (!is_known(kAttributes, attribute.name()) || refers(attribute.value()))
      element.remove_attribute(attribute);
    attribute = next;
  }
  for (pugi::xml_node child = element.first_child(); child;) {
    const pugi::xml_node next = child.next_sibling();
    const bool element_known = child.type() == pugi::node_element && is_known(kElements, child.name());
    if (element_known)
      clean(child);
    else if (child.type() != pugi::node_pcdata)
      element.remove_child(child);
    child = next;
  }
}

/// The whole picture is not a node: its title has no meaning.
void drop_outer_title(pugi::xml_node svg) {
  for (pugi::xml_node group : svg.children("g")) group.remove_child("title");
}

}  // namespace

std::string clean_svg(std::string_view svg, SvgPlace place) {
  pugi::xml_document document;
  const auto kept = pugi::parse_default | pugi::parse_ws_pcdata_single;
  const pugi::xml_parse_result read = document.load_buffer(svg.data(), svg.size(), kept, pugi::encoding_utf8);
  const pugi::xml_node root = document.child("svg");
  if (!read || !root)
    throw GraphvizError(Reason::kFailed, {.what = "Graphviz gave no SVG",
                                          .expected = "an element svg",
                                          .found = read ? "another document" : read.description()});
  drop_outer_title(root);
  clean(root);
  std::ostringstream out;
  if (place == SvgPlace::kFile) out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  root.print(out, "", pugi::format_default | pugi::format_no_declaration, pugi::encoding_utf8);
  return std::move(out).str();
}

std::string svg_of(std::string_view dot, SvgPlace place, const Graphviz& graphviz) {
  const Filtered run =
      run_filter({graphviz.program, "-Tsvg"}, dot, {graphviz.most_time, graphviz.most_bytes});
  const std::string draw_less = "assay export FILE --to svg --fold 1";
  switch (run.end) {
    case Filtered::End::kDone:
      return clean_svg(run.output, place);
    case Filtered::End::kAbsent:
      throw GraphvizError(Reason::kAbsent, {.what = "Graphviz, which lays drawings out, is not there",
                                            .where = graphviz.program,
                                            .expected = "a program in PATH",
                                            .next = "apt-get install graphviz"});
    case Filtered::End::kTooSlow:
      throw GraphvizError(Reason::kTooSlow,
                          {.what = "Graphviz was ended: the drawing is too large for it",
                           .where = graphviz.program,
                           .expected = "an end within " +
                                       duration_text(static_cast<double>(graphviz.most_time.count()) / 1e3),
                           .next = draw_less});
    case Filtered::End::kTooLarge:
      throw GraphvizError(Reason::kTooLarge,
                          {.what = "Graphviz was ended: its SVG is too large",
                           .where = graphviz.program,
                           .expected = "at most " + bytes_text(static_cast<double>(graphviz.most_bytes)),
                           .next = draw_less});
    case Filtered::End::kFailed:
      break;
  }
  throw GraphvizError(Reason::kFailed, {.what = "Graphviz failed",
                                        .where = graphviz.program,
                                        .found = printable(run.complaint),
                                        .next = "dot -V"});
}

}  // namespace assay
