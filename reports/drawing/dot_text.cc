// dot_text: nodes by cluster, then edges.
#include "reports/drawing/dot_text.h"

#include <set>
#include <string_view>

#include <fmt/format.h>

#include "harness/words/utf8.h"
#include "reports/console/printable.h"

namespace assay {
namespace {

constexpr std::size_t kLongestLine = 80, kMostLines = 8, kLongestDetails = 1000, kLongestId = 60;

struct KindStyle {
  std::string_view shape, fill;
};

KindStyle style_of(DrawnKind kind) {
  switch (kind) {
    case DrawnKind::kParameter:
      return {"cylinder", "#E3EEF6"};
    case DrawnKind::kBuffer:
      return {"cylinder", "#EDEDED"};
    case DrawnKind::kUser:
      return {"invhouse", "#E3EEF6"};
    case DrawnKind::kTangent:
      return {"house", "#F6E9F0"};
    case DrawnKind::kSaved:
      return {"folder", "#EDEDED"};
    case DrawnKind::kConstant:
      return {"note", "#EDEDED"};
    case DrawnKind::kGenerator:
      return {"hexagon", "#EDEDED"};
    case DrawnKind::kOpaque:
      return {"octagon", "#EDEDED"};
    case DrawnKind::kOperator:
      return {"box", "#FFFFFF"};
    case DrawnKind::kOutput:
      return {"house", "#E3EEF6"};
    case DrawnKind::kTensor:
      return {"ellipse", "#FBF7E4"};
    case DrawnKind::kFolded:
      return {"box3d", "#F4F4F4"};
    case DrawnKind::kLeftOut:
      break;
  }
  return {"plaintext", "#FFFFFF"};
}

struct MarkStyle {
  std::string_view symbol, color, fill, line, width;
};

MarkStyle style_of(Mark mark) {
  switch (mark) {
    case Mark::kMissing:
      return {"\u2212 ", "#D55E00", "#FBE7D9", "dashed", "2"};
    case Mark::kExtra:
      return {"+ ", "#009E73", "#D9F1EA", "bold", "2.5"};
    case Mark::kChanged:
      return {"\u2260 ", "#0072B2", "#D9EAF4", "dotted", "2.5"};
    case Mark::kNone:
    case Mark::kMatched:
      break;
  }
  return {"", "#444444", "", "solid", "1"};
}

/// `text` in a single line: line ends and tabs become escapes.
std::string one_line(std::string_view text, std::size_t longest) {
  std::string out;
  for (const char letter : shortened(printable(text), longest)) {
    if (letter == '\n' || letter == '\t')
      out += letter == '\n' ? "\\n" : "\\t";
    else
      out += letter;
  }
  return out;
}

/// Escapes `text` for quotes. Graphviz decodes entities everywhere. It decodes a backslash once in labels and
/// twice in tooltips: `backslash` is its escape.
std::string quoted_as(std::string_view text, std::string_view backslash) {
  std::string out;
  for (const char letter : text) {
    if (letter == '"')
      out += "\\\"";
    else if (letter == '\\')
      out += backslash;
    else if (letter == '&')
      out += "&amp;";
    else
      out += letter;
  }
  return out;
}

std::string escaped(std::string_view text, std::size_t longest) {
  return quoted_as(one_line(text, longest), R"(\\)");
}
std::string tooltip(std::string_view text) { return quoted_as(one_line(text, kLongestDetails), R"(\\\\)"); }

/// A unique name of plain characters. Graphviz cannot end a name in a backslash, and other readers of DOT
/// accept fewer characters.
std::string name_of(const std::string& id, std::set<std::string>& taken) {
  std::string name;
  for (const char letter : std::string(beginning(id, kLongestId))) {
    const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') ||
                       std::string_view("_./%+-").find(letter) != std::string_view::npos;
    name += plain ? letter : '_';
  }
  std::string unique = name;
  for (std::size_t number = 2; !taken.insert(unique).second; ++number)
    unique = fmt::format("{}#{}", name, number);
  return unique;
}

std::string label_of(const std::vector<std::string>& lines, std::string_view symbol) {
  std::string label(symbol);
  for (std::size_t index = 0; index < lines.size() && index < kMostLines; ++index)
    label += (index == 0 ? "" : "\\n") + escaped(lines[index], kLongestLine);
  if (lines.size() > kMostLines) label += "\\n...";
  return label;
}

class Writer {
 public:
  explicit Writer(const Drawing& drawing) : drawing_(drawing) {
    std::set<std::string> taken;
    for (const DrawnNode& node : drawing.nodes) names_.push_back(name_of(node.id, taken));
  }

  std::string write() {
    out_ =
        "digraph assay {\n"
        "  graph [class=\"assay\" bgcolor=\"#FFFFFF\" compound=true fontname=\"Helvetica,Arial,sans-serif\""
        " fontsize=11 nodesep=0.25 ranksep=0.3 labelloc=t labeljust=l label=\"";
    for (const std::string& caption : drawing_.captions) out_ += escaped(caption, kLongestDetails) + "\\l";
    out_ +=
        "\"]\n"
        "  node [fontname=\"Helvetica,Arial,sans-serif\" fontsize=11 margin=\"0.12,0.05\" height=0.3]\n"
        "  edge [fontname=\"Helvetica,Arial,sans-serif\" fontsize=9 arrowsize=0.6]\n";
    inside({}, 1);
    for (const DrawnEdge& edge : drawing_.edges) add(edge);
    return std::move(out_) + "}\n";
  }

 private:
  /// Nodes and clusters directly in `parent`.
  void inside(std::optional<std::size_t> parent, std::size_t depth) {
    const std::string indent(2 * depth, ' ');
    for (std::size_t node = 0; node < drawing_.nodes.size(); ++node)
      if (drawing_.nodes[node].cluster == parent) out_ += indent + text_of(node);
    for (std::size_t index = 0; index < drawing_.clusters.size(); ++index) {
      if (drawing_.clusters[index].parent != parent) continue;
      out_ += fmt::format(
          "{}subgraph cluster_{} {{\n{}  graph [class=\"graph_of_file\" style=\"rounded\" color=\"#888888\" "
          "label=\"{}\"]\n",
          indent, index, indent, escaped(drawing_.clusters[index].title, kLongestLine));
      inside(index, depth + 1);
      out_ += indent + "}\n";
    }
  }

  std::string text_of(std::size_t index) const {
    const DrawnNode& node = drawing_.nodes[index];
    const KindStyle kind = style_of(node.kind);
    const MarkStyle mark = style_of(node.mark);
    const std::string_view rounded = node.kind == DrawnKind::kOperator ? ",rounded" : "";
    return fmt::format(
        "\"{}\" [class=\"{} {}\" shape={} style=\"filled{},{}\" fillcolor=\"{}\" color=\"{}\" penwidth={} "
        "label=\"{}\" tooltip=\"{}\"]\n",
        names_[index], to_string(node.kind), to_string(node.mark), kind.shape, rounded, mark.line,
        mark.fill.empty() ? kind.fill : mark.fill, mark.color, mark.width, label_of(node.lines, mark.symbol),
        tooltip(node.details.empty() ? node.id : node.details));
  }

  void add(const DrawnEdge& edge) {
    const MarkStyle mark = style_of(edge.mark);
    std::vector<std::string> lines;
    if (!edge.value.empty()) lines.push_back(edge.value);
    if (!edge.argument.empty()) lines.push_back(edge.argument);
    std::string further;
    if (edge.calls && drawing_.nodes[edge.to].cluster)
      further = fmt::format(" arrowhead=open lhead=cluster_{}", *drawing_.nodes[edge.to].cluster);
    out_ += fmt::format(
        "  \"{}\" -> \"{}\" [class=\"{}\" style=\"{}\" color=\"{}\" penwidth={} label=\"{}\" "
        "tooltip=\"{}\"{}]\n",
        names_[edge.from], names_[edge.to], edge.calls ? "calls" : to_string(edge.mark),
        edge.calls ? "dashed" : mark.line, mark.color, mark.width, label_of(lines, mark.symbol),
        tooltip(fmt::format("{} to {}", drawing_.nodes[edge.from].id, drawing_.nodes[edge.to].id)), further);
  }

  const Drawing& drawing_;
  std::vector<std::string> names_;  ///< per node
  std::string out_;
};

}  // namespace

std::string dot_text(const Drawing& drawing) { return Writer(drawing).write(); }

std::string drawing_style() {
  std::string css =
      ".drawing svg { max-width: 100%; height: auto; }\n"
      ".drawing .graph > polygon { fill: none; stroke: none; }\n"
      ".drawing text { fill: currentColor; }\n"
      ".drawing .node :is(polygon, ellipse, path, polyline) { fill: currentColor; fill-opacity: 0.05; "
      "stroke: "
      "currentColor; }\n"
      ".drawing .cluster :is(polygon, path) { fill: none; stroke: currentColor; stroke-opacity: 0.5; }\n"
      ".drawing .edge path { stroke: currentColor; }\n"
      ".drawing .edge polygon { fill: currentColor; stroke: currentColor; }\n"
      ".drawing .node.left_out polygon { fill: none; stroke: none; }\n";
  for (const Mark mark : {Mark::kMissing, Mark::kExtra, Mark::kChanged}) {
    // Mixed with the text colour: darker on a light page, lighter on a dark page.
    const std::string color = fmt::format("color-mix(in srgb, {} 75%, currentColor)", style_of(mark).color);
    css += fmt::format(
        ".drawing .node.{0} :is(polygon, ellipse, path, polyline) {{ fill: {1}; fill-opacity: 0.15; stroke: "
        "{1}; }}\n"
        ".drawing .edge.{0} path {{ stroke: {1}; }}\n"
        ".drawing .edge.{0} polygon {{ fill: {1}; stroke: {1}; }}\n",
        to_string(mark), color);
  }
  return css;
}

}  // namespace assay
