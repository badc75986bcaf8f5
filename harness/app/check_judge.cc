// check_judge: outcome first, then the golden.
#include "harness/app/check_judge.h"

#include <fmt/format.h>

#include "harness/diff/print_diff.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/error.h"
#include "harness/graph/json.h"
#include "harness/results/verdict.h"
#include "harness/run/outcome.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kExplainedEntries = 6;

std::string one_pair_flags(const PairId& pair) {
  return fmt::format("--method {} --device {}", to_string(pair.method), to_string(pair.device));
}

std::string results_flag(const ResultsFolder& results) {
  const std::string given = results.root().string();
  return given == "build/results" ? "" : " --results " + given;
}

void fail(PairResult& record, const protocol::Ended& ended, const PlannedPair& planned) {
  record.exception = ended.exception;
  record.message = ended.message;
  record.next = fmt::format("assay capture {} {} -v", planned.test->selector, one_pair_flags(record.pair));
}

// A proposal is the capture itself; its large constants lie beside it.
void propose(PairResult& record, const RunFiles& files) {
  const fs::path from = files.results.graph_file(record.pair), to = files.results.pending_file(record.pair);
  fs::copy_file(from, to, fs::copy_options::overwrite_existing);
  for (const auto& entry : fs::directory_iterator(from.parent_path())) {
    if (entry.path().extension() == ".bin") {
      fs::copy_file(entry.path(), to.parent_path() / entry.path().filename(),
                    fs::copy_options::overwrite_existing);
    }
  }
  record.pending = fs::relative(to, files.results.root());
}

std::string next_command(const PairResult& record, const GoldenStore::Judgement& judgement,
                         const RunFiles& files) {
  if (record.verdict != Verdict::kDiffers)
    return fmt::format("assay accept --case {} {}{}", record.pair.case_id, one_pair_flags(record.pair),
                       results_flag(files.results));
  const std::string pending = (files.results.root() / record.pending).string();
  if (!judgement.full_diff.empty()) return judgement.full_diff + pending;
  return fmt::format("assay diff {} {}", record.golden, pending);
}

void compare_with_golden(PairResult& record, const PlannedPair& planned, const RunFiles& files) {
  const fs::path graph = files.results.graph_file(record.pair);
  const GraphFile captured = load_graph_file(graph);
  const GraphSize size = size_of(captured);
  record.graph = fs::relative(graph, files.results.root());
  record.nodes = size.nodes;
  record.edges = size.edges;
  const GoldenStore::Judgement judgement =
      GoldenStore(record.golden_root).judge(record.pair, captured, planned.test->policy);
  record.verdict = judgement.verdict;
  record.golden = judgement.golden;
  record.not_yet_verified = judgement.not_yet_verified;
  if (std::filesystem::exists(judgement.golden))
    record.explanation = judgement.why_new;  // one that cannot be read
  if (judgement.diff) {
    record.node_agreement = judgement.diff->nodes;
    record.edge_agreement = judgement.diff->edges;
    if (!judgement.diff->equal) record.explanation = print_diff(*judgement.diff, kExplainedEntries);
  }
  if (record.verdict == Verdict::kMatch) return;
  propose(record, files);
  record.next = next_command(record, judgement, files);
}

}  // namespace

PairResult judge(const PlannedPair& planned, const protocol::Ended& ended, const protocol::Hello& worker,
                 const RunFiles& files) {
  PairResult record = blank_record(planned);
  record.stage = ended.stage;
  record.torch = worker.torch;
  record.python = worker.python;
  record.phantom = worker.phantom;
  record.golden_root = golden_root(files.project, *planned.test);
  const protocol::Measures& cost = ended.measures;
  record.cost = {cost.eager_seconds, cost.capture_seconds, cost.write_seconds, cost.child_seconds,
                 cost.peak_bytes};
  record.outcome = outcome_of(ended);
  const std::string exception = ended.exception;
  const Version torch = version_from_string(worker.torch).value_or(Version{});
  const Expectation* expected = expectation_for(*planned.test, planned.pair.method, planned.pair.device,
                                                !worker.phantom.empty(), torch);
  const OutcomeJudgement judgement = judge_outcome(expected, {record.outcome, exception, ended.message});
  record.reason = judgement.reason;
  record.explanation = judgement.explanation;
  if (record.outcome != Outcome::kCaptured) fail(record, ended, planned);
  if (record.outcome == Outcome::kUnsupported) record.reason = ended.message;
  if (judgement.verdict) {
    record.verdict = *judgement.verdict;
    if (record.next.empty() && !is_green(record.verdict)) {
      record.next = fmt::format("{}: remove or correct expect.{}", planned.test->file.string(),
                                to_string(planned.pair.method));
    }
  } else {
    compare_with_golden(record, planned, files);
  }
  if (is_green(record.verdict)) record.next.clear();
  return record;
}

PairResult unsupported_on_phantom(const PlannedPair& planned, const Worker& worker) {
  PairResult record = blank_record(planned);
  record.outcome = Outcome::kUnsupported;
  record.verdict = Verdict::kSkipped;
  record.stage = Stage::kCapture;
  record.torch = worker.torch;
  record.python = worker.python;
  record.reason = method(planned.pair.method).phantom_reason;
  return record;
}

}  // namespace assay
