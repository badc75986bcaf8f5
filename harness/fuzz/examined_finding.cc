// ExaminedFinding: trials of smaller programs, and of the smallest by other versions.
#include "harness/fuzz/examined_finding.h"

#include <algorithm>

#include "harness/fuzz/program_trials.h"
#include "harness/fuzz/shrink.h"

namespace assay::fuzz {
namespace {

constexpr std::size_t kMostShrunk = 10;  // findings

PlanOptions narrowed(PlanOptions plan, std::vector<MethodId> methods, Device device) {
  plan.methods = std::move(methods);
  plan.devices = {device};
  return plan;
}

class FindingShrinker {
 public:
  FindingShrinker(const PlanOptions& plan, const KnownErrors& known, const RunPlace& place)
      : plan_(plan), known_(known), place_(place) {}

  void shrink(ExaminedFinding& examined) const {
    Finding& finding = examined.finding;
    CodedProgram& smallest = finding.smallest.coded;
    const PairId pair = finding.smallest.result.pair;
    const Judge judge = [&](const std::vector<Sequence>& candidates) {
      return shown_by(candidates, finding);
    };
    const Sequence before = smallest.sequence;
    smallest.sequence = fuzz::shrink(before, smallest.vocabulary, judge);
    if (smallest.sequence == before) return;
    // The shrunk program is not part of the run, so every method runs it.
    const std::vector<Wrong> anew =
        trial({smallest}, narrowed(plan_, plan_.methods, pair.device), place_).front();
    const auto own =
        std::ranges::find(anew, pair.method, [](const Wrong& one) { return one.result.pair.method; });
    // Keeps the original if the trial did not run, or did not show the finding.
    if (place_.interrupted || own == anew.end() || !shows_same(finding, *own)) {
      smallest.sequence = before;
      return;
    }
    examined.methods.clear();
    for (const Wrong& one : anew) examined.methods[one.result.pair.method] = one.result.outcome;
    finding.smallest.result.message = own->result.message;
    finding.smallest.result.aftermath = own->result.aftermath;
  }

 private:
  std::vector<bool> shown_by(const std::vector<Sequence>& candidates, const Finding& finding) const {
    const PairId& pair = finding.smallest.result.pair;
    std::vector<CodedProgram> programs;
    for (const Sequence& candidate : candidates)
      programs.push_back({finding.smallest.coded.vocabulary, candidate});
    const bool of_many = finding.signature.kind == kOtherProgram;
    const PlanOptions asked =
        narrowed(plan_, of_many ? plan_.methods : std::vector{pair.method}, pair.device);
    std::vector<bool> shows;
    for (const std::vector<Wrong>& ended : trial(programs, asked, place_))
      shows.push_back(std::ranges::any_of(ended, [&](const Wrong& one) {
        return one.result.pair.method == pair.method && shows_same(finding, one);
      }));
    return shows;
  }

  /// A known error with the same signature is a different finding.
  bool shows_same(const Finding& finding, const Wrong& ended) const {
    return signature_of(ended.result) == finding.signature && known_.name_of(ended) == finding.known;
  }

  const PlanOptions& plan_;
  const KnownErrors& known_;
  const RunPlace& place_;
};

}  // namespace

void shrink_findings(std::vector<ExaminedFinding>& findings, const PlanOptions& plan,
                     ShrinkKnown shrink_known, const KnownErrors& known, const RunPlace& place) {
  std::size_t shrunk = 0;
  for (ExaminedFinding& examined : findings) {
    const bool passed_over = !examined.finding.known.empty() && shrink_known == ShrinkKnown::kNo;
    if (passed_over || ++shrunk > kMostShrunk || place.interrupted) return;
    FindingShrinker(plan, known, place).shrink(examined);
  }
}

void examine_elsewhere(std::vector<ExaminedFinding>& findings, const PlanOptions& plan,
                       const RunPlace& place) {
  std::vector<CodedProgram> programs;
  for (const ExaminedFinding& examined : findings) programs.push_back(examined.finding.smallest.coded);
  const std::vector<std::vector<Wrong>> ended = trial(programs, plan, place);
  if (place.interrupted) return;
  for (std::size_t i = 0; i < findings.size(); ++i)
    for (const auto& [coded, record, line] : ended[i])
      if (record.pair.device == findings[i].finding.smallest.result.pair.device)
        findings[i].elsewhere[place.worker.torch][record.pair.method] = record.outcome;
}

}  // namespace assay::fuzz
