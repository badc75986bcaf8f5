// cluster_text: clusters as blocks, as many as there is room for.
#include "reports/console/cluster_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/console/failure_text.h"
#include "reports/console/printable.h"
#include "reports/console/verdict_word.h"
#include "reports/console/wrapped.h"

namespace assay {
namespace {

/// Behind the word of its title.
std::string rest_of_title(const Cluster& cluster) {
  if (cluster.pairs == 1) return fmt::format(" {}\n", to_string(cluster.first.pair));
  const std::string causes = cluster.causes.empty() ? "" : ", " + causes_text(cluster);
  const std::string what = cluster.what.empty() ? "" : ": " + cluster.what;
  return fmt::format(" {}{}{}\n  {} and {} more\n", counted(cluster.pairs, "pair"), causes, what,
                     to_string(cluster.first.pair), count_text(cluster.pairs - 1));
}

std::string block_of(const Cluster& cluster, const ClusterView& view) {
  const std::string title = title_word(cluster.first);
  const std::string reasons = view.most_reasons > 0 ? reasons_text(cluster.first, view.most_reasons) : "";
  const std::string text = wrapped(title + printable(rest_of_title(cluster)) + reasons +
                                       printable("  next: " + cluster.next.text() + "\n"),
                                   view.width);
  return paint(title, verdict_word(cluster.first).ink, view.color) + text.substr(title.size());
}

}  // namespace

std::string cluster_text(const std::vector<Cluster>& clusters, const ClusterView& view) {
  std::string text;
  std::size_t lines = 0;
  for (std::size_t k = 0; k < clusters.size(); ++k) {
    const std::string block = block_of(clusters[k], view);
    const auto more = static_cast<std::size_t>(std::ranges::count(block, '\n'));
    const std::size_t rest = k + 1 < clusters.size() ? 1 : 0;  // the line that counts what is left out
    if (k > 0 && lines + more + rest > view.most_lines)
      return text + fmt::format("... and {}\n", counted(clusters.size() - k, "more cause"));
    text += block;
    lines += more;
  }
  return text;
}

}  // namespace assay
