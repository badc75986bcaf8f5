// The table of capabilities, from case files.
#include "harness/methods/capability.h"

#include <algorithm>

#include "harness/error/error.h"
#include "harness/results/verdict.h"
#include "harness/words/nearest.h"

namespace assay {
namespace {

bool is_to_run(const Case& test, MethodId id, Device device) {
  return std::ranges::count(test.methods, id) > 0 && std::ranges::count(test.devices, device) > 0;
}

}  // namespace

std::string unsupported_reason(MethodId id, Device device, const Setting& setting) {
  return unsupported_reason(id, setting.phantom && device == Device::kCuda, setting.torch);
}

std::optional<DeclaredOutcome> declared(const Case& test, MethodId id, Device device,
                                        const Setting& setting) {
  if (!is_to_run(test, id, device)) return std::nullopt;
  if (const std::string reason = unsupported_reason(id, device, setting); !reason.empty())
    return DeclaredOutcome{Outcome::kUnsupported, "", "", reason};
  const Expectation* expected = expectation_for(test, id, device, setting.phantom, setting.torch);
  if (expected == nullptr) return DeclaredOutcome{};
  return DeclaredOutcome{expected->outcome, expected->exception, expected->message, expected->reason};
}

const Case* case_of(const std::vector<Case>& cases, const std::string& id) {
  const auto found = std::ranges::find(cases, id, &Case::id);
  return found == cases.end() ? nullptr : &*found;
}

std::string no_such_case(const std::vector<Case>& cases, const std::string& id) {
  std::vector<std::string> ids;
  for (const Case& test : cases) ids.push_back(test.id);
  return "no case '" + id + "'" + did_you_mean(id, ids);
}

std::vector<CapabilityRow> capability_table(const std::vector<Feature>& features,
                                            const std::vector<Case>& cases, const Setting& setting) {
  std::vector<CapabilityRow> rows;
  for (const Feature& feature : features) {
    if (!feature.unprobed.empty()) {
      rows.push_back({feature, {}});
      continue;
    }
    const Case* probe = case_of(cases, feature.probe);
    if (probe == nullptr)
      throw InputError({.what = no_such_case(cases, feature.probe),
                        .where = feature.id,
                        .expected = "a case that proves the feature",
                        .found = feature.probe,
                        .next = Command{"list", {"cases"}}});
    CapabilityRow& row = rows.emplace_back();
    row.feature = feature;
    for (const Method& each : all_methods()) {
      for (const Device device : {Device::kCpu, Device::kCuda}) {
        if (auto cell = declared(*probe, each.id, device, setting)) row.cells[{each.id, device}] = *cell;
      }
    }
  }
  return rows;
}

std::string describe(const DeclaredOutcome& capability) {
  return describe(OutcomeSeen{capability.outcome, capability.exception, capability.message});
}

}  // namespace assay
