// comparison_markdown: GitHub's tables and foldable sections.
#include "reports/comparison_sheet/comparison_markdown.h"

#include <fmt/format.h>

#include "harness/words/percent_encoded.h"
#include "reports/comparison_sheet/cells.h"

namespace assay {
namespace {

/// Backticks end code and pipes end cells. Neither can be escaped inside code.
std::string code(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '`' ? '\'' : c == '|' ? '/' : c == '\n' ? ' ' : c;
  return "`" + safe + "`";
}

std::string table_of(const Sheet& sheet, const std::string& legend) {
  if (sheet.size() < 2) return "";
  std::string text;
  for (std::size_t row = 0; row < sheet.size(); ++row) {
    text += "|";
    for (std::size_t cell = 0; cell < sheet[row].size(); ++cell)
      text += " " + (row > 0 && cell == 0 ? code(sheet[row][cell]) : sheet[row][cell]) + " |";
    text += "\n";
    if (row > 0) continue;
    for (std::size_t cell = 0; cell < sheet[row].size(); ++cell) text += cell == 0 ? "|---|" : "---|";
    text += "\n";
  }
  return fmt::format("{}\n<sub>{}</sub>\n\n", text, legend);
}

/// Encodes the characters that end a link's address on GitHub.
std::string address(const std::string& page) {
  std::string safe;
  for (const char c : page)
    safe += std::string_view("()<> \n\\").find(c) == std::string_view::npos ? std::string(1, c)
                                                                            : percent_encoded({&c, 1});
  return safe;
}

std::string folded(const std::string& summary, const std::string& body) {
  if (body.empty()) return "";
  return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n\n", summary, body);
}

std::string failures_text(const Comparison& comparison) {
  std::string text;
  for (const Failure& failure : failures_of(comparison))
    text += fmt::format("- {}: {}\n", code(std::string(to_string(failure.method))), code(failure.why));
  return text;
}

std::string breaks_text(const Comparison& comparison) {
  std::string text;
  for (const BreakLine& line : break_lines(comparison))
    text += fmt::format("- {}: {}\n", code(std::string(to_string(line.method))), code(line.text));
  return text;
}

std::string codes_of(const std::vector<MethodId>& methods) {
  std::string text;
  for (const MethodId id : methods) text += (text.empty() ? "" : ", ") + code(std::string(to_string(id)));
  return text;
}

std::string part_text(const LoweredPart& part) {
  std::string text = fmt::format("**{}**\n\n", to_string(part.part));
  for (std::size_t i = 0; i < part.programs.size(); ++i)
    text += fmt::format("- {} ({} nodes): {}\n", letter_of(i), part.programs[i].nodes,
                        codes_of(part.programs[i].methods));
  for (const Difference& difference : part.differences) {
    text += fmt::format("- {}\n", headline_of(difference));
    for (const Change& change : difference.changes) text += fmt::format("  - {}\n", code(text_of(change)));
    if (difference.more > 0) text += fmt::format("  - and {} more\n", difference.more);
  }
  return text + "\n";
}

std::string lowered_text(const Comparison& comparison) {
  std::string text;
  for (const LoweredPart& part : comparison.lowered) text += part_text(part);
  for (const MethodResult& result : comparison.methods) {
    if (result.facts && !result.not_lowered.empty())
      text += fmt::format("- not compared: {}: {}\n", code(std::string(to_string(result.method))),
                          code(result.not_lowered));
  }
  return text;
}

std::string recommendation_text(const Recommendation& found) {
  std::string others;
  for (const Rejected& one : found.rejected)
    others += fmt::format("- {}: {}\n", code(std::string(to_string(one.method))), code(one.why));
  return fmt::format("**Recommended {}: {}**: {}.\n\n", purpose_of(found.needs),
                     found.method ? code(std::string(to_string(*found.method))) : "none", found.reason) +
         folded("Why no other method", others);
}

}  // namespace

std::string comparison_markdown(const ComparisonReport& report, const std::string& page) {
  std::string text = "### Capture methods side by side\n\n" + recommendation_text(report.recommendation);
  for (const Comparison& comparison : report.cases) {
    text += fmt::format("#### {}\n\n", title_of(comparison));
    if (!page.empty())
      text += fmt::format("[All of it in the report]({}#case/{})\n\n", address(page),
                          percent_encoded(comparison.case_id));
    text += table_of(captured_sheet(comparison), captured_legend());
    text += table_of(measured_sheet(comparison), measured_legend());
    text += folded("Not captured, or not what ran", failures_text(comparison));
    text += folded("Graph breaks", breaks_text(comparison));
    text += folded("Programs after lowering to ATen, and what lies between them", lowered_text(comparison));
  }
  return text;
}

}  // namespace assay
