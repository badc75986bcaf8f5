// NextStep: a command for each step.
#include "harness/check/next_step.h"

#include "harness/check/full_diff.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

constexpr const char* kUsualResults = "build/results";  // default of the commands

Command one_pair(std::string verb, std::vector<std::string> arguments, const PairId& pair,
                 const char* method_flag = "--method") {
  arguments.emplace_back(method_flag);
  arguments.emplace_back(to_string(pair.method));
  arguments.emplace_back("--device");
  arguments.emplace_back(to_string(pair.device));
  return {.verb = std::move(verb), .arguments = std::move(arguments)};
}

Command with(Command command, const std::vector<std::string>& more) {
  command.arguments.insert(command.arguments.end(), more.begin(), more.end());
  return command;
}

Command rerun_of(const PlannedPair& planned, const RunTerms& terms) {
  return with(one_pair("check", {planned.test->selector}, planned.pair, "--methods"),
              {"--rerun-failed", "--results", terms.results});
}

Command accept_of(const PairId& pair, const RunTerms& terms) {
  const Command command = one_pair("accept", {"--case", pair.case_id}, pair);
  return terms.results == kUsualResults ? command : with(command, {"--results", terms.results});
}

}  // namespace

std::string results_flag(const std::filesystem::path& results) {
  return results == kUsualResults ? "" : shell_command(" --results {}", results);
}

ShellLine line_of(NextStep step, const PlannedPair& planned, const PairPlaces& pair, const RunTerms& terms) {
  const PairId& id = planned.pair;
  const std::string& selector = planned.test->selector;
  switch (step) {
    case NextStep::kNothing:
      return {};
    case NextStep::kResume:
      return check_of(id, {"--resume", "--results", terms.results});
    case NextStep::kRerun:
      return rerun_of(planned, terms);
    case NextStep::kRerunVerbosely:
      return with(rerun_of(planned, terms), {"-v"});
    case NextStep::kReplay:
      return Command{.verb = "replay", .arguments = {pair.graph, "--case", selector}};
    case NextStep::kCapture:
      return with(one_pair("capture", {selector}, id), {"-v"});
    case NextStep::kAccept:
      return accept_of(id, terms);
    case NextStep::kRestoreGolden:
      return pair.restore;
    case NextStep::kCompareWithSources:
      return full_diff({.pair = id,
                        .selector = selector,
                        .project = terms.project,
                        .golden = pair.golden,
                        .captured = pair.pending,
                        .policy = planned.test->policy,
                        .python_path = terms.python_path});
    case NextStep::kCompareWithGolden:
      return diff_of(pair.golden, pair.pending);
    case NextStep::kCompareWithUntransformed:
      return diff_of(pair.untransformed, pair.graph);
    case NextStep::kCorrectExpectation:
      return pair.expectation;
  }
  return {};
}

}  // namespace assay
