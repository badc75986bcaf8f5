// Finding: signatures of replays, grouped.
#include "harness/fuzz/finding.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "harness/words/same_reason.h"
#include "harness/zoo/method.h"

namespace assay::fuzz {
namespace {

/// The place and kind of a replay difference: from the departing operator, else from the first failing run.
void describe_replay(const ReplayReport& report, Signature& signature) {
  if (const ReplayRun* run = deciding_run(report)) signature.run = run->name;
  signature.observable = decided_by(report);
  if (!report.departure) return;
  signature.observable = report.departure->target;
  signature.kind = report.departure->of_type ? "type" : "values";
}

std::optional<SideEffect> side_effect_of(const PairResult& result) {
  const std::vector<SideEffect> effects = side_effects_of(result);
  return effects.empty() ? std::nullopt : std::optional(effects.front());
}

void add_traits(const std::vector<Statement>& statements, std::set<std::string>& traits) {
  for (const Statement& statement : statements) {
    traits.insert(std::string(row_of(statement.operation).name));
    add_traits(statement.body, traits);
  }
}

std::set<std::string> traits_of(const Program& program) {
  std::set<std::string> traits{"base " + std::string(kBaseNames[program.base]),
                               "gradient " + std::string(kGradientNames[program.gradient])};
  add_traits(program.statements, traits);
  return traits;
}

bool is_smaller(const Sequence& left, const Sequence& right) {
  return std::pair(left.size(), left) < std::pair(right.size(), right);
}

void add(Finding& finding, const Wrong& wrong, const Program& program) {
  const std::set<std::string> traits = traits_of(program);
  if (finding.pairs++ == 0) {
    finding.in_all.assign(traits.begin(), traits.end());
    finding.smallest = wrong;
  }
  std::erase_if(finding.in_all, [&](const std::string& trait) { return !traits.contains(trait); });
  if (is_smaller(wrong.coded.sequence, finding.smallest.coded.sequence)) finding.smallest = wrong;
}

}  // namespace

bool ended_wrongly(const PairResult& result) {
  switch (result.outcome) {
    case Outcome::kDiverges:
    case Outcome::kUndecided:
    case Outcome::kReplayFails:
    case Outcome::kCrashes:
    case Outcome::kTimesOut:
    case Outcome::kOutOfMemory:
    case Outcome::kNondeterministic:
      return true;
    case Outcome::kRaises:  // a recording method only watches eager, so it should not raise
      return has_trait(to_string(result.pair.method), Trait::kRecordsRun) &&
             result.pair.device == Device::kCpu;
    default:
      return false;
  }
}

std::vector<SideEffect> side_effects_of(const PairResult& result) {
  const Aftermath after = result.aftermath.value_or(Aftermath{});
  std::vector<SideEffect> effects;
  for (const std::string& what : after.left_behind) effects.push_back({kLeftBehind, what});
  if (!after.second_time.empty()) effects.push_back({kSecondTime, after.second_time});
  if (!after.other_program.empty()) effects.push_back({kOtherProgram, after.other_program});
  return effects;
}

std::string message_of(const PairResult& result) {
  const std::vector<SideEffect> effects = side_effects_of(result);
  if (ended_wrongly(result) || effects.empty()) return result.message;
  std::string message;
  for (const SideEffect& effect : effects) message += (message.empty() ? "" : "; ") + effect.what;
  return message;
}

std::optional<Signature> signature_of(const PairResult& result) {
  const std::optional<SideEffect> effect = side_effect_of(result);
  if (!ended_wrongly(result) && !effect) return std::nullopt;
  Signature signature;
  signature.method = result.pair.method;
  signature.outcome = result.outcome;
  signature.observable = ended_wrongly(result) ? result.message : effect->what;
  if (!ended_wrongly(result)) signature.kind = effect->kind;
  if (ended_wrongly(result) && is_of_replay(result.outcome) && result.replay)
    describe_replay(*result.replay, signature);
  signature.observable = without_numbers(signature.observable);
  return signature;
}

std::string to_string(const Signature& signature) {
  std::string text = fmt::format("{} {}: {}", to_string(signature.method), to_string(signature.outcome),
                                 signature.observable);
  for (const std::string* part : {&signature.kind, &signature.run})
    if (!part->empty()) text += ", " + *part;
  return text;
}

std::vector<Finding> fold(const std::vector<Wrong>& wrong, const KnownAs& known_as) {
  std::map<std::pair<Signature, std::string>, Finding> found;
  for (const Wrong& one : wrong) {
    const std::optional<Signature> signature = signature_of(one.result);
    if (!signature) continue;
    const Program program = decode(one.coded.sequence, one.coded.vocabulary);
    const std::string known = known_as(one);
    Finding& finding = found[{*signature, known}];
    finding.signature = *signature;
    finding.known = known;
    add(finding, one, program);
  }
  std::vector<Finding> findings;
  for (auto& [key, finding] : found) findings.push_back(std::move(finding));
  std::ranges::stable_sort(findings, [](const Finding& left, const Finding& right) {
    if (left.known.empty() != right.known.empty()) return left.known.empty();
    return left.pairs > right.pairs;
  });
  return findings;
}

}  // namespace assay::fuzz
