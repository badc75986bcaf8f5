// NextStep: a command for each.
#include "harness/check/next_step.h"

#include "harness/check/full_diff.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

std::string one_pair_flags(const PairId& pair) {
  return shell_command(" --method {} --device {}", pair.method, pair.device);
}

std::string rerun_command(const PlannedPair& planned, const RunTerms& terms) {
  return shell_command("assay check {} --methods {} --device {} --rerun-failed --results {}",
                       planned.test->selector, planned.pair.method, planned.pair.device, terms.results);
}

}  // namespace

std::string results_flag(const std::filesystem::path& results) {
  return results.string() == "build/results" ? "" : shell_command(" --results {}", results);
}

std::string command_of(NextStep step, const PlannedPair& planned, const PairPlaces& pair,
                       const RunTerms& terms) {
  const PairId& id = planned.pair;
  const std::string& selector = planned.test->selector;
  switch (step) {
    case NextStep::kNothing:
      return "";
    case NextStep::kResume:
      return check_command(id) + shell_command(" --resume --results {}", terms.results);
    case NextStep::kRerun:
      return rerun_command(planned, terms);
    case NextStep::kRerunVerbosely:
      return rerun_command(planned, terms) + " -v";
    case NextStep::kReplay:
      return shell_command("assay replay {} --case {}", pair.graph, selector);
    case NextStep::kCapture:
      return shell_command("assay capture {}", selector) + one_pair_flags(id) + " -v";
    case NextStep::kAccept:
      return shell_command("assay accept --case {}", id.case_id) + one_pair_flags(id) +
             results_flag(terms.results);
    case NextStep::kRestoreGolden:
      return pair.restore;
    case NextStep::kCompareWithSources:
      return full_diff_command({.pair = id,
                                .selector = selector,
                                .project = terms.project,
                                .golden = pair.golden,
                                .captured = pair.pending,
                                .policy = planned.test->policy,
                                .python_path = terms.python_path});
    case NextStep::kCompareWithGolden:
      return shell_command("assay diff {} {}", pair.golden, pair.pending);
    case NextStep::kCompareWithUntransformed:
      return shell_command("assay diff {} {}", pair.untransformed, pair.graph);
    case NextStep::kCorrectExpectation:
      return pair.expectation;
  }
  return "";
}

}  // namespace assay
