// annotations: clusters in order of weight, up to the limit.
#include "reports/github/annotations.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/results/alert.h"
#include "harness/words/quantity.h"
#include "harness/words/utf8.h"
#include "reports/github/workflow_command.h"

namespace assay {
namespace {

constexpr std::size_t kMostNext = 1000;  // the runner cuts messages at 4,096 bytes, escapes included

/// Every cluster has an alert: its pairs are not green.
Alert alert_of(const Cluster& cluster) { return alert_of(cluster.first).value_or(Alert::kUnexpectedFailure); }

WorkflowCommand command_of(const Cluster& cluster, const CasePlaces& places) {
  const Alert alert = alert_of(cluster);
  const auto place = places.find(cluster.first.pair.case_id);
  const bool has_place = place != places.end() && !place->second.file.empty();
  const std::string cause = cluster.causes.empty() ? "" : ", " + causes_text(cluster);
  const std::string more =
      cluster.pairs > 1 ? fmt::format(" and {} more", count_text(cluster.pairs - 1)) : "";
  const std::string what = cluster.what.empty() ? "" : cluster.what + "\n";
  return {.name = awaits_decision(alert) ? "warning" : "error",
          .properties = {{"file", has_place ? place->second.file : ""},
                         {"line", has_place ? std::to_string(std::max(1, place->second.line)) : ""},
                         {"title",
                          fmt::format("{}: {}{}", to_string(alert), counted(cluster.pairs, "pair"), cause)}},
          .message = fmt::format("{}{}{}\nnext: {}", what, to_string(cluster.first.pair), more,
                                 shortened(cluster.next.text(), kMostNext))};
}

}  // namespace

std::string annotations(const std::vector<Cluster>& clusters, const AnnotationContext& context) {
  std::vector<const Cluster*> ranked;
  for (const Cluster& cluster : clusters) ranked.push_back(&cluster);
  std::ranges::stable_sort(ranked, {}, [](const Cluster* cluster) { return alert_of(*cluster); });
  std::string text;
  std::size_t errors = 0, warnings = 0, left_out = 0;
  for (const Cluster* cluster : ranked) {
    if (++(awaits_decision(alert_of(*cluster)) ? warnings : errors) > kMostAnnotations)
      ++left_out;
    else
      text += to_line(command_of(*cluster, context.places));
  }
  if (left_out > 0)
    text += to_line(
        {.name = "notice",
         .properties = {{"title", "assay"}},
         .message = fmt::format("{} not shown; all of them: {}/results.json, printed by: {}",
                                counted(left_out, "more cause"), context.results, context.everything)});
  return text;
}

}  // namespace assay
