// A case: all methods side by side, the recommended method, and the outcome of each pair.
#include <algorithm>

#include <fmt/format.h>

#include "harness/words/shell_command.h"
#include "reports/comparison_sheet/cells.h"
#include "reports/console/failure_text.h"
#include "reports/console/replay_text.h"
#include "reports/console/verdict_word.h"
#include "reports/page/verdict_sign.h"
#include "reports/page/views.h"

namespace assay {

namespace {

constexpr std::size_t kMostLines = 40;  // lines of a failure

void append_sheet(Element section, const std::string& caption, const Sheet& sheet,
                  const std::string& legend) {
  if (sheet.size() < 2) return;
  Element rows = append_table(section, {.caption = caption, .head = sheet.front()});
  for (auto cells = sheet.begin() + 1; cells != sheet.end(); ++cells) {
    Element row = append(rows, "tr");
    for (std::size_t k = 0; k < cells->size(); ++k)
      k == 0 ? static_cast<void>(append_link(append(row, "td"), "method", (*cells)[k], (*cells)[k]))
             : static_cast<void>(append_cell(row, (*cells)[k]));
  }
  append_classed(section, "p", "legend", legend);
}

void append_recommendations(Element section, const std::vector<Recommendation>& recommendations) {
  for (const Recommendation& found : recommendations) {
    Element line = append_classed(section, "p", "recommended");
    append(line, "strong",
           fmt::format("Recommended {}: {}. ", purpose_of(found.needs),
                       found.method ? to_string(*found.method) : "no method"));
    append_text(line, found.reason + ".");
    if (found.rejected.empty()) continue;
    Element others = append(section, "details");
    append(others, "summary", "Why no other method");
    Element list = append(others, "ul");
    for (const Rejected& one : found.rejected)
      append(list, "li", fmt::format("{}: {}", to_string(one.method), one.why));
  }
}

void append_breaks(Element section, const Comparison& comparison) {
  const std::vector<BreakLine> lines = break_lines(comparison);
  if (lines.empty()) return;
  append(section, "h4", "Graph breaks");
  Element list = append(section, "ul");
  for (const BreakLine& line : lines)
    append(list, "li", fmt::format("{}: {}", to_string(line.method), line.text));
}

void append_part(Element section, const LoweredPart& part) {
  append(section, "h4", fmt::format("{} part, lowered to ATen", to_string(part.part)));
  Element programs = append(section, "ul");
  for (std::size_t k = 0; k < part.programs.size(); ++k)
    append(programs, "li",
           fmt::format("{} ({} nodes): {}", letter_of(k), part.programs[k].nodes,
                       names_of(part.programs[k].methods)));
  for (const Difference& difference : part.differences) {
    Element fold = append(section, "details");
    append(fold, "summary", headline_of(difference));
    Element list = append(fold, "ul");
    for (const Change& change : difference.changes) append(list, "li", text_of(change));
    if (difference.more > 0) append(list, "li", fmt::format("and {} more", difference.more));
  }
}

void append_lowered(Element section, const Comparison& comparison) {
  for (const LoweredPart& part : comparison.lowered) append_part(section, part);
  for (const MethodResult& result : comparison.methods)
    if (!result.not_lowered.empty())
      append(section, "p", fmt::format("Not compared: {}: {}", to_string(result.method), result.not_lowered));
  if (!comparison.lowered.empty()) return;
  append(section, "p", "How any two methods differ at the level of ATen is told by");
  append_command(section, shell_command("assay compare {} --device {}", comparison.case_id,
                                        to_string(comparison.device)));
}

void append_pair(Element rows, const PairResult& record) {
  Element row = append(rows, "tr");
  append_link(append(row, "td"), "method", to_string(record.pair.method), to_string(record.pair.method));
  Element verdict = append_classed(row, "td", class_of(record.verdict));
  append_text(verdict, fmt::format("{} {}", mark_of(record.verdict), words_of(to_string(record.verdict))));
  append_cell(row, fmt::format("{} in {}", words_of(to_string(record.outcome)), to_string(record.stage)));
  Element cell = append(row, "td");
  if (!record.reason.empty()) append(cell, "p", record.reason);
  if (!is_green(record.verdict)) append(cell, "pre", failure_text(record, kMostLines));
  if (!record.message.empty() && is_green(record.verdict))
    append(cell, "p", record.exception.empty() ? record.message : record.exception + ": " + record.message);
  if (!record.replay) return;
  Element fold = append(cell, "details");
  append(fold, "summary", describe(*record.replay));
  append(fold, "pre", replay_text(*record.replay));
}

void append_device(Element section, const ReportData& data, const CaseReport& report) {
  const Comparison& comparison = report.comparison;
  append(section, "h3", title_of(comparison));
  append_recommendations(section, report.recommendations);
  append_sheet(section, "What was captured", captured_sheet(comparison), captured_legend());
  append_breaks(section, comparison);
  append_sheet(section, "How it replays and what it costs", measured_sheet(comparison), measured_legend());
  Element rows =
      append_table(section, {.caption = "Verdicts", .head = {"method", "verdict", "outcome", "why"}});
  for (const PairResult& record : data.records)
    if (record.pair.case_id == comparison.case_id && record.pair.device == comparison.device)
      append_pair(rows, record);
  append_lowered(section, comparison);
}

}  // namespace

std::string case_html(const ReportData& data, const std::string& case_id) {
  pugi::xml_document document;
  Element section = document.append_child("div");
  set(append(section, "h2", case_id), "tabindex", "-1");
  for (const CaseReport& report : data.cases)
    if (report.comparison.case_id == case_id) append_device(section, data, report);
  return html_of(section);
}

}  // namespace assay
