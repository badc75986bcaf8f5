// FuzzRun: writes generated programs as a project, runs them by every method and groups the findings. Prints
// nothing.
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

/// The programs of a run, and how to run them.
struct FuzzTerms {
  Space space = Space::kEnumerate;
  std::uint64_t seed = 1, count = 200;
  std::string program = {};  ///< a single program in the form of to_text; empty: programs of the space
  double seconds = 0;        ///< no new pair starts after these; 0: no limit
  PlanOptions plan = {};
  /// By case, so that the methods of a program can be compared.
  ShardOptions shards = {.by = std::string(to_string(ShardBy::kCase))};
};

/// InputError for a text that is not a program.
NamedPrograms programs_of(const FuzzTerms& terms);

/// Progress of a run, at the record of a pair.
struct FuzzStep {
  const PairResult& record;
  std::optional<Signature> fresh;  ///< of the record, if it is the first with it
  std::string known;               ///< the declaring feature; empty: new
  std::size_t ran = 0, of = 0, signatures = 0;
  double seconds = 0;
};

/// Writes programs below RESULTS/programs (a project of its own: models/ and golden/). Appends the records of
/// a program once all its pairs have ended.
class FuzzRun {
 public:
  /// A run removes the files of an earlier run from its folder. InputError if they are not from a run: call
  /// this before the folder is opened.
  static void require_own_folder(const std::string& results);
  /// Writes the programs. `terms` and `results` must outlive the run.
  FuzzRun(const FuzzTerms& terms, const NamedPrograms& programs, const Shard& shard, ResultsFolder& results);

  const PairList& list() const { return list_; }
  const Project& project() const { return written_.project; }
  std::size_t programs() const { return written_.programs.size(); }

  /// Call after `results` has begun.
  RunEnd run(const KnownErrors& known, const RunPlace& place,
             const std::function<void(const FuzzStep&)>& on_record);

  std::size_t ran() const { return ran_; }
  double seconds() const { return seconds_; }
  /// New findings first.
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
