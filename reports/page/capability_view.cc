// The table of capabilities, and the details of each row.
#include <fmt/format.h>

#include "reports/capability_sheet/signs.h"
#include "reports/page/views.h"

namespace assay {

namespace {

std::string told(const CapabilityRow& row, MethodId method, Device device) {
  const auto cell = row.cells.find({method, device});
  if (cell == row.cells.end()) return fmt::format("{}: not to run there", to_string(device));
  return fmt::format("{}: {}{}{}", to_string(device), describe(cell->second),
                     cell->second.reason.empty() ? "" : ": ", cell->second.reason);
}

/// "+", or "+ R" if cuda differs from the CPU.
void append_sign(Element row, const CapabilityRow& feature, MethodId method) {
  const Sign cpu = sign_of(feature, method, Device::kCpu), cuda = sign_of(feature, method, Device::kCuda);
  std::string text(1, cpu.mark);
  if (!(cpu == cuda) && cuda.mark != '.' && cuda.mark != '-') text += std::string(" ") + cuda.mark;
  Element link = append_link(append_classed(row, "td", "sign"), "feature", feature.feature.id, text);
  set(link, "title", told(feature, method, Device::kCpu) + "\n" + told(feature, method, Device::kCuda));
  set(link, "class", fmt::format("sign-{}", std::string_view("+gDRFX-.U").find(cpu.mark)));
}

void append_feature(Element view, const CapabilitySheet& sheet, const CapabilityRow& row) {
  Element item = append_item(view, "feature", row.feature.id, row.feature.id);
  append(item, "p", row.feature.means + (row.feature.issue.empty() ? "" : " (" + row.feature.issue + ")"));
  if (!row.feature.unprobed.empty()) {
    append(item, "p", "No case probes it: " + row.feature.unprobed);
    return;
  }
  Element probe = append(item, "p", "Probe: ");
  append_link(probe, "case", row.feature.probe, row.feature.probe);
  if (!row.feature.twin.empty()) {
    Element twin = append(item, "p", "Twin, which replays: ");
    append_link(twin, "case", row.feature.twin, row.feature.twin);
  }
  Element rows =
      append_table(item, {.caption = "What becomes of it", .head = {"outcome", "where", "reason"}});
  for (const CellGroup& group : groups_of(sheet, row)) {
    for (const std::string& where : group.where) {
      Element line = append(rows, "tr");
      append_cell(line, group.what);
      append_cell(line, where);
      append_cell(line, group.reason);
    }
  }
}

}  // namespace

void append_capabilities(Element page, const ReportData& data) {
  const CapabilitySheet& sheet = data.capabilities;
  Element view = append_view(page, "capabilities", "Capabilities");
  append(view, "p",
         fmt::format(
             "What each method makes of {} features, as Assay's own cases declare and its tests prove; {}. "
             "A second sign is that of cuda where it differs.",
             sheet.rows.size(), title_of(sheet.setting)));
  Element legend = append_classed(view, "ul", "legend");
  for (const std::string& line : legend_of_signs()) append(legend, "li", line);
  Table table{.caption = "Features by methods", .head = {"feature", "group"}};
  for (const MethodId method : sheet.methods) table.head.emplace_back(to_string(method));
  Element rows = append_table(view, table);
  set(rows.parent(), "class", "display matrix");
  for (const CapabilityRow& row : sheet.rows) {
    Element line = append(rows, "tr");
    Element name = append(line, "th");
    set(name, "scope", "row");
    append_link(name, "feature", row.feature.id, row.feature.id);
    append_cell(line, row.feature.group);
    for (const MethodId method : sheet.methods) append_sign(line, row, method);
  }
  for (const CapabilityRow& row : sheet.rows) append_feature(view, sheet, row);
}

}  // namespace assay
