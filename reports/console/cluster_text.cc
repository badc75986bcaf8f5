// cluster_text: clusters as blocks of two lines.
#include "reports/console/cluster_text.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/console/printable.h"
#include "reports/console/verdict_word.h"

namespace assay {
namespace {

constexpr std::size_t kLinesEach = 2;

std::string block_of(const Cluster& cluster, Color color) {
  const Cell word = verdict_word(cluster.first);
  std::string title = word.text.substr(1);  // without its "!"
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
  const std::string cause = cluster.cause.empty() ? "" : ", cause " + cluster.cause;
  const std::string what = cluster.what.empty() ? "" : ": " + cluster.what;
  const std::string more =
      cluster.pairs > 1 ? fmt::format(" and {} more", count_text(cluster.pairs - 1)) : "";
  return paint(title, word.ink, color) +
         printable(fmt::format(" {}{}{}\n  {}{}; next: {}\n", counted(cluster.pairs, "pair"), cause, what,
                               to_string(cluster.first.pair), more, cluster.next));
}

}  // namespace

std::string cluster_text(const std::vector<Cluster>& clusters, std::size_t most_lines, Color color) {
  std::size_t shown = clusters.size();
  if (shown * kLinesEach > most_lines) {
    const std::size_t blocks =
        (std::max<std::size_t>(1, most_lines) - 1) / kLinesEach;  // one line for the rest
    shown = std::max<std::size_t>(1, blocks);
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, clusters.size()); ++i) text += block_of(clusters[i], color);
  if (shown < clusters.size())
    text += fmt::format("... and {}\n", counted(clusters.size() - shown, "more cause"));
  return text;
}

}  // namespace assay
