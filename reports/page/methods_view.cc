// Cases by methods as a matrix, then each method alone.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "harness/results/summary.h"
#include "harness/words/quantity.h"
#include "reports/capability_sheet/signs.h"
#include "reports/console/coverage_text.h"
#include "reports/console/verdict_word.h"
#include "reports/page/most_first.h"
#include "reports/page/verdict_sign.h"
#include "reports/page/views.h"

namespace assay {

namespace {

constexpr std::size_t kMostLosses = 20;

using Records = std::vector<const PairResult*>;

void append_legend(Element view) {
  Element list = append_classed(view, "ul", "legend");
  for (const std::string& line : legend_of_signs()) append(list, "li", line);
  append(list, "li", "? was to run and did not");
  append(list, "li", "! behind a sign: not as agreed or expected");
}

std::string declared_needs(const Method& method) {
  return method.expressed.empty() ? "nothing beyond the forward graph" : print_needs(method.expressed);
}

void append_families(Element item, const Records& records) {
  std::map<std::pair<std::string, Device>, std::vector<PairResult>> families;
  for (const PairResult* record : records) families[{record->family, record->pair.device}].push_back(*record);
  Element rows =
      append_table(item, {.caption = "By family",
                          .head = {"family", "device", "pairs", "captured", "replayed", "zoo coverage",
                                   "operators: recall / precision", "median overhead"},
                          .numeric = {false, false, true, true, true, true, false, true}});
  for (const auto& [key, group] : families) {
    const MethodSummary summary = summarize(group).methods.begin()->second;
    Element row = append(rows, "tr");
    append_cell(row, key.first);
    append_cell(row, to_string(key.second));
    for (const std::size_t count : {summary.countable, summary.captured, summary.replay.agreeing()})
      append_number(row, static_cast<double>(count), count_text(count));
    append_number(row, summary.zoo_coverage().value_or(-1), percent_text(summary.zoo_coverage()));
    append_cell(row, summary.operators.pairs > 0 ? shares_text(summary.operators.operators) : kNotMeasured);
    append_number(row, summary.median_overhead.value_or(-1), ratio_text(summary.median_overhead));
  }
}

/// Reasons that pairs were not captured or did not replay.
void append_reasons(Element item, const Records& records) {
  std::map<std::string, Records> reasons;
  for (const PairResult* record : records) {
    if (agrees(record->outcome) && is_green(record->verdict)) continue;
    std::string why = words_of(to_string(record->outcome));
    if (!record->reason.empty()) why += ": " + record->reason;
    reasons[why].push_back(record);
  }
  if (reasons.empty()) return;
  const auto sorted = most_first(reasons, [](const Records& group) { return group.size(); });
  Element rows = append_table(item, {.caption = "Not captured, or not what ran",
                                     .head = {"pairs", "why", "first of them"},
                                     .numeric = {true}});
  for (std::size_t k = 0; k < std::min(sorted.size(), kMostLosses); ++k) {
    const auto& [why, group] = *sorted[k];
    Element row = append(rows, "tr");
    append_number(row, static_cast<double>(group.size()), count_text(group.size()));
    append_cell(row, why);
    append_link(append(row, "td"), "case", group.front()->pair.case_id, group.front()->pair.case_id);
  }
  if (sorted.size() > kMostLosses)
    append(item, "p", fmt::format("and {}", counted(sorted.size() - kMostLosses, "further reason")));
}

/// Graph breaks of the method's captures.
void append_breaks(Element item, const Records& records) {
  std::map<std::pair<std::string, std::string>, Records> breaks;
  for (const PairResult* record : records)
    for (const BreakPlace& place : record->breaks) breaks[{place.reason, place.source}].push_back(record);
  if (breaks.empty()) return;
  Element rows = append_table(
      item,
      {.caption = "Graph breaks", .head = {"breaks", "why", "where", "first of them"}, .numeric = {true}});
  for (const auto* entry : most_first(breaks, [](const Records& group) { return group.size(); })) {
    const auto& [reason, source] = entry->first;
    const Records& group = entry->second;
    Element row = append(rows, "tr");
    append_number(row, static_cast<double>(group.size()), count_text(group.size()));
    append_cell(row, reason.empty() ? "Python ran before a graph" : reason);
    append_cell(row, source);
    append_link(append(row, "td"), "case", group.front()->pair.case_id, group.front()->pair.case_id);
  }
}

void append_method(Element view, const Method& method, const Records& records) {
  Element item = append_item(view, "method", method.name, method.name);
  append(item, "p", method.summary);
  append(item, "p", "It declares to express " + declared_needs(method) + ".");
  if (method.is_reference())
    append(item, "p", fmt::format("It is Assay's own, the reference for others: {}.", method.assay_reason));
  append_families(item, records);
  append_breaks(item, records);
  append_reasons(item, records);
}

}  // namespace

void append_methods(Element page, const ReportData& data) {
  Element view = append_view(page, "methods", "Compare methods");
  append(view, "p",
         "Each case by each method; a case leads to all methods side by side, a method to what it loses.");
  append_legend(view);
  Element table = append(append_classed(view, "div", "scroller"), "table");
  set(table, "id", "matrix-table");
  append(table, "caption", "Cases by methods");
  std::map<MethodId, Records> methods;
  for (const PairResult& record : data.records) methods[record.pair.method].push_back(&record);
  for (const auto& [id, records] : methods) append_method(view, method(id), records);
}

}  // namespace assay
