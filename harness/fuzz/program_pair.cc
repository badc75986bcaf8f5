// A pair of a generated program: judged by its signature.
#include "harness/fuzz/program_pair.h"

#include <optional>
#include <system_error>

#include "harness/check/full_diff.h"
#include "harness/fuzz/finding.h"
#include "harness/methods/agreement.h"

namespace assay::fuzz {
namespace {

namespace fs = std::filesystem;

/// The second capture's file, beside the first.
fs::path again_file(fs::path graph) { return graph.replace_extension(".again.json"); }

Verdict verdict_of(Outcome outcome) {
  if (outcome == Outcome::kUnsupported) return Verdict::kSkipped;
  return agrees(outcome) ? Verdict::kNew : Verdict::kUnexpectedFailure;
}

Command in_project(Command command, const Project& project) {
  command.arguments.emplace_back("--project");
  command.arguments.push_back(project.root);
  return command;
}

ShellLine next_of(const PairResult& record, std::string_view kind, const fs::path& graph,
                  const Project& project) {
  if (kind == kSecondTime) return diff_of(graph, again_file(graph));
  if (kind == kOtherProgram) {
    Command compare = in_project({.verb = "compare", .arguments = {record.pair.case_id}}, project);
    if (record.pair.device != Device::kCpu) {
      compare.arguments.emplace_back("--device");
      compare.arguments.emplace_back(to_string(record.pair.device));
    }
    return compare;
  }
  if (record.graph.empty()) return in_project(check_of(record.pair), project);
  return in_project({.verb = "replay", .arguments = {graph, "--case", record.pair.case_id}}, project);
}

}  // namespace

fs::path lowered_file(fs::path graph) { return graph.replace_extension(".lowered.json"); }

protocol::Capture task_of(const PlannedPair& planned, const Project& project, const fs::path& graph,
                          const std::vector<MethodId>& methods) {
  const bool has_peers = has_peer(planned.pair.method, methods);
  return {.subject = subject_of(planned, project),
          .graph_path = graph,
          .lowered_path = has_peers ? lowered_file(graph).string() : "",
          .again_path = again_file(graph),
          .replay = true};
}

PairResult judged(PairResult record, const ResultsFolder& results, const Project& project) {
  const fs::path graph = results.graph_file(record.pair);
  if (record.outcome == Outcome::kUnsupported) record.reason = record.message;
  if (record.outcome == Outcome::kSkipped) {  // no process was available, so --resume runs it
    record.verdict = Verdict::kMissing;
    return record;
  }
  record.verdict = verdict_of(record.outcome);
  // Keeps only graphs that are read again, since a run may have a hundred thousand pairs.
  std::error_code stays;
  const std::optional<Signature> signature = signature_of(record);
  if (!signature || signature->kind != kSecondTime) fs::remove(again_file(graph), stays);
  if (!signature) {
    fs::remove(graph, stays);
    return record;
  }
  if (agrees(record.outcome)) record.verdict = Verdict::kUnexpectedFailure;
  if (fs::exists(graph)) record.graph = fs::relative(graph, results.root());
  record.next = next_of(record, signature->kind, graph, project);
  return record;
}

}  // namespace assay::fuzz
