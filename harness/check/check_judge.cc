// check_judge: outcome first, then the golden.
#include "harness/check/check_judge.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/check/aftermath.h"
#include "harness/check/full_diff.h"
#include "harness/check/pending.h"
#include "harness/coverage/coverage.h"
#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/files/replace_file.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/json.h"
#include "harness/operators/raised_at.h"
#include "harness/results/verdict.h"
#include "harness/run/outcome.h"
#include "harness/words/shell_command.h"
#include "reports/diff_text/print_diff.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

std::string one_pair_flags(const PairId& pair) {
  return shell_command(" --method {} --device {}", pair.method, pair.device);
}

std::string results_flag(const ResultsFolder& results) {
  const std::string given = results.root().string();
  return given == "build/results" ? "" : shell_command(" --results {}", given);
}

/// What happened, as expectations match it.
std::string said(const protocol::Ended& ended, Outcome outcome) {
  if (ended.ending == protocol::Ending::kDied) return how_died(ended);
  if (ended.ending != protocol::Ending::kFinished) return ended.message;
  if (ended.replay) return outcome == Outcome::kCaptured ? "" : describe(*ended.replay);
  return outcome == Outcome::kReplayFails ? "the worker did not report the replay it was asked for"
                                          : ended.message;
}

/// From the stage `replay` on the graph file is whole, also of a pair that crashed or ran out of time there.
bool is_written(const PairResult& record, const RunFiles& files) {
  const bool captured = has_graph(record.outcome) || record.stage >= Stage::kReplay;
  return captured && fs::is_regular_file(fs::symlink_status(files.results.graph_file(record.pair)));
}

/// The pair once more, through all of its stages.
std::string rerun_command(const PairId& pair, const PlannedPair& planned, const RunFiles& files) {
  return shell_command("assay check {} --methods {} --device {} --rerun-failed --results {}",
                       planned.test->selector, pair.method, pair.device, files.results.root());
}

/// `assay capture` neither runs nor compares eager, and `assay replay` has not captured before: whatever
/// ended the process, or happened in eager, shows only where everything runs as it did.
bool needs_all_stages(const PairResult& record) {
  const bool is_ended = record.outcome == Outcome::kCrashes || record.outcome == Outcome::kTimesOut ||
                        record.outcome == Outcome::kOutOfMemory;
  return is_ended || record.stage == Stage::kEager;
}

void fail(PairResult& record, const PlannedPair& planned, const RunFiles& files) {
  const fs::path graph = files.results.graph_file(record.pair);
  const std::string& selector = planned.test->selector;
  const bool written = is_written(record, files);
  if (written) record.graph = graph.lexically_relative(files.results.root());
  if (needs_all_stages(record))
    record.next = rerun_command(record.pair, planned, files) + " -v";
  else if (written)
    record.next = shell_command("assay replay {} --case {}", graph, selector);
  else
    record.next = shell_command("assay capture {}", selector) + one_pair_flags(record.pair) + " -v";
}

/// What a capture has left, as one file beside others. Where the copy cannot be written, that is no pair's
/// fault.
void copy_captured(const fs::path& from, const fs::path& to) {
  const std::optional<std::string> bytes = read_regular_file(from, Links::kRefuse);
  if (!bytes)
    throw InputError({"cannot be read", from.string(), "a file of the capture, and no link", "",
                      command_to_look_for(from)});
  if (const std::error_code error = replace_file(to, *bytes))
    throw HarnessError({"cannot be written", to.string(), "room on the disk and the right to write",
                        error.message(), shell_command("df -h {}", to.parent_path())});
}

// A proposal is the capture itself; its large constants lie beside it.
void propose(PairResult& record, const RunFiles& files) {
  const fs::path from = files.results.graph_file(record.pair), to = files.results.pending_file(record.pair);
  copy_captured(from, to);
  for (const auto& entry : fs::directory_iterator(from.parent_path()))
    if (entry.path().extension() == ".bin")
      copy_captured(entry.path(), to.parent_path() / entry.path().filename());
  record.pending = to.lexically_relative(files.results.root());
}

std::string next_command(const PairResult& record, const GoldenStore::Judgement& judgement,
                         const PlannedPair& planned, const RunFiles& files) {
  if (record.verdict == Verdict::kBrokenGolden) return judgement.mend;
  if (record.verdict != Verdict::kDiffers && !record.replay)
    return rerun_command(record.pair, planned, files);
  if (record.verdict != Verdict::kDiffers)
    return shell_command("assay accept --case {}", record.pair.case_id) + one_pair_flags(record.pair) +
           results_flag(files.results);
  const fs::path pending = files.results.root() / record.pending;
  if (judgement.of_summary)
    return full_diff_command({.pair = record.pair,
                              .selector = planned.test->selector,
                              .project = files.project,
                              .golden = record.golden,
                              .captured = pending,
                              .policy = planned.test->policy,
                              .python_path = files.python_path});
  return shell_command("assay diff {} {}", record.golden, pending);
}

/// What the pair has left as its graph; the record says where it is and how large.
GraphFile taken_graph(PairResult& record, const RunFiles& files) {
  const fs::path graph = files.results.graph_file(record.pair);
  GraphFile captured = load_captured_file(graph);
  const GraphSize size = size_of(captured);
  record.graph = graph.lexically_relative(files.results.root());
  record.nodes = size.nodes;
  record.edges = size.edges;
  record.breaks = breaks_of(captured);
  return captured;
}

void compare_with_golden(PairResult& record, const PlannedPair& planned, const RunFiles& files) {
  const GraphFile captured = taken_graph(record, files);
  const GoldenStore::Judgement judgement =
      GoldenStore(record.golden_root).judge(record.pair, captured, planned.test->policy);
  record.verdict = judgement.verdict;
  record.golden = judgement.golden;
  record.not_yet_verified = judgement.not_yet_verified;
  if (record.verdict == Verdict::kBrokenGolden)
    record.explanation = judgement.why +
                         "to replace it by this capture: " + replace_broken_command(record.pair) +
                         results_flag(files.results) + "\n";
  if (judgement.diff) {
    record.node_agreement = judgement.diff->nodes;
    record.edge_agreement = judgement.diff->edges;
    if (!judgement.diff->equal) record.explanation = print_diff(*judgement.diff, kExplainedEntries);
  }
  if (record.verdict == Verdict::kMatch) return;
  if (record.verdict == Verdict::kDiffers) record.causes = named_causes(causes_of(record.pair, judgement));
  propose(record, files);
  record.next = next_command(record, judgement, planned, files);
}

/// Of a capture that does not replay, and of which that is the verdict already. Only the drift of one that is
/// known to be wrong changes it.
void compare_beside(PairResult& record, const PlannedPair& planned, const RunFiles& files) {
  const PairResult before = record;
  compare_with_golden(record, planned, files);
  const bool broken = record.verdict == Verdict::kBrokenGolden;
  const bool differs = record.verdict == Verdict::kDiffers;
  if ((differs || broken) && before.verdict == Verdict::kExpectedFailure) return;
  std::string difference = differs ? "its graph differs from the golden:\n" : "";
  if (differs || broken) difference += record.explanation;
  record.verdict = before.verdict;
  record.causes.clear();
  record.next = before.next;
  record.explanation = before.explanation + difference;
}

/// Of an expectation that is no longer true. Those of operators know their file and line.
std::string line_to_change(const Expectation& expected, const PlannedPair& planned, const RunFiles& files) {
  if (files.agreed == AgreedBy::kReplay) return expected.place + ": remove or correct";
  return fmt::format("{}: remove or correct expect.{}", planned.test->file.string(),
                     to_string(planned.pair.method));
}

/// Without a golden: what was captured is what was asked for.
void match_itself(PairResult& record, const RunFiles& files) {
  taken_graph(record, files);
  if (record.nodes == 0)
    throw InputError({"an empty capture", to_string(record.pair), "a graph with nodes", "none"});
  record.verdict = Verdict::kMatch;
}

/// As the case file writes it.
std::string listed(const std::vector<std::string>& lines) { return nlohmann::json(lines).dump(); }

/// What the case's pass has done to the graph, against what the case says it does. Green is taken back, what
/// is red already learns more.
void compare_changes(PairResult& record, const PlannedPair& planned, const RunFiles& files) {
  const fs::path before = files.results.untransformed_file(record.pair);
  if (planned.test->transform.empty() || !is_written(record, files) || !fs::exists(before)) return;
  const fs::path after = files.results.graph_file(record.pair);
  const std::vector<std::string> found =
      change_lines(diff(load_captured_file(before), load_captured_file(after), planned.test->policy));
  const auto declared = planned.test->changes.find(record.pair.method);
  if (declared != planned.test->changes.end() && declared->second == found) return;
  const std::string expected = declared == planned.test->changes.end()
                                   ? fmt::format("changes.{} of the case", to_string(record.pair.method))
                                   : listed(declared->second);
  record.explanation =
      fmt::format("what the transform changes\nexpected: {}\nfound: {}\n", expected, listed(found)) +
      record.explanation;
  if (!is_green(record.verdict)) return;
  record.verdict = Verdict::kDiffers;
  record.next = shell_command("assay diff {} {}", before, after);
}

void set_facts(PairResult& record, const PairEnding& ending) {
  const protocol::Ended& ended = ending.ended;
  record.stage = ended.stage;
  record.torch = ending.worker.torch;
  record.python = ending.worker.python;
  record.phantom = ending.worker.phantom;
  record.cost = ended.cost;
  record.replay = ended.replay;
  record.coverage = coverage_of(ended);
  record.outcome = outcome_of(ended);
  record.aftermath = aftermath_of(ending);
  const bool asked = std::get<protocol::Capture>(ending.job.request.task).replay;
  const bool lost = asked && record.outcome == Outcome::kCaptured && !ended.replay;
  if (lost) record.outcome = Outcome::kReplayFails;
  if (record.outcome == Outcome::kCaptured) return;
  record.exception = ended.exception;
  record.message = said(ended, record.outcome);
}

const Expectation* expected_of(const PlannedPair& planned, const PairEnding& ending) {
  const Version torch = version_from_string(ending.worker.torch).value_or(Version{});
  return expectation_for(*planned.test, planned.pair.method, planned.pair.device,
                         !ending.worker.phantom.empty(), torch);
}

OutcomeJudgement judge_expected(const Expectation* expected, const PairResult& record) {
  OutcomeJudgement judgement = judge_outcome(expected, {record.outcome, record.exception, record.message,
                                                        record.replay ? Replayed::kYes : Replayed::kNo});
  // What a report tells run by run need not be told again.
  if (expected == nullptr && record.replay && has_graph(record.outcome)) judgement.explanation.clear();
  return judgement;
}

PairResult judge_what_is_left(PairResult record, const PlannedPair& planned, const PairEnding& ending,
                              const RunFiles& files) {
  const bool by_golden = files.agreed == AgreedBy::kGolden;
  const Expectation* expected = expected_of(planned, ending);
  const OutcomeJudgement judgement = judge_expected(expected, record);
  record.reason = judgement.reason;
  record.explanation = judgement.explanation;
  if (record.outcome != Outcome::kCaptured) fail(record, planned, files);
  if (record.outcome == Outcome::kUnsupported) record.reason = ending.ended.message;
  if (!judgement.verdict) {
    by_golden ? compare_with_golden(record, planned, files) : match_itself(record, files);
  } else {
    record.verdict = *judgement.verdict;
    const bool passes = record.verdict == Verdict::kUnexpectedPass;
    if (passes) record.next = line_to_change(*expected, planned, files);
    if (by_golden && !passes && has_graph(record.outcome) && is_written(record, files))
      compare_beside(record, planned, files);
  }
  if (!by_golden) record.raised_at = operators::raised_at(ending.ended.traceback);
  if (!record.raised_at.empty()) record.explanation += "raised at " + record.raised_at + "\n";
  compare_changes(record, planned, files);
  if (is_green(record.verdict)) record.next.clear();
  return record;
}

/// A model may have removed, changed or exchanged whatever its method wrote.
PairResult cannot_be_judged(PairResult record, const PlannedPair& planned, const std::string& why) {
  record.outcome = Outcome::kRaises;
  record.stage = Stage::kWrite;
  record.verdict = Verdict::kUnexpectedFailure;
  record.exception = "UnreadableCapture";
  record.message = why;
  record.next =
      shell_command("assay capture {}", planned.test->selector) + one_pair_flags(record.pair) + " -v";
  return record;
}

/// The machine's doing, which says nothing of the method.
PairResult not_run(PairResult record, const std::string& why, const RunFiles& files) {
  record.outcome = Outcome::kSkipped;
  record.verdict = Verdict::kMissing;
  record.explanation = why + "\n";
  record.next = check_command(record.pair) + shell_command(" --resume --results {}", files.results.root());
  return record;
}

PairResult judge_in_spite(const PairResult& record, const PlannedPair& planned, const PairEnding& ending,
                          const RunFiles& files) {
  try {
    return judge_what_is_left(record, planned, ending, files);
  } catch (const InputError& error) {
    return cannot_be_judged(record, planned, error.what());
  } catch (const fs::filesystem_error& error) {
    return cannot_be_judged(record, planned, error.what());
  }
}

}  // namespace

std::string full_disk(const PairEnding& ending, const RunFiles& files) {
  const fs::path scratch = ending.job.request.scratch;
  for (const fs::path& folder :
       {files.results.root(), scratch.empty() ? fs::temp_directory_path() : scratch.parent_path()}) {
    const std::optional<std::uintmax_t> room = files.disk_room(folder);
    if (room && *room < kLeastDiskRoom) return "the disk was full where " + folder.string() + " is";
  }
  return "";
}

PairResult record_of(const PlannedPair& planned, const PairEnding& ending) {
  PairResult record = blank_record(planned);
  set_facts(record, ending);
  return record;
}

PairResult judge(const PlannedPair& planned, const PairEnding& ending, const RunFiles& files) {
  PairResult record = record_of(planned, ending);
  if (files.agreed == AgreedBy::kGolden) record.golden_root = golden_root(files.project, *planned.test);
  if (ending.ended.ending == protocol::Ending::kNotRun) return not_run(record, ending.ended.message, files);
  PairResult judged = judge_in_spite(record, planned, ending, files);
  if (judged.verdict != Verdict::kUnexpectedFailure) return judged;
  const std::string full = full_disk(ending, files);
  return full.empty() ? judged : not_run(judged, full + ": " + why_line(judged), files);
}

std::optional<Coverage> coverage_of(const protocol::Ended& ended) {
  if (!ended.tallies) return std::nullopt;
  return coverage(ended.tallies->eager, ended.tallies->replay);
}

PairResult unsupported(const PlannedPair& planned, const Worker& worker, std::string reason) {
  PairResult record = blank_record(planned);
  record.outcome = Outcome::kUnsupported;
  record.verdict = Verdict::kSkipped;
  record.stage = Stage::kCapture;
  record.torch = worker.torch;
  record.python = worker.python;
  record.reason = std::move(reason);
  return record;
}

}  // namespace assay
