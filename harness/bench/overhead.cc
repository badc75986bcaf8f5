// overhead_of: groups samples by pair and by family.
#include "harness/bench/overhead.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace assay::bench {

namespace {

using OfPair = std::vector<const Sample*>;

/// Pairs in order of their first sample.
std::vector<OfPair> pairs_of(const std::vector<Sample>& samples) {
  std::vector<OfPair> pairs;
  std::map<PairId, std::size_t> places;
  for (const Sample& sample : samples) {
    const auto [place, fresh] = places.emplace(sample.pair, pairs.size());
    if (fresh) pairs.emplace_back();
    pairs[place->second].push_back(&sample);
  }
  return pairs;
}

bool has_times(const Sample& sample) { return sample.measured && sample.repetition != kMemoryRepetition; }

/// `figure` of each time sample that has it.
template <typename Figure>
std::vector<double> all_of(const OfPair& pair, const Figure& figure) {
  std::vector<double> found;
  for (const Sample* sample : pair) {
    if (!has_times(*sample)) continue;
    const std::optional<double> one = figure(*sample->measured);
    if (one) found.push_back(*one);
  }
  return found;
}

std::optional<double> to_eager(const Spent& capture, const OverheadSample& sample) {
  if (sample.eager.cpu_seconds <= 0) return std::nullopt;
  return capture.cpu_seconds / sample.eager.cpu_seconds;
}

std::optional<double> to_yardstick(const CaptureSpent& capture) {
  if (capture.yardstick.cpu_seconds <= 0) return std::nullopt;
  return capture.whole.cpu_seconds / capture.yardstick.cpu_seconds;
}

double seconds(const Spent& spent) { return spent.cpu_seconds; }

PhaseSeconds phases_of(const OfPair& pair) {
  const auto median_of = [&](auto figure) {
    return median(all_of(pair, [&](const OverheadSample& one) { return std::optional(figure(one.warm)); }));
  };
  const auto traced = [](const CaptureSpent& one) {
    return std::max(
        0.0, seconds(one.whole) - seconds(one.decompose) - seconds(one.partition) - seconds(one.observe));
  };
  return {.trace = median_of(traced),
          .decompose = median_of([](const CaptureSpent& one) { return seconds(one.decompose); }),
          .partition = median_of([](const CaptureSpent& one) { return seconds(one.partition); }),
          .observe = median_of([](const CaptureSpent& one) { return seconds(one.observe); }),
          .walk = median_of([](const CaptureSpent& one) { return seconds(one.walk); }),
          .write = median_of([](const CaptureSpent& one) { return seconds(one.write); })};
}

void set_facts(const OfPair& samples, PairOverhead& pair) {
  for (const Sample* sample : samples) {
    if (!sample->measured && pair.outcome == Outcome::kCaptured) {
      pair.outcome = sample->outcome;
      pair.why = sample->why;
    }
    if (!sample->measured) continue;
    if (sample->repetition != kMemoryRepetition) {
      pair.nodes = sample->nodes;
    } else {
      pair.eager_bytes = sample->measured->eager_bytes;
      pair.capture_bytes = sample->measured->capture_bytes;
      pair.eager_gpu_bytes = sample->measured->eager_gpu_bytes;
      pair.capture_gpu_bytes = sample->measured->capture_gpu_bytes;
    }
  }
}

PairOverhead of_pair(const OfPair& samples) {
  PairOverhead pair;
  pair.pair = samples.front()->pair;
  pair.family = samples.front()->family;
  set_facts(samples, pair);
  const auto estimated = [&](auto figure) {
    return estimate(all_of(samples, [&](const OverheadSample& one) { return std::optional(figure(one)); }));
  };
  pair.cold = estimated([](const OverheadSample& one) { return seconds(one.cold.whole); });
  pair.warm = estimated([](const OverheadSample& one) { return seconds(one.warm.whole); });
  pair.cold_ratio = estimate(all_of(samples, [](const auto& one) { return to_eager(one.cold.whole, one); }));
  pair.warm_ratio = estimate(all_of(samples, [](const auto& one) { return to_eager(one.warm.whole, one); }));
  if (pair.warm_ratio.count > 0) {
    pair.eager_forward = estimated([](const OverheadSample& one) { return seconds(one.eager_forward); });
    pair.eager = estimated([](const OverheadSample& one) { return seconds(one.eager); });
  }
  pair.phases = phases_of(samples);
  const auto median_of = [&](auto figure) {
    return median(all_of(samples, [&](const OverheadSample& one) { return std::optional(figure(one)); }));
  };
  pair.eager_gpu_seconds = median_of([](const OverheadSample& one) { return one.eager.gpu_seconds; });
  pair.warm_gpu_seconds = median_of([](const OverheadSample& one) { return one.warm.whole.gpu_seconds; });
  pair.warm_instructions = static_cast<std::uint64_t>(
      median_of([](const OverheadSample& one) { return static_cast<double>(one.warm.whole.instructions); }));
  return pair;
}

/// Logarithms of ratios, by repetition.
using Logarithms = std::map<std::uint64_t, std::vector<double>>;

/// The geometric means of the repetitions that have all `models`.
std::vector<double> geometric_means(const Logarithms& repetitions, std::size_t models) {
  std::vector<double> means;
  for (const auto& [repetition, logarithms] : repetitions) {
    if (logarithms.size() != models) continue;
    double sum = 0;
    for (const double one : logarithms) sum += one;
    means.push_back(std::exp(sum / static_cast<double>(models)));
  }
  return means;
}

struct OfFamily {
  std::set<std::string> measured;
  Logarithms cold, warm;
};

}  // namespace

std::vector<PairOverhead> overhead_of(const std::vector<Sample>& samples) {
  std::vector<PairOverhead> all;
  for (const OfPair& pair : pairs_of(samples)) all.push_back(of_pair(pair));
  return all;
}

std::vector<FamilyOverhead> by_family(const std::vector<Sample>& samples) {
  std::map<std::tuple<std::string, MethodId, Device>, OfFamily> families;
  std::map<std::pair<std::string, Device>, std::set<std::string>> models;
  for (const Sample& sample : samples) {
    OfFamily& family = families[{sample.family, sample.pair.method, sample.pair.device}];
    models[{sample.family, sample.pair.device}].insert(sample.pair.case_id);
    if (!has_times(sample)) continue;
    const auto cold = to_eager(sample.measured->cold.whole, *sample.measured);
    const auto warm = to_eager(sample.measured->warm.whole, *sample.measured);
    if (!cold || !warm || *cold <= 0 || *warm <= 0) continue;
    family.measured.insert(sample.pair.case_id);
    family.cold[sample.repetition].push_back(std::log(*cold));
    family.warm[sample.repetition].push_back(std::log(*warm));
  }
  std::vector<FamilyOverhead> all;
  for (const auto& [key, family] : families) {
    const std::size_t measured = family.measured.size();
    const auto& [name, method, device] = key;
    all.push_back({.family = name,
                   .method = method,
                   .device = device,
                   .cold_ratio = estimate(geometric_means(family.cold, measured)),
                   .warm_ratio = estimate(geometric_means(family.warm, measured)),
                   .measured = measured,
                   .models = models.at({name, device}).size()});
  }
  return all;
}

std::vector<Series> series_of(const std::vector<Sample>& samples) {
  std::vector<Series> all;
  for (const OfPair& pair : pairs_of(samples)) {
    const std::string name = to_string(pair.front()->pair);
    Series cold{name + " cold", all_of(pair, [](const auto& one) { return to_yardstick(one.cold); })};
    Series warm{name + " warm", all_of(pair, [](const auto& one) { return to_yardstick(one.warm); })};
    if (cold.samples.empty()) continue;
    all.push_back(std::move(cold));
    all.push_back(std::move(warm));
  }
  return all;
}

}  // namespace assay::bench
