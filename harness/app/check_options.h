// CheckOptions: what `assay check` and its like can be told, and the command that tells it again.
#pragma once

#include <string>
#include <vector>

#include "harness/app/run_report.h"
#include "harness/app/session.h"
#include "harness/check/check_plan.h"
#include "harness/check/sharding.h"

namespace assay {

struct CheckOptions {
  std::vector<std::string> cases = {}, methods = {}, tiers = {};
  std::string device = "all", results = {};
  RunReports reports = {};
  ShardOptions shards = {};
  int parallel = 0;
  int repeat = 1;  ///< runs of each pair
  bool resume = false, rerun_failed = false, fail_fast = false;
  bool lower = false;  ///< each captured graph as well
  PlanOptions plan = {};
  std::string command = "assay check";  ///< whose options they are
  std::string further = {};             ///< what else it was told that selects: " --dtypes complex"
};

/// Those that every command of the kind has: which pairs, where they run, and what is written of them.
void add_run_options(Subcommand command, CheckOptions& options);

/// " --shard 2/4"; empty for the whole list.
std::string shard_flag(const Shard& shard);

/// " NAME a,b"; empty without values.
std::string list_flag(const char* name, const std::vector<std::string>& values);

/// The shard that options and environment ask for; says to who asks by TEST_SHARD_STATUS_FILE that shards are
/// honoured. InputError as of chosen_shard.
Shard shard_asked_for(const ShardOptions& options);

/// "assay check 'seed*' --methods make_fx --device cpu": what selects the same pairs on the same worker, and
/// deals them out in the same way; without the shard itself, the results folder and how many at a time.
std::string selection_command(const Session& session, const CheckOptions& options);

}  // namespace assay
