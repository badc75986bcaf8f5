// print_drift: counts, causes, changed outcomes.
#include "reports/drift_text/print_drift.h"

#include <string_view>

#include <fmt/format.h>

#include "harness/words/quantity.h"

namespace assay {

namespace {

std::string turned_lines(std::string_view how, const std::vector<Turned>& all) {
  std::string text;
  for (const Turned& turned : all)
    text += fmt::format("  {}: {}: {}, was {}\n", how, to_string(turned.pair), turned.after, turned.before);
  return text;
}

// An outcome counts pairs, since failures have no nodes.
std::string cause_line(const DriftCause& cause) {
  const std::string where = cause.kind == "outcome" ? counted(cause.pairs.size(), "pair")
                                                    : fmt::format("{} in {}", counted(cause.nodes, "node"),
                                                                  counted(cause.pairs.size(), "graph"));
  const std::string more =
      cause.consequences > 0 ? fmt::format("; explains {} more", cause.consequences) : "";
  return fmt::format("  {}: {}, first in {}{}\n", cause.change, where, cause.first_in, more);
}

}  // namespace

std::string print_drift(const Drift& drift) {
  std::string text = fmt::format("{} to {}: {} same, {} changed, {} newly failing, {} newly passing\n",
                                 drift.from, drift.to, drift.same.size(), drift.changed.size(),
                                 drift.newly_failing.size(), drift.newly_passing.size());
  for (const DriftCause& cause : drift.causes) text += cause_line(cause);
  text +=
      turned_lines("newly failing", drift.newly_failing) + turned_lines("newly passing", drift.newly_passing);
  if (!drift.only_before.empty())
    text += fmt::format("  {} only in {}\n", counted(drift.only_before.size(), "pair"), drift.from);
  if (!drift.only_after.empty())
    text += fmt::format("  {} only in {}\n", counted(drift.only_after.size(), "pair"), drift.to);
  return text;
}

}  // namespace assay
