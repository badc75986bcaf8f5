// comparison_text: sheets as columns, programs by letter.
#include "reports/comparison_sheet/comparison_text.h"

#include <fmt/format.h>

#include "harness/words/utf8.h"
#include "reports/comparison_sheet/cells.h"
#include "reports/console/columns.h"
#include "reports/console/printable.h"

namespace assay {
namespace {

constexpr std::size_t kMostDifferences = 10;
constexpr std::size_t kMostText = 160;  ///< characters of quoted text in a line

std::string columns_of(const Sheet& sheet, const std::vector<Align>& alignment, const std::string& legend,
                       Color color) {
  if (sheet.size() < 2) return "";
  std::vector<Row> rows;
  for (const auto& line : sheet) {
    Row& row = rows.emplace_back();
    for (const std::string& cell : line) row.push_back({cell, rows.size() == 1 ? Ink::kBold : Ink::kPlain});
  }
  return aligned_columns(rows, alignment, color) + paint(legend, Ink::kFaint, color) + "\n\n";
}

std::string failures_text(const Comparison& comparison, Color color) {
  std::vector<Row> rows;
  for (const Failure& failure : failures_of(comparison))
    rows.push_back(
        {{std::string(to_string(failure.method))}, {shortened(failure.why, kMostText), Ink::kYellow}});
  return rows.empty() ? "" : aligned_columns(rows, {}, color) + "\n";
}

std::string breaks_text(const Comparison& comparison, Color color) {
  std::vector<Row> rows;
  for (const BreakLine& line : break_lines(comparison))
    rows.push_back({{"  " + std::string(to_string(line.method))}, {shortened(line.text, kMostText)}});
  return rows.empty() ? "" : "graph breaks\n" + aligned_columns(rows, {}, color) + "\n";
}

std::string difference_text(const Difference& difference) {
  std::string text = fmt::format("  {}\n", headline_of(difference));
  for (const Change& change : difference.changes)
    text += fmt::format("    {}\n", shortened(text_of(change), kMostText));
  if (difference.more > 0) text += fmt::format("    ... and {} more\n", difference.more);
  return text;
}

std::string part_text(const LoweredPart& part, Color color) {
  const std::size_t count = part.programs.size();
  std::string text = paint(fmt::format("{} part, lowered to ATen: {}\n", to_string(part.part),
                                       count == 1 ? "one program" : fmt::format("{} programs", count)),
                           Ink::kBold, color);
  for (std::size_t i = 0; i < count; ++i)
    text += fmt::format("  {}  {} nodes: {}\n", letter_of(i), part.programs[i].nodes,
                        names_of(part.programs[i].methods));
  for (std::size_t i = 0; i < part.differences.size() && i < kMostDifferences; ++i)
    text += difference_text(part.differences[i]);
  if (part.differences.size() > kMostDifferences)
    text += fmt::format("  ... and {} more differences: --format json has them\n",
                        part.differences.size() - kMostDifferences);
  return text + "\n";
}

std::string not_lowered_text(const Comparison& comparison) {
  std::string text;
  for (const MethodResult& result : comparison.methods) {
    if (result.facts && !result.not_lowered.empty())
      text += fmt::format("not compared after lowering: {}: {}\n", to_string(result.method),
                          shortened(result.not_lowered, kMostText));
  }
  return text.empty() ? "" : text + "\n";
}

std::string case_text(const Comparison& comparison, Color color) {
  using enum Align;
  std::string text = paint(title_of(comparison), Ink::kBold, color) + "\n\n";
  text += columns_of(captured_sheet(comparison), {kLeft, kRight, kRight}, captured_legend(), color);
  text += columns_of(measured_sheet(comparison),
                     {kLeft, kLeft, kRight, kRight, kRight, kRight, kRight, kRight, kRight},
                     measured_legend(), color);
  text += failures_text(comparison, color) + breaks_text(comparison, color);
  for (const LoweredPart& part : comparison.lowered) text += part_text(part, color);
  return text + not_lowered_text(comparison);
}

std::string recommendation_text(const Recommendation& found, Color color) {
  std::string text = fmt::format(
      "recommended {}: {}\n  {}\n", purpose_of(found.needs),
      found.method ? paint(to_string(*found.method), Ink::kGreen, color) : paint("none", Ink::kRed, color),
      printable(found.reason));
  std::vector<Row> rows;
  for (const Rejected& one : found.rejected)
    rows.push_back(
        {{"  not " + std::string(to_string(one.method))}, {shortened(printable(one.why), kMostText)}});
  return text + aligned_columns(rows, {}, color);
}

}  // namespace

std::string comparison_text(const ComparisonReport& report, Color color) {
  std::string text;
  for (const Comparison& comparison : report.cases) text += case_text(comparison, color);
  return text + recommendation_text(report.recommendation, color);
}

}  // namespace assay
