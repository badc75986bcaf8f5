// step_summary: GitHub tables, text as character references.
#include "reports/github/step_summary.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "harness/results/alert.h"
#include "harness/words/quantity.h"
#include "harness/words/utf8.h"
#include "reports/console/printable.h"
#include "reports/console/summary_text.h"

namespace assay {
namespace {

constexpr std::size_t kMostCode = 1000;  // GitHub takes 1 MiB in all; a reference has up to six bytes

/// Escapes every character with a meaning in Markdown or HTML as a character reference. Within <code> nothing
/// becomes a mention or a link.
std::string code(const std::string& text) {
  std::string safe;
  for (const char c : printable(text)) {
    const auto byte = static_cast<unsigned char>(c);
    safe += std::ispunct(byte) != 0 || byte < ' ' ? fmt::format("&#{};", byte) : std::string(1, c);
  }
  return "<code>" + safe + "</code>";
}

std::string row_of(const Cluster& cluster) {
  const Alert alert = alert_of(cluster.first).value_or(Alert::kUnexpectedFailure);
  const std::string cause = cluster.causes.empty() ? "" : " " + code(causes_text(cluster));
  const std::string more =
      cluster.pairs > 1 ? fmt::format(" and {} more", count_text(cluster.pairs - 1)) : "";
  return fmt::format("| {} | {} | {}{}<br>{}{} | {} |\n", to_string(alert), count_text(cluster.pairs),
                     code(cluster.what), cause, code(to_string(cluster.first.pair)), more,
                     code(shortened(cluster.next.text(), kMostCode)));
}

std::string list_of_lines(const std::string& text) {
  std::string list = "- ";
  for (const char c : text.substr(0, text.find_last_not_of('\n') + 1))
    list += c == '\n' ? std::string("\n- ") : std::string(1, c);
  return list + "\n\n";
}

}  // namespace

std::string step_summary(const Summary& summary, const std::vector<Cluster>& clusters,
                         const StepSummaryContext& context) {
  std::string text =
      fmt::format("### Assay{}\n\n", context.torch.empty() ? "" : ", torch " + code(context.torch));
  text += list_of_lines(verdict_line(summary, Color::kOff) + totals_text(summary, Color::kOff));
  if (clusters.empty()) return text;
  text += "| | pairs | why, and the first pair | next |\n|---|--:|---|---|\n";
  for (std::size_t i = 0; i < std::min(clusters.size(), kMostSummaryRows); ++i) text += row_of(clusters[i]);
  text += "\n";
  if (clusters.size() > kMostSummaryRows)
    text += fmt::format("and {}; all of them: {}, printed by {}\n\n",
                        counted(clusters.size() - kMostSummaryRows, "more cause"),
                        code(context.results + "/results.json"), code(context.everything));
  return text;
}

}  // namespace assay
