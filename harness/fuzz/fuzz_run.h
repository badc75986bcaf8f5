// FuzzRun: generated programs written as a project, run by every method, and what is wrong of it folded. It
// prints nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/check/pair_list.h"
#include "harness/check/program_records.h"
#include "harness/fuzz/examined_finding.h"
#include "harness/fuzz/generated_project.h"
#include "harness/fuzz/spaces.h"
#include "harness/results/results_folder.h"

namespace assay::fuzz {

/// Which programs are run, and how.
struct FuzzTerms {
  Space space = Space::kEnumerate;
  std::uint64_t seed = 1, count = 200;
  std::string program = {};  ///< one alone, as to_text writes it; empty: those of the space
  double seconds = 0;        ///< after which no further pair begins; 0: no limit
  PlanOptions plan = {};
  /// By program: which of its methods disagree is seen of all together.
  ShardOptions shards = {.by = std::string(to_string(ShardBy::kCase))};
};

/// InputError for a text that is no program.
NamedPrograms programs_of(const FuzzTerms& terms);

/// How far a run is, when a pair's record has come.
struct FuzzStep {
  const PairResult& record;
  std::optional<Signature> fresh;  ///< of the record, where none before had it
  std::string known;               ///< what declares it; empty: it is new
  std::size_t ran = 0, of = 0, signatures = 0;
  double seconds = 0;
};

/// Programs go below RESULTS/programs (a project of its own: models/ and golden/). The records of a program
/// are appended when all its pairs have ended.
class FuzzRun {
 public:
  /// A run removes what the one before has left in its folder. InputError where no run has left it: to be
  /// asked before the folder is opened.
  static void require_own_folder(const std::string& results);
  /// Writes the programs. `terms` and `results` outlive the run.
  FuzzRun(const FuzzTerms& terms, const NamedPrograms& programs, const Shard& shard, ResultsFolder& results);

  const PairList& list() const { return list_; }
  const Project& project() const { return written_.project; }
  std::size_t programs() const { return written_.programs.size(); }

  /// After `results` has begun.
  RunEnd run(const KnownErrors& known, const RunPlace& place,
             const std::function<void(const FuzzStep&)>& on_record);

  std::size_t ran() const { return ran_; }
  double seconds() const { return seconds_; }
  /// New ones first.
  std::vector<ExaminedFinding> findings(const KnownErrors& known) const;

 private:
  void plan(PlannedRun& run, const Worker& worker);
  Proceed record_program(const TaskEnding& ending, const std::function<void(const PairResult&)>& on_record);
  FuzzStep step_of(const PairResult& record, const KnownErrors& known, std::size_t jobs);
  std::map<MethodId, Outcome> methods_of(const PairId& pair) const;
  double elapsed() const;

  const FuzzTerms& terms_;
  ResultsFolder& results_;
  GeneratedProject written_;
  PairList list_;
  ProgramRecords program_records_;
  std::set<Signature> seen_;
  std::size_t ran_ = 0;
  double seconds_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace assay::fuzz
