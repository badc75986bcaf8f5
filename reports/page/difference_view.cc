// Differences from goldens: each cause once, for all its graphs.
#include <algorithm>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/page/views.h"

namespace assay {

namespace {

constexpr std::size_t kMostCauses = 300;
constexpr std::size_t kMostPairs = 20;

void append_side(Element list, const char* name, const std::string& text) {
  if (text.empty()) return;
  append(list, "dt", name);
  append(append(list, "dd"), "code", text);
}

/// Appends a drawing as elements: Graphviz's output, already cleaned. Dropped if it is not XML.
void append_drawing(Element item, const std::string& drawing) {
  if (drawing.empty()) return;
  pugi::xml_document document;
  if (!document.load_buffer(drawing.data(), drawing.size(), pugi::parse_default, pugi::encoding_utf8)) return;
  Element figure = append_classed(item, "figure", "drawing");
  figure.append_copy(document.document_element());
  append(
      figure, "figcaption",
      "= in both, − only expected, + only found, ≠ changed; an edge carries its tensor's dtype and shape.");
}

void append_pairs_of(Element item, const Cause& cause) {
  Element list = append(item, "ul");
  for (std::size_t k = 0; k < std::min(cause.pairs.size(), kMostPairs); ++k)
    append_link(append(list, "li"), "case", cause.pairs[k].case_id, to_string(cause.pairs[k]));
  if (cause.pairs.size() > kMostPairs)
    append(list, "li", fmt::format("and {} more", cause.pairs.size() - kMostPairs));
}

void append_cause(Element view, const ReportData& data, const Cause& cause) {
  Element item =
      append_item(view, "cause", cause.id, fmt::format("{} {}", kind_text(cause.key), cause.key.op));
  const CausePlace& first = cause.places.front();
  append(item, "p",
         fmt::format("Cause {}: in {}, at {}; {} that only follow from it.", cause.id,
                     counted(cause.pairs.size(), "graph"), counted(cause.places.size(), "place"),
                     counted(consequences_of(cause), "further difference")));
  Element sides = append(item, "dl");
  append_side(sides, "expected", first.left);
  append_side(sides, "found", first.right);
  append_side(sides, "first in module", first.module);
  append_side(sides, "first at", first.source);
  const auto example = data.examples.find(cause.id);
  if (example != data.examples.end()) {
    append_drawing(item, example->second.drawing);
    Element fold = append(item, "details");
    append(fold, "summary", "All of " + to_string(example->second.pair));
    append(fold, "pre", example->second.difference);
    append_command(item, example->second.command);
  }
  append(item, "h4", "Graphs");
  append_pairs_of(item, cause);
  append(item, "p", "To agree to it for all graphs that nothing else keeps pending:");
  append_command(item, Command{"accept", {"--cause", cause.id, "--results", data.results}});
}

}  // namespace

void append_differences(Element page, const ReportData& data) {
  Element view = append_view(page, "differences", "Differences from goldens");
  const std::vector<Cause>& causes = data.pending.causes;
  if (causes.empty()) {
    append(view, "p", "Nothing is pending: every graph is what was agreed, or was not captured.");
    return;
  }
  const std::size_t shown = std::min(causes.size(), kMostCauses);
  append(view, "p",
         fmt::format("{} in {}. A cause differs itself while all that it reads is as agreed.",
                     counted(causes.size(), "cause"), counted(data.pending.graphs.size(), "graph")));
  Element rows = append_table(
      view, {.caption = "Root causes",
             .head = {"cause", "kind", "operator", "graphs", "places", "follows from it", "change"},
             .numeric = {false, false, false, true, true, true}});
  for (std::size_t k = 0; k < shown; ++k) {
    const Cause& cause = causes[k];
    Element row = append(rows, "tr");
    append_link(append(row, "td"), "cause", cause.id, cause.id);
    append_cell(row, kind_text(cause.key));
    append_cell(row, cause.key.op);
    for (const std::size_t count : {cause.pairs.size(), cause.places.size(), consequences_of(cause)})
      append_number(row, static_cast<double>(count), count_text(count));
    append_cell(row, cause.key.change);
  }
  for (std::size_t k = 0; k < shown; ++k) append_cause(view, data, causes[k]);
  if (shown < causes.size())
    append(view, "p", fmt::format("{} more are in the plain text beside this page.", causes.size() - shown));
}

}  // namespace assay
