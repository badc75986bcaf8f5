// FuzzRun: generated programs written as a project, run by every method, and what is wrong of it folded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/app/session.h"
#include "harness/check/sharding.h"
#include "harness/fuzz/spaces.h"
#include "reports/finding_list/finding_text.h"

namespace assay {

struct FuzzOptions {
  fuzz::Space space = fuzz::Space::kEnumerate;
  std::uint64_t seed = 1, count = 200;
  /// Of PyTorch, a worker each: programs are looked for on the first, what was found is asked of all. Empty:
  /// the session's worker alone.
  std::vector<std::string> versions = {};
  std::string program = {};  ///< one alone, as fuzz::to_text writes it; empty: those of the space
  double seconds = 0;        ///< after which no further pair begins; 0: no limit
  PlanOptions plan = {};
  std::string results = {};
  bool resume = false;
  bool shrink = true;
  int parallel = 0;
  /// By program: which of its methods disagree is seen of all together.
  ShardOptions shards = {.by = std::string(to_string(ShardBy::kCase))};
};

/// Writes the programs below RESULTS/programs (a project of its own: models/ and golden/), runs their pairs,
/// appends the records of a program when all its pairs have ended, and leaves a folder per finding below
/// RESULTS/findings: program.py, case.json, finding.txt. Prints progress and, at the end, a screen. Red where
/// a finding is new.
ExitStatus run_fuzz(const Session& session, const FuzzOptions& options);

}  // namespace assay
