// Cells of a comparison as text.
#include "reports/comparison_sheet/cells.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "harness/zoo/need.h"
#include "reports/console/coverage_text.h"
#include "reports/console/printable.h"
#include "reports/console/verdict_word.h"

namespace assay {
namespace {

const char* yes_or_no(Shown shown) {
  switch (shown) {
    case Shown::kFound:
      return "yes";
    case Shown::kNone:
      return "-";
    case Shown::kCannot:
      return "no";
  }
  return "-";
}

std::string error_cell(const MethodResult& result) {
  if (!result.replay || result.replay->errors.empty()) return "-";
  const auto& errors = result.replay->errors;
  const auto worst = std::ranges::max_element(
      errors, [](const auto& one, const auto& two) { return one.second.absolute < two.second.absolute; });
  if (worst->second.absolute == 0) return "0";
  return fmt::format("{:.2g} {}", worst->second.absolute, to_string(worst->first));
}

std::string shares_cell(const MethodResult& result, Counted Coverage::*counted) {
  if (!result.coverage) return kNotMeasured;
  return shares_text((*result.coverage).*counted);
}

std::string ratio_cell(const Cost& cost) {
  if (cost.eager_seconds <= 0) return kNotMeasured;
  return ratio_text(cost.capture_seconds / cost.eager_seconds);
}

/// A small program may fit into memory that is already resident: 0 bytes. A broken meter reports 0 for both.
std::string bytes_cell(std::uint64_t bytes, const Cost& cost) {
  const bool measured = cost.eager_bytes > 0 || cost.capture_bytes > 0;
  return measured ? bytes_text(static_cast<double>(bytes)) : kNotMeasured;
}

}  // namespace

std::string replay_words(Outcome outcome, const std::optional<ReplayReport>& replay) {
  if (outcome != Outcome::kCaptured) return words_of(to_string(outcome));
  if (!replay) return "not replayed";
  const bool bitwise = std::ranges::all_of(
      replay->runs, [](const ReplayRun& run) { return run.bitwise || !run.left_out.empty(); });
  if (bitwise) return "bit by bit";
  const std::optional<double> precision = worst_precision(*replay);
  return precision ? "in float64, " + ratio_text(precision) : "within tolerance";
}

Sheet captured_sheet(const Comparison& comparison) {
  Sheet sheet = {{"method", "graphs", "nodes", "forward"}};
  for (const Need need : kNeedNames.values()) sheet[0].emplace_back(to_string(need));
  for (const MethodResult& result : comparison.methods) {
    if (!result.facts) continue;
    sheet.push_back({std::string(to_string(result.method)), std::to_string(result.facts->graphs),
                     std::to_string(result.facts->nodes), result.facts->forward ? "yes" : "-"});
    for (const Need need : kNeedNames.values())
      sheet.back().emplace_back(yes_or_no(result.facts->needs.at(need)));
  }
  return sheet;
}

Sheet measured_sheet(const Comparison& comparison) {
  Sheet sheet = {{"method", "replay", "largest error", "operators", "edges", "capture", "of eager", "memory",
                  "eager memory"}};
  for (const MethodResult& result : comparison.methods) {
    if (!result.facts) continue;
    sheet.push_back(
        {std::string(to_string(result.method)), replay_words(result.outcome, result.replay),
         error_cell(result), shares_cell(result, &Coverage::operators), shares_cell(result, &Coverage::edges),
         duration_text(result.cost.capture_seconds), ratio_cell(result.cost),
         bytes_cell(result.cost.capture_bytes, result.cost),
         result.cost.eager_seconds > 0 ? bytes_cell(result.cost.eager_bytes, result.cost) : kNotMeasured});
  }
  return sheet;
}

std::string title_of(const Comparison& comparison) {
  std::string device(to_string(comparison.device));
  if (!comparison.phantom.empty()) device += fmt::format(" (phantom {})", comparison.phantom);
  return fmt::format("{} on {}, torch {}", comparison.case_id, device, comparison.torch);
}

std::vector<Failure> failures_of(const Comparison& comparison) {
  std::vector<Failure> failures;
  for (const MethodResult& result : comparison.methods) {
    if (result.facts && result.why.empty()) continue;
    failures.push_back({result.method, printable(describe(result))});
  }
  return failures;
}

std::vector<BreakLine> break_lines(const Comparison& comparison) {
  std::vector<BreakLine> lines;
  for (const MethodResult& result : comparison.methods) {
    if (!result.facts) continue;
    for (const BreakPlace& place : result.facts->breaks)
      lines.push_back({result.method, printable(to_string(place))});
  }
  return lines;
}

std::string letter_of(std::size_t program) {
  std::string letters;
  for (std::size_t rest = program + 1; rest > 0; rest = (rest - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
  return letters;
}

std::string names_of(const std::vector<MethodId>& methods) {
  std::string text;
  for (const MethodId id : methods) text += (text.empty() ? "" : ", ") + std::string(to_string(id));
  return text;
}

std::string headline_of(const Difference& difference) {
  const SetCount& nodes = difference.nodes;
  const std::string left = letter_of(difference.left), right = letter_of(difference.right);
  return fmt::format("{} and {}: {} nodes in both, {} only in {}, {} only in {}, {} changed", left, right,
                     nodes.matched, nodes.missing, left, nodes.extra, right, nodes.changed);
}

std::string text_of(const Change& change) {
  std::string reach;
  if (change.places > 1) reach = fmt::format("at {} places", change.places);
  if (change.consequences > 0)
    reach += fmt::format("{}explains {} more", reach.empty() ? "" : ", ", change.consequences);
  return printable(change.what) + (reach.empty() ? "" : " (" + reach + ")");
}

std::string captured_legend() {
  return "yes: it is in the graphs; -: the method can express it, these graphs have none (one_graph, "
         "functional: they are not that); no: the method cannot (without_assay: it is Assay's own recorder, "
         "the reference)";
}

std::string measured_legend() {
  return "operators, edges: recall / precision of what the graphs ran against what eager ran, by the "
         "dispatcher; of eager: forward, with backward where the method has it; memory: what capturing, or a "
         "run of eager, added";
}

std::string purpose_of(const std::vector<Need>& needs) {
  return needs.empty() ? "for no stated need" : "for " + print_needs(needs);
}

}  // namespace assay
