// run_scaling: a case for each family and size.
#include "harness/bench/scaling_run.h"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "harness/error/error.h"

namespace assay::bench {
namespace {

constexpr double kChildToCapture = 5;

const std::vector<std::string>& known_families() {
  static const std::vector<std::string> families{"plain",     "residual",   "attention",
                                                 "recurrent", "parameters", "width"};
  return families;
}

std::vector<Case> case_of(const ScalingTerms& terms, const std::string& family, std::uint64_t size) {
  const nlohmann::ordered_json text{{"case", scaling_case(family, size)},
                                    {"factory", "scaling.py:" + family},
                                    {"kwargs", {{"size", size}}}};
  return read_case_text(text.dump(), terms.models / "scaling.json");
}

std::vector<std::string> families_from(const std::vector<std::string>& asked) {
  const auto& known = known_families();
  for (const std::string& family : asked) {
    if (family == "all" || std::ranges::find(known, family) != known.end()) continue;
    std::string names = "all";
    for (const std::string& name : known) names += ", " + name;
    throw InputError({.what = "unknown family '" + family + "'",
                      .where = "--scaling",
                      .expected = names,
                      .found = family,
                      .next = Command{"bench", {"--scaling", "all"}}});
  }
  return std::ranges::find(asked, "all") != asked.end() ? known : asked;
}

/// The pairs whose method continues to larger models of the family.
std::vector<PlannedPair> still_in(const std::vector<PlannedPair>& pairs, const std::string& family,
                                  const std::vector<Sample>& samples, double limit) {
  std::set<std::pair<MethodId, Device>> out;
  for (const Growth& growth : growth_of(samples))
    if (growth.family == family && !goes_on(growth, limit)) out.insert({growth.method, growth.device});
  std::vector<PlannedPair> in;
  for (const PlannedPair& planned : pairs)
    if (!out.contains({planned.pair.method, planned.pair.device})) in.push_back(planned);
  return in;
}

}  // namespace

double child_seconds(const ScalingTerms& terms) { return kChildToCapture * terms.limit; }

RunEnd run_scaling(
    const ScalingTerms& terms, SampleTaker& taker,
    const std::function<void(const std::string& family, std::uint64_t size, std::size_t methods)>& on_size) {
  for (const std::string& family : families_from(terms.families)) {
    for (const std::uint64_t size : scaling_sizes()) {
      const std::vector<Case> cases = case_of(terms, family, size);
      const std::vector<PlannedPair> pairs =
          still_in(plan_pairs(cases, {.methods = terms.methods, .devices = terms.devices}), family,
                   taker.samples(), terms.limit);
      if (pairs.empty()) continue;
      on_size(family, size, pairs.size());
      std::vector<PlannedSample> wanted;
      for (std::uint64_t repetition = 1; repetition <= terms.repetitions; ++repetition)
        for (const PlannedPair& planned : pairs) wanted.push_back({&planned, repetition});
      const RunEnd end = taker.take(wanted);
      if (end != RunEnd::kAllDone) return end;
    }
  }
  return RunEnd::kAllDone;
}

}  // namespace assay::bench
