// KnownErrors: every known finding is declared in the capability table, for each feature of programs.
#include <algorithm>

#include <catch2/catch.hpp>

#include "harness/fuzz/features.h"
#include "harness/methods/own_capabilities.h"

namespace assay {
namespace {

std::vector<CapabilityRow> own_table() { return own_capabilities(ASSAY_SOURCE_DIR, {kLaterThanAny, true}); }

/// Methods that diverge without a declared finding.
std::vector<std::string> without_finding(const CapabilityRow& row) {
  std::vector<std::string> methods;
  for (const auto& [pair, cell] : row.cells) {
    const auto is_of = [&](const KnownFinding& finding) { return finding.is_of(pair.first); };
    if (cell.outcome == Outcome::kDiverges && std::ranges::none_of(row.feature.findings, is_of))
      methods.emplace_back(to_string(pair.first));
  }
  return methods;
}

TEST_CASE("a feature of generated programs that a method diverges on declares how that shows") {
  const std::vector<CapabilityRow> rows = own_table();
  REQUIRE_FALSE(fuzz::feature_names().empty());
  for (const std::string_view name : fuzz::feature_names()) {
    INFO(name);
    const auto row = std::ranges::find(rows, name, [](const CapabilityRow& one) { return one.feature.id; });
    REQUIRE(row != rows.end());
    CHECK(without_finding(*row) == std::vector<std::string>());
  }
}

TEST_CASE("a finding of other methods than those that diverge does not count") {
  CapabilityRow row;
  row.cells[{MethodId::kExport, Device::kCpu}] = {Outcome::kDiverges, {}, {}, {}};
  row.feature.findings = {{.methods = {"aot*"}}};
  CHECK(without_finding(row) == std::vector<std::string>{"export"});
  row.feature.findings = {{.methods = {"exp*"}}};
  CHECK(without_finding(row).empty());
}

}  // namespace
}  // namespace assay
