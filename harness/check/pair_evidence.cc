// examine: the graph, its golden, its transform, the disk.
#include "harness/check/pair_evidence.h"

#include "harness/diff/diff.h"
#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/files/replace_file.h"
#include "harness/graph/json.h"
#include "harness/words/shell_command.h"
#include "reports/diff_text/print_diff.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

/// Copies a file of a capture. A copy that cannot be written is not the fault of the pair.
void copy_captured(const fs::path& from, const fs::path& to) {
  const std::optional<std::string> bytes = read_regular_file(from, Links::kRefuse);
  if (!bytes)
    throw InputError({"cannot be read", from.string(), "a file of the capture, and no link", "",
                      command_to_look_for(from)});
  if (const std::error_code error = replace_file(to, *bytes))
    throw HarnessError({"cannot be written", to.string(), "room on the disk and the right to write",
                        error.message(), shell_command("df -h {}", to.parent_path())});
}

/// A proposal is the capture itself, with its large constants beside it.
fs::path propose(const fs::path& graph, const fs::path& to) {
  copy_captured(graph, to);
  for (const auto& entry : fs::directory_iterator(graph.parent_path()))
    if (entry.path().extension() == ".bin")
      copy_captured(entry.path(), to.parent_path() / entry.path().filename());
  return to;
}

CapturedGraph measured(const GraphFile& captured) {
  const GraphSize size = size_of(captured);
  return {size.nodes, size.edges, breaks_of(captured)};
}

/// Needed without a golden: an empty capture is never a match.
void require_nodes(const CapturedGraph& graph, const PairId& pair) {
  if (graph.nodes == 0) throw InputError({"an empty capture", to_string(pair), "a graph with nodes", "none"});
}

void find_files(PairEvidence& evidence, const PairResult& facts, const ResultsFolder& results) {
  evidence.graph_file = results.graph_file(facts.pair);
  evidence.untransformed_file = results.untransformed_file(facts.pair);
  evidence.is_written =
      should_be_written(facts) && fs::is_regular_file(fs::symlink_status(evidence.graph_file));
}

void read_graph(PairEvidence& evidence, const PairResult& facts, const PlannedPair& planned,
                const RunFiles& files) {
  const Compared compared = compared_by(evidence.ruling, facts, files.terms.agreed);
  if (compared == Compared::kNothing) return;
  if (compared == Compared::kGoldenIfWritten && !evidence.is_written) return;
  const GraphFile captured = load_captured_file(evidence.graph_file.string());
  evidence.graph = measured(captured);
  if (compared == Compared::kGraph) return require_nodes(*evidence.graph, facts.pair);
  evidence.golden = GoldenStore(facts.golden_root).judge(facts.pair, captured, planned.test->policy);
  if (evidence.golden->verdict != Verdict::kMatch)
    evidence.pending = propose(evidence.graph_file, files.results.pending_file(facts.pair));
}

void read_changes(PairEvidence& evidence, const Case& test) {
  if (test.transform.empty() || !evidence.is_written || !fs::exists(evidence.untransformed_file)) return;
  evidence.changes = change_lines(diff(load_captured_file(evidence.untransformed_file.string()),
                                       load_captured_file(evidence.graph_file.string()), test.policy));
}

}  // namespace

PairEvidence examine(const PairResult& facts, const PlannedPair& planned, const PairEnding& ending,
                     const RunFiles& files) {
  PairEvidence evidence{.ruling = rule(planned, facts)};
  if (facts.outcome == Outcome::kSkipped) return evidence;
  if (files.terms.agreed == AgreedBy::kReplay) evidence.raised_at = ending.ended.raised_at;
  try {
    find_files(evidence, facts, files.results);
    read_graph(evidence, facts, planned, files);
    read_changes(evidence, *planned.test);
  } catch (const InputError& error) {
    evidence.unreadable = error.what();
  } catch (const fs::filesystem_error& error) {
    evidence.unreadable = error.what();
  }
  if (facts.outcome != Outcome::kCaptured || !evidence.unreadable.empty())
    evidence.full_disk = full_disk(ending, files);
  return evidence;
}

std::string full_disk(const PairEnding& ending, const RunFiles& files) {
  const fs::path scratch = ending.job.request.scratch;
  for (const fs::path& folder :
       {files.results.root(), scratch.empty() ? fs::temp_directory_path() : scratch.parent_path()}) {
    const std::optional<std::uintmax_t> room = files.disk_room(folder);
    if (room && *room < kLeastDiskRoom) return "the disk was full where " + folder.string() + " is";
  }
  return "";
}

bool should_be_written(const PairResult& facts) {
  return has_graph(facts.outcome) || facts.stage >= Stage::kReplay;
}

}  // namespace assay
