// Summary of a run as a table and lines.
#include "reports/console/summary_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/console/columns.h"
#include "reports/console/printable.h"
#include "reports/console/replay_text.h"
#include "reports/console/verdict_word.h"

namespace assay {
namespace {

std::string peak_text(const MethodSummary& method) {
  if (!method.median_peak_bytes) return kNotMeasured;
  return fmt::format("{} (max {})", bytes_text(*method.median_peak_bytes),
                     bytes_text(static_cast<double>(method.max_peak_bytes)));
}

/// "3/4": pairs whose replay agrees with eager or is guarded, of the captured pairs.
Cell replayed_cell(const MethodSummary& method) {
  if (method.replay.attempted() == 0) return {kNotMeasured};
  const bool all = method.replay.agreeing() == method.captured;
  return {fmt::format("{}/{}", method.replay.agreeing(), method.captured), all ? Ink::kPlain : Ink::kYellow};
}

}  // namespace

std::string method_table(const Summary& summary, Color color) {
  if (summary.methods.empty()) return "";
  std::vector<Row> rows = {{{"method", Ink::kBold},
                            {"device", Ink::kBold},
                            {"captured", Ink::kBold},
                            {"replayed", Ink::kBold},
                            {"median overhead", Ink::kBold},
                            {"median peak memory", Ink::kBold}}};
  for (const auto& [key, method] : summary.methods) {
    const bool all = method.captured == method.countable;
    rows.push_back(
        {{std::string(to_string(key.first))},
         {std::string(to_string(key.second))},
         {fmt::format("{}/{}", method.captured, method.countable), all ? Ink::kPlain : Ink::kYellow},
         replayed_cell(method),
         {ratio_text(method.median_overhead)},
         {peak_text(method)}});
  }
  using enum Align;
  return aligned_columns(rows, {kLeft, kLeft, kRight, kRight, kRight, kRight}, color);
}

namespace {

/// "FAILED" in red. New pairs alone have not failed: nobody has agreed to them.
std::string result_word(const Summary& summary, Color color) {
  bool failed = false, fresh = false, ran = false;
  for (const auto& [verdict, count] : summary.totals) {
    if (count == 0) continue;
    fresh = fresh || verdict == Verdict::kNew;
    failed = failed || (!is_green(verdict) && verdict != Verdict::kNew);
    ran = ran || verdict != Verdict::kSkipped;
  }
  if (failed) return paint("FAILED", Ink::kRed, color);
  if (fresh) return paint("NEW", Ink::kYellow, color);
  return ran ? paint("PASSED", Ink::kGreen, color) : paint("NOTHING RAN", Ink::kYellow, color);
}

std::string totals_line(const Summary& summary, Color color) {
  std::size_t pairs = 0;
  std::string parts;
  for (const auto& [verdict, count] : summary.totals) {
    pairs += count;
    if (count == 0) continue;
    const std::string name = words_of(to_string(verdict));
    const Ink ink = is_green(verdict) ? Ink::kPlain : Ink::kRed;
    parts += (parts.empty() ? "" : ", ") + paint(fmt::format("{} {}", count_text(count), name), ink, color);
  }
  return fmt::format("{}{}{}\n", counted(pairs, "pair"), parts.empty() ? "" : ": ", parts);
}

std::string agreement_of(const char* what, const Agreement& agreement) {
  const std::optional<double> share = agreement.share();
  if (!share) return fmt::format("{} not compared", what);
  return fmt::format("{} {} ({} of {})", what, percent_text(share), count_text(agreement.matched),
                     count_text(agreement.total));
}

constexpr std::size_t kMostReservations = 6;

std::string reservation_lines(const ReplayCounts& counts) {
  const std::vector<std::string> all = reservations(counts);
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kMostReservations); ++i)
    text += fmt::format("  {}\n", printable(all[i]));
  if (all.size() > kMostReservations) text += fmt::format("  and {} more\n", all.size() - kMostReservations);
  return text;
}

/// "replay: 30 replayed (28 bit by bit, 2 within tolerance), 1 guarded, 1 diverges, 2 not replayed", then the
/// limits of the agreement.
std::string replay_line(const Summary& summary, Color color) {
  const ReplayCounts& counts = summary.replay;
  if (summary.captured == 0) return "";
  if (counts.attempted() == 0) return fmt::format("replay: {}\n", kNotMeasured);
  std::string text =
      fmt::format("replay: {} replayed ({})", count_text(counts.replayed), judged_text(counts));
  const auto add = [&](std::size_t count, const char* what, Ink ink) {
    if (count > 0) text += ", " + paint(fmt::format("{} {}", count_text(count), what), ink, color);
  };
  add(counts.guarded, "guarded", Ink::kPlain);
  add(counts.undecided, "undecided", Ink::kRed);
  add(counts.diverges, counts.diverges == 1 ? "diverges" : "diverge", Ink::kRed);
  add(counts.fails, "cannot be replayed", Ink::kRed);
  add(summary.captured - counts.attempted(), "not replayed", Ink::kYellow);
  return text + "\n" + reservation_lines(counts);
}

std::string coverage_line(const Summary& summary) {
  if (summary.countable == 0) return "zoo coverage: no pair was to be captured\n";
  const std::optional<double> share = summary.zoo_coverage();
  if (!share)
    return fmt::format("zoo coverage: {} ({} of {} pairs captured, none replayed)\n", kNotMeasured,
                       count_text(summary.captured), count_text(summary.countable));
  return fmt::format("zoo coverage: {} ({} of {} pairs captured and replayed)\n", percent_text(share),
                     count_text(summary.replay.agreeing()), count_text(summary.countable));
}

}  // namespace

std::string isolation_text(std::optional<double> seconds) {
  if (!seconds) return fmt::format("isolation: {}\n", kNotMeasured);
  return fmt::format("isolation: {} per pair (median, fork to reaped, empty capture)\n",
                     duration_text(*seconds));
}

std::string pace_text(std::size_t pairs, double seconds, std::optional<double> median_beside_seconds) {
  if (pairs == 0 || seconds <= 0) return "";
  const std::string beside =
      median_beside_seconds
          ? fmt::format("overhead per pair: {} (median), outside eager, capture, write and replay\n",
                        duration_text(*median_beside_seconds))
          : "";
  const double pace = 60 * static_cast<double>(pairs) / seconds;
  return fmt::format("pace: {} in {}, {} a minute\n{}", counted(pairs, "pair"), duration_text(seconds),
                     pace < 1000 ? fmt::format("{:.3g}", pace) : count_text(std::llround(pace)), beside);
}

std::string verdict_line(const Summary& summary, Color color) {
  return result_word(summary, color) + "  " + totals_line(summary, color);
}

std::string totals_text(const Summary& summary, Color color) {
  const std::string agreement = fmt::format("agreement: {}, {}\n", agreement_of("nodes", summary.nodes),
                                            agreement_of("edges", summary.edges));
  return agreement + replay_line(summary, color) + coverage_line(summary);
}

std::string replay_errors_text(const Summary& summary, Color color) {
  std::vector<Row> rows = {{{"method", Ink::kBold},
                            {"device", Ink::kBold},
                            {"dtype", Ink::kBold},
                            {"absolute", Ink::kBold},
                            {"relative", Ink::kBold}}};
  for (const auto& [key, method] : summary.methods) {
    for (const auto& [dtype, error] : method.replay.errors) {
      rows.push_back({{std::string(to_string(key.first))},
                      {std::string(to_string(key.second))},
                      {std::string(to_string(dtype))},
                      {fmt::format("{:.2g}", error.absolute)},
                      {fmt::format("{:.2g}", error.relative)}});
    }
  }
  if (rows.size() == 1) return "";
  using enum Align;
  return "largest errors of replay:\n" + aligned_columns(rows, {kLeft, kLeft, kLeft, kRight, kRight}, color);
}

}  // namespace assay
