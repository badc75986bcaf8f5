// Signs: characters of cells, lines of rows, groups of equal cells.
#include "reports/capability_sheet/signs.h"

#include <algorithm>

namespace assay {
namespace {

const DeclaredOutcome* cell_of(const CapabilityRow& row, MethodId id, Device device) {
  const auto found = row.cells.find({id, device});
  return found == row.cells.end() ? nullptr : &found->second;
}

std::vector<Sign> signs_on(const CapabilitySheet& sheet, const CapabilityRow& row, Device device) {
  std::vector<Sign> signs;
  for (const MethodId id : sheet.methods) signs.push_back(sign_of(row, id, device));
  return signs;
}

using Methods = std::vector<MethodId>;

std::string names_of(const CapabilitySheet& sheet, const Methods& methods) {
  if (sheet.methods.size() == 1) return "";
  if (methods == sheet.methods) return ": every method";
  std::string text;
  for (const MethodId id : methods) text += (text.empty() ? ": " : ", ") + std::string(to_string(id));
  return text;
}

bool is_unsupported(const CapabilitySheet& sheet, MethodId id, Device device) {
  return !unsupported_reason(id, device, sheet.setting).empty();
}

/// Merges both devices where their methods agree, except for methods that are unsupported on cuda.
std::vector<std::string> places_of(const CapabilitySheet& sheet, const std::map<Device, Methods>& methods) {
  std::vector<std::string> places;
  if (methods.size() == 2) {
    Methods expected = methods.at(Device::kCpu);
    std::erase_if(expected, [&](MethodId id) { return is_unsupported(sheet, id, Device::kCuda); });
    if (expected == methods.at(Device::kCuda))
      return {"cpu, cuda" + names_of(sheet, methods.at(Device::kCpu))};
  }
  for (const auto& [device, ids] : methods)
    places.push_back(std::string(to_string(device)) + names_of(sheet, ids));
  return places;
}

CellGroup group_of(const Feature& feature, MethodId id, const DeclaredOutcome& cell) {
  const bool captured = cell.outcome == Outcome::kCaptured;
  if (!captured || !feature.proves) return {describe(cell), {}, cell.reason, captured};
  const bool expressed = expresses(to_string(id), *feature.proves);
  return {expressed ? "expressed" : "not expressed", {}, "", expressed};
}

}  // namespace

Sign sign_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kCaptured:
      return {'+', Ink::kGreen};
    case Outcome::kGuarded:
      return {'g', Ink::kGreen};
    case Outcome::kUndecided:
      return {'U', Ink::kYellow};
    case Outcome::kDiverges:
      return {'D', Ink::kRed};
    case Outcome::kRaises:
      return {'R', Ink::kYellow};
    case Outcome::kReplayFails:
      return {'F', Ink::kYellow};
    case Outcome::kUnsupported:
    case Outcome::kSkipped:
      return {'-', Ink::kFaint};
    default:
      return {'X', Ink::kYellow};
  }
}

Sign sign_of(const CapabilityRow& row, MethodId id, Device device) {
  const DeclaredOutcome* cell = cell_of(row, id, device);
  if (cell == nullptr) return {};
  if (row.feature.proves && cell->outcome == Outcome::kCaptured &&
      !expresses(to_string(id), *row.feature.proves))
    return sign_of(Outcome::kUnsupported);
  return sign_of(cell->outcome);
}

std::vector<SignLine> lines_of(const CapabilitySheet& sheet, const CapabilityRow& row) {
  std::vector<Sign> cpu = signs_on(sheet, row, Device::kCpu), cuda = signs_on(sheet, row, Device::kCuda);
  const auto is_blank = [](const Sign& sign) { return sign == Sign{}; };
  const bool on_cpu = !std::ranges::all_of(cpu, is_blank);
  const bool on_cuda = !std::ranges::all_of(cuda, is_blank);
  bool alike = on_cpu && on_cuda;
  for (std::size_t i = 0; i < cpu.size(); ++i)
    alike = alike && (cpu[i] == cuda[i] || is_unsupported(sheet, sheet.methods[i], Device::kCuda));
  if (alike || (!on_cpu && !on_cuda)) return {{"", std::move(cpu)}};
  std::vector<SignLine> lines;
  if (on_cpu) lines.push_back({"cpu", std::move(cpu)});
  if (on_cuda) lines.push_back({"cuda", std::move(cuda)});
  return lines;
}

std::vector<std::string> legend_of_signs() {
  return {"+ captured, and replay agrees with eager",
          "g guarded: agrees inside the guards that the capture carries",
          "U undecided: rounding explains it, and so may another program",
          "D diverges: silently wrong",
          "R raises",
          "F captured, and the file cannot be replayed",
          "- cannot express it",
          "X fails otherwise",
          ". not to run there, or not probed at all"};
}

std::string title_of(const Setting& setting) {
  const bool is_known = setting.torch != kLaterThanAny;
  return (is_known ? "torch " + to_string(setting.torch) : std::string("the newest torch")) +
         (setting.phantom ? ", cuda is the phantom" : ", cuda is a real GPU");
}

std::string unsupported_methods(const CapabilitySheet& sheet) {
  std::string text;
  for (const MethodId id : sheet.methods) {
    const std::string anywhere = unsupported_reason(id, Device::kCpu, sheet.setting);
    const std::string on_cuda = unsupported_reason(id, Device::kCuda, sheet.setting);
    if (on_cuda.empty()) continue;
    text += std::string(to_string(id)) + (anywhere.empty() ? " on cuda: " : ": ") + on_cuda + "\n";
  }
  return text;
}

std::vector<CellGroup> groups_of(const CapabilitySheet& sheet, const CapabilityRow& row) {
  std::vector<CellGroup> groups;
  std::vector<std::map<Device, Methods>> methods;
  for (const MethodId id : sheet.methods) {
    for (const Device device : {Device::kCpu, Device::kCuda}) {
      const DeclaredOutcome* cell = cell_of(row, id, device);
      if (cell == nullptr || is_unsupported(sheet, id, device)) continue;
      CellGroup group = group_of(row.feature, id, *cell);
      const auto found = std::ranges::find_if(
          groups, [&](const CellGroup& one) { return one.what == group.what && one.reason == group.reason; });
      const auto at = static_cast<std::size_t>(found - groups.begin());
      if (found == groups.end()) {
        groups.push_back(std::move(group));
        methods.emplace_back();
      }
      methods[at][device].push_back(id);
    }
  }
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i].where = places_of(sheet, methods[i]);
  return groups;
}

}  // namespace assay
