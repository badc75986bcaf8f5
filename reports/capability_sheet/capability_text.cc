// capability_text: the table on a terminal.
#include <algorithm>

#include <fmt/format.h>

#include "reports/capability_sheet/capability_sheet.h"
#include "reports/capability_sheet/signs.h"

namespace assay {
namespace {

/// Method names above their columns, each joined to its column by a line.
std::string stair_of(const std::vector<MethodId>& methods) {
  std::string text;
  for (std::size_t step = 0; step < methods.size(); ++step) {
    for (std::size_t column = 0; column < step; ++column) text += "| ";
    text += std::string(to_string(methods[step])) + "\n";
  }
  return text;
}

std::string line_text(const SignLine& line, const std::string& feature, Color color) {
  std::string text;
  for (const Sign& sign : line.signs) text += paint(std::string(1, sign.mark), sign.ink, color) + " ";
  text += fmt::format(" {:<24} {}", feature, line.device);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

}  // namespace

std::string capability_text(const CapabilitySheet& sheet, Color color) {
  std::string text =
      fmt::format("{} features, as declared for {}\n\n", sheet.rows.size(), title_of(sheet.setting));
  text += stair_of(sheet.methods);
  std::string group;
  for (const CapabilityRow& row : sheet.rows) {
    if (row.feature.group != group) {
      group = row.feature.group;
      text += "\n" + paint(group, Ink::kBold, color) + "\n";
    }
    for (const SignLine& line : lines_of(sheet, row)) text += line_text(line, row.feature.id, color);
  }
  text += "\n";
  for (const std::string& entry : legend_of_signs()) text += entry + "\n";
  text += unsupported_methods(sheet);
  return text + "reasons: assay list capabilities --method METHOD, or --feature FEATURE\n";
}

}  // namespace assay
