// capability_details: outcomes of each feature with their reasons.
#include <algorithm>

#include <fmt/format.h>

#include "reports/capability_sheet/capability_sheet.h"
#include "reports/capability_sheet/signs.h"

namespace assay {
namespace {

std::string heading_of(const Feature& feature, Color color) {
  const std::string issue = feature.issue.empty() ? "" : " (" + feature.issue + ")";
  const std::string probe =
      feature.unprobed.empty() ? "probe: " + feature.probe : "no case probes it: " + feature.unprobed;
  const std::string twin = feature.twin.empty() ? "" : "\n  twin, which replays: " + feature.twin;
  return fmt::format("{}: {}{}\n  {}{}\n", paint(feature.id, Ink::kBold, color), feature.means, issue, probe,
                     twin);
}

std::string group_text(const CellGroup& group) {
  std::string text = "  " + group.what + "\n";
  for (const std::string& where : group.where) text += "    " + where + "\n";
  if (!group.reason.empty()) text += "    because " + group.reason + "\n";
  return text;
}

}  // namespace

std::string capability_details(const CapabilitySheet& sheet, Color color) {
  std::string text =
      fmt::format("as declared for {}\n{}", title_of(sheet.setting), unsupported_methods(sheet));
  std::string captured;
  std::size_t count = 0;
  for (const CapabilityRow& row : sheet.rows) {
    const std::vector<CellGroup> groups = groups_of(sheet, row);
    const bool plain = std::ranges::all_of(groups, [](const CellGroup& group) { return group.plain; });
    if (groups.empty() && row.feature.unprobed.empty()) continue;
    if (plain && !groups.empty() && sheet.rows.size() > 1) {
      captured += (count++ == 0 ? "" : ", ") + row.feature.id;
      continue;
    }
    text += "\n" + heading_of(row.feature, color);
    for (const CellGroup& group : groups) text += group_text(group);
  }
  if (count > 0)
    text += fmt::format("\ncaptured, and replay agrees with eager: {} of {} features: {}\n", count,
                        sheet.rows.size(), captured);
  return text;
}

}  // namespace assay
