// CheckOptions: the options of `assay check` and similar commands, and the command that repeats them.
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
  bool lower = false;  ///< lower each captured graph, too
  PlanOptions plan = {};
  std::string command = "assay check";  ///< the command of these options
  std::string further = {};             ///< its own selection options: " --dtypes complex"
};

/// Adds the options that all these commands share: selection, execution and reports.
void add_run_options(Subcommand command, CheckOptions& options);

/// " --shard 2/4", or empty for the whole list.
std::string shard_flag(const Shard& shard);

/// " NAME a,b", or empty without values.
std::string list_flag(const char* name, const std::vector<std::string>& values);

/// The shard of options and environment. Touches the file of TEST_SHARD_STATUS_FILE to announce support of
/// shards. InputError as in chosen_shard.
Shard shard_asked_for(const ShardOptions& options);

/// "assay check 'seed*' --methods make_fx --device cpu": selects the same pairs on the same worker, with the
/// same division into shards. Leaves out the shard, the results folder and the number of jobs.
std::string selection_command(const Session& session, const CheckOptions& options);

}  // namespace assay
