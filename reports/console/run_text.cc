// run_text: sections, shortened in turn until they fit.
#include "reports/console/run_text.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "harness/results/aliases.h"
#include "harness/results/clusters.h"
#include "harness/results/summary.h"
#include "harness/words/shell_command.h"
#include "reports/console/break_text.h"
#include "reports/console/cluster_text.h"
#include "reports/console/coverage_text.h"
#include "reports/console/failure_text.h"
#include "reports/console/family_table.h"
#include "reports/console/summary_text.h"
#include "reports/console/verdict_table.h"

namespace assay {
namespace {

constexpr std::size_t kMostLines = 12, kFewLines = 4;  // of a failure's explanation
constexpr std::size_t kMostFamilies = 16;              // rows
constexpr std::size_t kMostColumns = 4;                // of families beside methods

struct Sections {
  std::string result, failures, verdicts, errors, coverage, breaks, aliases, methods, reach, totals;

  /// A blank line between sections.
  std::string text() const {
    std::string all = result;
    for (const std::string* section :
         {&failures, &verdicts, &errors, &coverage, &breaks, &aliases, &methods, &reach, &totals})
      if (!section->empty()) all += "\n" + *section;
    return all;
  }
  std::size_t lines() const { return static_cast<std::size_t>(std::ranges::count(text(), '\n')); }
};

Sections all_but_failures(const std::vector<PairResult>& records, const RunView& view) {
  const Summary summary = summarize(records);
  Sections sections{.result = verdict_line(summary, view.color),
                    .failures = {},
                    .verdicts = {},
                    .errors = {},
                    .coverage = {},
                    .breaks = {},
                    .aliases = {},
                    .methods = method_table(summary, view.color),
                    .reach = reach_table(summary, kMostColumns, view.color),
                    .totals = totals_text(summary, view.color) + view.also};
  if (view.detail != Detail::kTotals) {
    sections.verdicts = verdict_table(records, view.width, view.color);
    sections.coverage = coverage_text(summary, view.color);
  }
  if (view.detail == Detail::kAll) {
    sections.failures = failure_blocks(records, kMostLines, view.color);
    sections.errors = replay_errors_text(summary, view.color);
    sections.breaks = break_text(records);
    sections.aliases = print_operator_aliases();
  }
  return sections;
}

std::string where_the_rest_is(const std::vector<Cluster>& clusters, const RunView& view) {
  const bool causes =
      std::ranges::any_of(clusters, [](const Cluster& cluster) { return !cluster.causes.empty(); });
  const std::string review =
      causes ? shell_command("cause by cause: assay review --results {}\n", view.results) : "";
  return review + fmt::format("the rest: {}/results.json; printed by: {}\n", view.results, view.everything);
}

}  // namespace

std::string run_text(const std::vector<PairResult>& records, const RunView& view) {
  Sections sections = all_but_failures(records, view);
  if (view.detail == Detail::kAll) return sections.text();
  const std::vector<Cluster> clusters = clusters_of(records, view.results);
  const auto with_reasons = [&](std::size_t most_reasons, std::size_t most_lines) {
    sections.failures = cluster_text(clusters, {view.width, most_lines, most_reasons, view.color});
    return sections.lines() <= view.height;
  };
  if (with_reasons(kMostLines, SIZE_MAX) || with_reasons(kFewLines, SIZE_MAX)) return sections.text();
  sections.totals += where_the_rest_is(clusters, view);
  if (!sections.verdicts.empty()) sections.verdicts = family_table(records, kMostFamilies, view.color);
  for (std::string* section : {&sections.coverage, &sections.methods, &sections.reach}) {
    if (with_reasons(kFewLines, SIZE_MAX)) return sections.text();
    section->clear();
  }
  if (with_reasons(kFewLines, SIZE_MAX)) return sections.text();
  sections.failures.clear();
  const std::size_t taken = sections.lines() + 1;
  with_reasons(0, view.height > taken ? view.height - taken : 0);
  return sections.text();
}

}  // namespace assay
