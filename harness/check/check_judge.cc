// judge: facts, evidence, decision, command.
#include "harness/check/check_judge.h"

#include <fmt/format.h>

#include "harness/check/ending_record.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::string relative_to(const fs::path& results, const fs::path& file) {
  return file.empty() ? "" : file.lexically_relative(results).string();
}

/// The line of an outdated expectation. Expectations of operators have their own file and line.
std::string line_to_change(const PlannedPair& planned, const Expectation& expected, AgreedBy agreed) {
  if (agreed == AgreedBy::kReplay) return expected.place + ": remove or correct";
  return fmt::format("{}: remove or correct expect.{}", planned.test->file.string(),
                     to_string(planned.pair.method));
}

PairPlaces places_of(const PlannedPair& planned, const PairEvidence& evidence, AgreedBy agreed) {
  PairPlaces places{.graph = evidence.graph_file,
                    .untransformed = evidence.untransformed_file,
                    .golden = {},
                    .pending = evidence.pending};
  if (evidence.ruling.expected != nullptr)
    places.expectation = line_to_change(planned, *evidence.ruling.expected, agreed);
  if (!evidence.golden) return places;
  places.golden = evidence.golden->golden;
  places.restore = evidence.golden->mend;
  return places;
}

/// The machine failed, not the method.
PairResult not_run(PairResult record, const std::string& why, const PlannedPair& planned,
                   const RunTerms& terms) {
  record.outcome = Outcome::kSkipped;
  record.verdict = Verdict::kMissing;
  record.explanation = why + "\n";
  record.next = line_of(NextStep::kResume, planned, {}, terms);
  return record;
}

/// A model may have removed, changed or replaced the files of its method.
PairResult cannot_be_judged(PairResult record, const std::string& why, const PlannedPair& planned,
                            const RunTerms& terms) {
  record.outcome = Outcome::kRaises;
  record.stage = Stage::kWrite;
  record.verdict = Verdict::kUnexpectedFailure;
  record.exception = "UnreadableCapture";
  record.message = why;
  record.next = line_of(NextStep::kCapture, planned, {}, terms);
  return record;
}

void add_golden(PairResult& record, const GoldenStore::Judgement& golden) {
  record.golden = golden.golden;
  record.not_yet_verified = golden.not_yet_verified;
  if (!golden.diff) return;
  record.node_agreement = golden.diff->nodes;
  record.edge_agreement = golden.diff->edges;
}

void add_evidence(PairResult& record, const PairEvidence& evidence, const fs::path& results) {
  const bool has_failed = record.outcome != Outcome::kCaptured;
  if (evidence.graph || (has_failed && evidence.is_written))
    record.graph = relative_to(results, evidence.graph_file);
  if (evidence.graph) {
    record.nodes = evidence.graph->nodes;
    record.edges = evidence.graph->edges;
    record.breaks = evidence.graph->breaks;
  }
  if (evidence.golden) add_golden(record, *evidence.golden);
  record.pending = relative_to(results, evidence.pending);
  record.raised_at = evidence.raised_at;
}

PairResult decided(PairResult record, const PlannedPair& planned, const PairEvidence& evidence,
                   const RunTerms& terms) {
  Decision decision = decide(planned, record, evidence, terms);
  add_evidence(record, evidence, terms.results);
  record.verdict = decision.verdict;
  record.reason = std::move(decision.reason);
  record.explanation = std::move(decision.explanation);
  record.causes = std::move(decision.causes);
  record.next = line_of(decision.next, planned, places_of(planned, evidence, terms.agreed), terms);
  return record;
}

}  // namespace

PairResult conclude(const PlannedPair& planned, const PairResult& facts, const PairEvidence& evidence,
                    const RunTerms& terms) {
  if (facts.outcome == Outcome::kSkipped) return not_run(facts, facts.message, planned, terms);
  PairResult record = evidence.unreadable.empty()
                          ? decided(facts, planned, evidence, terms)
                          : cannot_be_judged(facts, evidence.unreadable, planned, terms);
  if (record.verdict != Verdict::kUnexpectedFailure || evidence.full_disk.empty()) return record;
  const std::string why = evidence.full_disk + ": " + why_line(record);
  return not_run(std::move(record), why, planned, terms);
}

PairResult judge(const PlannedPair& planned, const PairEnding& ending, const RunFiles& files) {
  const RunTerms& terms = files.terms;
  PairResult facts = record_of(planned, ending);
  if (terms.agreed == AgreedBy::kGolden) facts.golden_root = golden_root(terms.project, *planned.test);
  return conclude(planned, facts, examine(facts, planned, ending, files), terms);
}

}  // namespace assay
