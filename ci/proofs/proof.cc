// The checks of a proof, one after the other for each cell.
#include "ci/proofs/proof.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/diff/diff.h"
#include "harness/methods/capture_facts.h"
#include "harness/results/verdict.h"
#include "harness/words/shell_command.h"
#include "harness/zoo/need.h"

namespace assay {
namespace {

/// Pairs that one message names.
constexpr std::size_t kMostNamed = 4;

OutcomeSeen seen_in(const PairResult& record) { return {record.outcome, record.exception, record.message}; }

bool is_as_declared(const DeclaredOutcome& declared, const PairResult& record) {
  Expectation expected;
  expected.outcome = declared.outcome;
  expected.exception = declared.exception;
  expected.message = declared.message;
  return is_met(expected, seen_in(record));
}

/// `captured` may stand in a record that nobody replayed, or whose replay was cut short.
bool is_replayed(const PairResult& record) {
  if (!agrees(record.outcome)) return true;
  const ReplayVerdict wanted =
      record.outcome == Outcome::kCaptured ? ReplayVerdict::kReplays : ReplayVerdict::kGuarded;
  return record.replay && record.replay->verdict == wanted;
}

std::string place_of(const Feature& feature, const PairResult& record) {
  return fmt::format("{}: {}", feature.id, to_string(record.pair));
}

class Prover {
 public:
  Prover(const std::vector<Case>& cases, const Evidence& evidence) : cases_(cases), evidence_(evidence) {
    bool any_phantom = false, any_cuda = false;
    for (const PairResult& record : evidence.records) {
      records_[record.pair] = &record;
      any_phantom = any_phantom || !record.phantom.empty();
      any_cuda = any_cuda || (record.pair.device == Device::kCuda && record.outcome != Outcome::kUnsupported);
    }
    phantom_ = any_phantom || !any_cuda;
  }

  ProofReport prove(const std::vector<Feature>& features) {
    for (const Feature& feature : features) prove_feature(feature);
    for (const Need need : kNeedNames.values()) {
      if (!is_declared(need)) continue;
      if (std::ranges::any_of(features, [&](const Feature& one) { return one.proves == need; })) continue;
      breach({.what = fmt::format("methods declare {}, and no feature proves it", to_string(need)),
              .where = "harness/zoo/method.cc",
              .expected = fmt::format("a feature with \"proves\": \"{}\"", to_string(need)),
              .found = "none",
              .next = Command{"list", {"capabilities", "--json"}}});
    }
    return std::move(report_);
  }

 private:
  void breach(ErrorParts parts) { report_.breaches.push_back(std::move(parts)); }

  const PairResult* record_of(const PairId& pair) const {
    const auto found = records_.find(pair);
    return found == records_.end() ? nullptr : found->second;
  }

  void prove_feature(const Feature& feature) {
    ++report_.features;
    if (!feature.unprobed.empty()) return;
    for (const std::string& id : {feature.probe, feature.unlike, feature.twin}) {
      if (id.empty() || case_of(cases_, id) != nullptr) continue;
      return breach({.what = no_such_case(cases_, id),
                     .where = feature.id,
                     .expected = "a case that proves the feature",
                     .found = id,
                     .next = Command{"list", {"cases"}}});
    }
    const Case& probe = *case_of(cases_, feature.probe);
    std::vector<PairId> missing;
    for (const MethodId id : probe.methods) {
      for (const Device device : probe.devices) {
        const PairId pair{probe.id, id, device};
        ++report_.cells;
        if (const PairResult* record = record_of(pair))
          prove_cell(feature, probe, *record);
        else
          missing.push_back(pair);
      }
    }
    if (!missing.empty()) tell_missing(feature, missing);
    if (!feature.twin.empty()) prove_twin(feature, *case_of(cases_, feature.twin));
  }

  /// What is silently wrong in the probe could be wrong for another reason than the feature; the twin's
  /// replay says that it is not.
  void prove_twin(const Feature& feature, const Case& twin) {
    for (const MethodId id : twin.methods) {
      for (const Device device : twin.devices) {
        const PairId pair{twin.id, id, device};
        const PairResult* record = record_of(pair);
        const bool unsupported = record != nullptr && record->outcome == Outcome::kUnsupported;
        if (unsupported || (record != nullptr && agrees(record->outcome) && is_replayed(*record))) continue;
        breach({.what = "the twin of a feature does not replay",
                .where = fmt::format("{}: {}", feature.id, to_string(pair)),
                .expected = "a replay that agrees with eager",
                .found = record == nullptr ? "no record" : describe(seen_in(*record)),
                .next = check_command(pair)});
      }
    }
  }

  /// Together: a run that leaves out a probe leaves out many of its pairs.
  void tell_missing(const Feature& feature, const std::vector<PairId>& missing) {
    std::string names;
    for (std::size_t i = 0; i < missing.size() && i < kMostNamed; ++i)
      names += fmt::format("{}{} {}", i == 0 ? "" : ", ", to_string(missing[i].method),
                           to_string(missing[i].device));
    if (missing.size() > kMostNamed) names += fmt::format(" and {} more", missing.size() - kMostNamed);
    breach({.what = "declared, not proven",
            .where = fmt::format("{}: {}", feature.id, feature.probe),
            .expected = "a record of every pair of the probe",
            .found = "no record of " + names,
            .next = missing.size() == 1 ? check_command(missing[0])
                                        : shell_command("assay check {}", feature.probe)});
  }

  void prove_cell(const Feature& feature, const Case& probe, const PairResult& record) {
    const Version torch = version_from_string(record.torch).value_or(Version{});
    const DeclaredOutcome cell = *declared(probe, record.pair.method, record.pair.device, {torch, phantom_});
    if (is_proven(feature, cell, record) && shows_what_is_declared(feature, record) &&
        is_found_as_declared(feature, record) && is_unlike(feature, record)) {
      ++report_.proven;
      ++report_.outcomes[cell.outcome];
    }
  }

  bool is_proven(const Feature& feature, const DeclaredOutcome& cell, const PairResult& record) {
    if (is_as_declared(cell, record) && is_replayed(record)) return true;
    breach({.what = "declared, not proven",
            .where = place_of(feature, record),
            .expected = describe(cell),
            .found = describe(seen_in(record)) + (is_replayed(record) ? "" : ", not replayed"),
            .next = check_command(record.pair)});
    return false;
  }

  bool shows_what_is_declared(const Feature& feature, const PairResult& record) {
    if (!feature.proves || record.outcome == Outcome::kUnsupported) return true;
    const std::string_view name = to_string(*feature.proves);
    const bool declares = expresses(to_string(record.pair.method), *feature.proves);
    const bool agreed = agrees(record.outcome);
    const bool shown = agreed && shows(evidence_.graph(record), *feature.proves);
    if (agreed && shown == declares) return true;
    breach({.what = fmt::format("the table of methods is not what the graph shows of {}", name),
            .where = place_of(feature, record),
            .expected =
                fmt::format("{} it, as harness/zoo/method.cc declares", declares ? "shows" : "does not show"),
            .found = !agreed ? "no graph that agrees with eager: " + describe(seen_in(record))
                     : shown ? "shows it"
                             : "does not show it",
            .next = check_command(record.pair) + ", then correct harness/zoo/method.cc"});
    return false;
  }

  /// What fuzz calls known is what the probe shows, too.
  bool is_found_as_declared(const Feature& feature, const PairResult& record) {
    if (feature.findings.empty() || record.outcome != Outcome::kDiverges || !record.replay) return true;
    const auto any = [&](auto is_such) {
      return std::ranges::any_of(feature.findings, [&](const KnownFinding& finding) {
        return finding.is_of(record.pair.method) && is_such(finding);
      });
    };
    std::string found;
    const ReplayRun* run = deciding_run(*record.replay);
    for (const Observation& observed : run == nullptr ? std::vector<Observation>() : run->observations)
      if (!any([&](const KnownFinding& finding) { return finding.shows(observed); }))
        found = fmt::format("{} of a {}", to_string(observed.observable),
                            observed.subject ? to_string(observed.subject->kind) : "run");
    const std::optional<Departure>& departure = record.replay->departure;
    if (departure && !any([&](const KnownFinding& one) { return one.departs_at(departure->target); }))
      found = "a departure at " + departure->target;
    if (found.empty()) return true;
    breach({.what = "the probe shows what none of its feature's findings declares",
            .where = place_of(feature, record),
            .expected = "observations and a departure of \"findings\" in harness/methods/features.json",
            .found = std::move(found),
            .next = check_command(record.pair)});
    return false;
  }

  bool is_unlike(const Feature& feature, const PairResult& record) {
    if (feature.unlike.empty() || record.graph.empty()) return true;
    const PairId counterpart{feature.unlike, record.pair.method, record.pair.device};
    const PairResult* other = record_of(counterpart);
    if (other != nullptr && other->graph.empty()) return true;  // its own row says what became of it
    const bool unlike = other != nullptr && !equal(evidence_.graph(record), evidence_.graph(*other));
    if (unlike) return true;
    breach({.what = "two programs with other results are not told apart",
            .where = place_of(feature, record),
            .expected = "a graph that differs from that of " + feature.unlike,
            .found = other == nullptr ? feature.unlike + " was not run" : "equal graphs",
            .next = check_command(counterpart)});
    return false;
  }

  const std::vector<Case>& cases_;
  const Evidence& evidence_;
  std::map<PairId, const PairResult*> records_;
  bool phantom_ = true;
  ProofReport report_;
};

}  // namespace

ProofReport prove(const std::vector<Feature>& features, const std::vector<Case>& cases,
                  const Evidence& evidence) {
  return Prover(cases, evidence).prove(features);
}

}  // namespace assay
