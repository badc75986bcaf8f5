// larger: the permutation distribution of a rank sum.
#include "harness/bench/larger.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/binomial.hpp>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace assay::bench {

namespace {

// Twice the rank of each sample, `these` first. Equal samples share their mean rank, and its double is an
// integer.
struct Ranks {
  std::vector<std::size_t> doubled;
  double ties = 0;  // sum of t^3 - t over groups of t equal samples
};

Ranks ranks_of(std::span<const double> these, std::span<const double> those) {
  std::vector<double> all(these.begin(), these.end());
  all.insert(all.end(), those.begin(), those.end());
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t position) { return all[position]; });
  Ranks ranks{std::vector<std::size_t>(all.size()), 0};
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && all[order[last]] == all[order[first]]) ++last;
    for (std::size_t i = first; i < last; ++i) ranks.doubled[order[i]] = first + 1 + last;
    const auto equal = static_cast<double>(last - first);
    ranks.ties += equal * equal * equal - equal;
  }
  return ranks;
}

// The share of all choices of `count` ranks whose sum is at least `least`.
double share_of_choices(const std::vector<std::size_t>& ranks, std::size_t count, std::size_t least) {
  const std::size_t most = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  // ways[c][s]: number of choices of c ranks with sum s. At most binomial(60, 30), which a double represents
  // exactly.
  std::vector<std::vector<double>> ways(count + 1, std::vector<double>(most + 1, 0));
  ways[0][0] = 1;
  for (const std::size_t rank : ranks)
    for (std::size_t chosen = count; chosen > 0; --chosen)
      for (std::size_t sum = rank; sum <= most; ++sum) ways[chosen][sum] += ways[chosen - 1][sum - rank];
  const std::vector<double>& made = ways[count];
  const double all = std::accumulate(made.begin(), made.end(), 0.0);
  return std::accumulate(made.begin() + static_cast<std::ptrdiff_t>(least), made.end(), 0.0) / all;
}

double by_normal(double u, double these, double those, double ties) {
  const double all = these + those;
  const double variance = these * those / 12 * (all + 1 - ties / (all * (all - 1)));
  if (variance <= 0) return 1;
  const boost::math::normal standard;
  const double z = (u - these * those / 2 - 0.5) / std::sqrt(variance);
  return boost::math::cdf(boost::math::complement(standard, z));
}

}  // namespace

Larger larger(std::span<const double> these, std::span<const double> those) {
  if (these.empty() || those.empty()) return {};
  const Ranks ranks = ranks_of(these, those);
  const auto count = static_cast<std::ptrdiff_t>(these.size());
  const std::size_t sum =
      std::accumulate(ranks.doubled.begin(), ranks.doubled.begin() + count, std::size_t{0});
  const auto n = static_cast<double>(these.size()), m = static_cast<double>(those.size());
  const double u = static_cast<double>(sum) / 2 - n * (n + 1) / 2;
  const bool exactly = these.size() + those.size() <= kExact;
  return {.p = exactly ? share_of_choices(ranks.doubled, these.size(), sum) : by_normal(u, n, m, ranks.ties),
          .delta = 2 * u / (n * m) - 1};
}

double least_p(std::size_t these, std::size_t those) {
  if (these == 0 || those == 0) return 1;
  return 1 / boost::math::binomial_coefficient<double>(static_cast<unsigned>(these + those),
                                                       static_cast<unsigned>(these));
}

}  // namespace assay::bench
