// capability_markdown: a GitHub table per group.
#include <fmt/format.h>

#include "reports/capability_sheet/capability_sheet.h"
#include "reports/capability_sheet/signs.h"

namespace assay {
namespace {

std::string header_of(const CapabilitySheet& sheet) {
  std::string names = "| feature | device |", rule = "|---|---|";
  for (const MethodId id : sheet.methods) {
    names += fmt::format(" `{}` |", to_string(id));
    rule += ":-:|";
  }
  return names + "\n" + rule + "\n";
}

std::string row_of(const SignLine& line, const Feature& feature) {
  std::string text = fmt::format("| `{}` | {} |", feature.id, line.device.empty() ? "both" : line.device);
  for (const Sign& sign : line.signs) text += fmt::format(" {} |", sign.mark);
  return text + "\n";
}

std::string subscript_of(const CapabilitySheet& sheet) {
  std::string text;
  for (const std::string& entry : legend_of_signs())
    text += fmt::format("{}`{}`{}", text.empty() ? "" : "; ", entry.substr(0, 1), entry.substr(1));
  return fmt::format("<sub>As declared for {}. {}</sub>\n", title_of(sheet.setting), text);
}

}  // namespace

std::string capability_markdown(const CapabilitySheet& sheet) {
  std::string text = "### What each capture method makes of what\n", group;
  for (const CapabilityRow& row : sheet.rows) {
    if (row.feature.group != group) {
      group = row.feature.group;
      text += fmt::format("\n#### {}\n\n", group) + header_of(sheet);
    }
    for (const SignLine& line : lines_of(sheet, row)) text += row_of(line, row.feature);
  }
  return text + "\n" + subscript_of(sheet);
}

}  // namespace assay
