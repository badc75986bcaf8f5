// growth_of: groups samples by family and method, and fits each group.
#include "harness/bench/growth.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>

#include "harness/bench/estimate.h"
#include "harness/words/quantity.h"

namespace assay::bench {

namespace {

struct Gathered {
  std::map<std::uint64_t, std::vector<double>> seconds;  // by size
  std::map<std::uint64_t, std::string> failures;
};

bool can_fit(const std::vector<Point>& points) {
  return points.size() >= kLeastPoints && points.back().size >= kLeastSpan * points.front().size;
}

Growth growth_from(const Gathered& gathered) {
  Growth growth;
  for (const auto& [size, seconds] : gathered.seconds)
    growth.points.push_back({static_cast<double>(size), median(seconds)});
  if (can_fit(growth.points)) growth.scaling = scaling_of(growth.points);
  if (!gathered.failures.empty()) {
    const auto& [size, why] = *gathered.failures.begin();
    growth.stopped = "at " + count_text(size) + ": " + why;
  }
  return growth;
}

}  // namespace

std::vector<std::uint64_t> scaling_sizes() {
  return {10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000, 20'000, 50'000, 100'000};
}

std::string scaling_case(const std::string& family, std::uint64_t size) {
  return family + "/" + std::to_string(size);
}

std::optional<std::uint64_t> size_of_case(const std::string& case_id) {
  const std::size_t slash = case_id.rfind('/');
  if (slash == std::string::npos) return std::nullopt;
  std::uint64_t size = 0;
  const char* end = case_id.data() + case_id.size();
  const auto read = std::from_chars(case_id.data() + slash + 1, end, size);
  if (read.ec != std::errc() || read.ptr != end || size == 0) return std::nullopt;
  return size;
}

bool goes_on(const Growth& growth, double limit_seconds) {
  return growth.stopped.empty() && (growth.points.empty() || growth.points.back().cost < limit_seconds);
}

std::vector<Growth> growth_of(const std::vector<Sample>& samples) {
  std::map<std::tuple<std::string, MethodId, Device>, Gathered> families;
  for (const Sample& sample : samples) {
    const auto size = size_of_case(sample.pair.case_id);
    if (!size) continue;
    const std::string family = sample.pair.case_id.substr(0, sample.pair.case_id.rfind('/'));
    Gathered& gathered = families[{family, sample.pair.method, sample.pair.device}];
    if (!sample.measured)
      gathered.failures.emplace(*size,
                                sample.why.empty() ? std::string(to_string(sample.outcome)) : sample.why);
    else if (sample.repetition != kMemoryRepetition && sample.measured->warm.whole.cpu_seconds > 0)
      gathered.seconds[*size].push_back(sample.measured->warm.whole.cpu_seconds);
  }
  std::vector<Growth> all;
  for (const auto& [key, gathered] : families) {
    all.push_back(growth_from(gathered));
    std::tie(all.back().family, all.back().method, all.back().device) = key;
  }
  return all;
}

}  // namespace assay::bench
