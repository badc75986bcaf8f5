// changes: tests each series, then corrects for the number of series.
#include "harness/bench/change.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "harness/error/error.h"

namespace assay::bench {

namespace {

using ByName = std::map<std::string_view, const Series*>;

ByName by_name(const std::vector<Series>& run) {
  ByName found;
  for (const Series& series : run)
    if (!found.emplace(series.name, &series).second)
      throw InputError({.what = "two series of one name", .where = series.name, .expected = "one"});
  return found;
}

std::vector<double> times(const std::vector<double>& samples, double factor) {
  std::vector<double> scaled = samples;
  for (double& one : scaled) one *= factor;
  return scaled;
}

Change only(const Series& series, Movement movement) {
  Change change{
      .name = series.name, .movement = movement, .before = {}, .after = {}, .ratio = {}, .slower = {}};
  (movement == Movement::kOnlyOld ? change.before : change.after) = estimate(series.samples);
  return change;
}

// The significant values of `p`, by Holm's step-down method.
std::vector<bool> significant(const std::vector<double>& p, double level) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t position) { return p[position]; });
  std::vector<bool> found(p.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (p[order[i]] > level / static_cast<double>(order.size() - i)) break;
    found[order[i]] = true;
  }
  return found;
}

// A series in both runs.
struct Tested {
  Change change;
  double faster_p = 1, least = 1;
};

Tested tested(const Series& before, const Series& after, const Bar& bar) {
  const std::vector<double>&old = before.samples, &now = after.samples;
  Tested found;
  found.change = {.name = before.name,
                  .movement = Movement::kNone,
                  .before = estimate(old),
                  .after = estimate(now),
                  .ratio = median(old) == 0 ? Estimate{} : ratio(now, old),
                  .slower = larger(now, times(old, 1 + bar.margin))};
  found.faster_p = larger(old, times(now, 1 + bar.margin)).p;
  found.least = least_p(now.size(), old.size());
  return found;
}

void decide(std::vector<Tested>& all, const Bar& bar) {
  std::vector<double> slower, faster;
  for (const Tested& one : all) {
    slower.push_back(one.change.slower.p);
    faster.push_back(one.faster_p);
  }
  const std::vector<bool> are_slower = significant(slower, bar.significance);
  const std::vector<bool> are_faster = significant(faster, bar.significance);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Movement& movement = all[i].change.movement;
    if (are_slower[i])
      movement = Movement::kSlower;
    else if (are_faster[i])
      movement = Movement::kFaster;
    else if (all[i].least > bar.significance / static_cast<double>(all.size()))
      movement = Movement::kTooFew;
  }
}

}  // namespace

std::vector<Change> changes(const std::vector<Series>& before, const std::vector<Series>& after,
                            const Bar& bar) {
  const ByName old = by_name(before), now = by_name(after);
  std::vector<Tested> both;
  for (const Series& series : before)
    if (const auto found = now.find(series.name); found != now.end())
      both.push_back(tested(series, *found->second, bar));
  decide(both, bar);
  std::vector<Change> all;
  auto next = both.begin();
  for (const Series& series : before)
    all.push_back(now.contains(series.name) ? std::move((next++)->change) : only(series, Movement::kOnlyOld));
  for (const Series& series : after)
    if (!old.contains(series.name)) all.push_back(only(series, Movement::kOnlyNew));
  return all;
}

}  // namespace assay::bench
