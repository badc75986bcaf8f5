// coverage_text: recall and precision as percentages, the most frequent differences by name.
#include "reports/console/coverage_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/console/columns.h"
#include "reports/console/printable.h"

namespace assay {
namespace {

constexpr std::size_t kMostNames = 2;

std::string names_text(const std::map<std::string, std::uint64_t>& counts) {
  std::vector<std::pair<std::string, std::uint64_t>> largest(counts.begin(), counts.end());
  std::ranges::stable_sort(largest, [](const auto& one, const auto& two) { return one.second > two.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min(largest.size(), kMostNames); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", largest[i].second, printable(largest[i].first));
  if (largest.size() > kMostNames) text += fmt::format(" and {} more", largest.size() - kMostNames);
  return text;
}

using Key = std::pair<MethodId, Device>;

Row row_of(const Key& key, const MethodSummary& method) {
  const CoverageSum& sum = method.operators;
  Row row = {{std::string(to_string(key.first))}, {std::string(to_string(key.second))}};
  if (sum.pairs == 0) {
    row.push_back({"not measured"});
    return row;
  }
  row.push_back({fmt::format("{}/{}", sum.pairs, method.captured)});
  row.push_back({std::to_string(sum.complete)});
  row.push_back({shares_text(sum.operators)});
  row.push_back({shares_text(sum.edges)});
  return row;
}

/// "  aot cpu misses 1 aten.relu.default; ran besides 1 aten.detach.default"
std::string differences_text(const Key& key, const CoverageSum& sum) {
  const std::string missed = names_text(sum.missed), extra = names_text(sum.extra);
  if (missed.empty() && extra.empty()) return "";
  return fmt::format("  {} {}{}{}{}{}{}\n", to_string(key.first), to_string(key.second),
                     missed.empty() ? "" : " misses ", missed, missed.empty() || extra.empty() ? "" : ";",
                     extra.empty() ? "" : " ran besides ", extra);
}

Row header() {
  Row row;
  for (const char* title : {"method", "device", "measured", "complete", "operators", "edges"})
    row.push_back({title, Ink::kBold});
  return row;
}

}  // namespace

std::string shares_text(const Counted& counted) {
  return fmt::format("{} / {}", percent_text(counted.recall()), percent_text(counted.precision()));
}

std::string coverage_text(const Summary& summary, Color color) {
  std::map<Device, std::size_t> captured, measured;
  for (const auto& [key, method] : summary.methods) {
    captured[key.second] += method.captured;
    measured[key.second] += method.operators.pairs;
  }
  std::vector<Row> rows = {header()};
  std::string differences, unmeasured;
  for (const auto& [key, method] : summary.methods) {
    if (method.captured == 0 || measured[key.second] == 0) continue;
    rows.push_back(row_of(key, method));
    differences += differences_text(key, method.operators);
  }
  for (const auto& [device, pairs] : captured) {
    if (pairs > 0 && measured[device] == 0)
      unmeasured += fmt::format("operator coverage on {}: not measured\n", to_string(device));
  }
  if (rows.size() == 1) return unmeasured;
  using enum Align;
  return "operator coverage: recall / precision of what the dispatcher ran\n" +
         aligned_columns(rows, {kLeft, kLeft, kRight, kRight, kRight, kRight}, color) + differences +
         unmeasured;
}

}  // namespace assay
