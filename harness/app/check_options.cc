// CheckOptions as a command line.
#include "harness/app/check_options.h"

#include "harness/words/shell_command.h"

namespace assay {

std::string list_flag(const char* name, const std::vector<std::string>& values) {
  std::string joined;
  for (const std::string& value : values) joined += (joined.empty() ? "" : ",") + value;
  return joined.empty() ? "" : std::string(" ") + name + " " + shell_word(joined);
}

namespace {

std::string flag(const char* name, const std::string& value) {
  return list_flag(name, value.empty() ? std::vector<std::string>{} : std::vector{value});
}

std::string flag(const char* name, double value) {
  return value > 0 ? flag(name, fmt::format("{:g}", value)) : "";
}

}  // namespace

void add_run_options(Subcommand command, CheckOptions& options) {
  command
      .add_option("--methods,--method", options.methods,
                  "Capture methods, ids or globs (default: the case's)")
      .value("METHOD")
      .comma_separated();
  command.add_option("--device", options.device, "cpu, cuda or all").value("DEVICE");
  command.add_option("-j,--jobs", options.parallel, "Pairs at a time (default: number of cores)").positive();
  command
      .add_option("--shard", options.shards.shard,
                  "I/N: run the I-th of N parts of the pairs (default: from Bazel's TEST_TOTAL_SHARDS and "
                  "TEST_SHARD_INDEX)")
      .value("I/N");
  command.add_option("--shard-by", options.shards.by, "Divide pairs by hash of the id, or by time")
      .one_of({"hash", "time"});
  command
      .add_option("--times", options.shards.times,
                  "Results of an earlier run, for --shard-by time and for the estimate")
      .value("DIR");
  command.add_option("--results", options.results, "Results folder").value("DIR");
  add_run_reports(command, options.reports);
  Option resume = command.add_flag("--resume", options.resume, "Continue an interrupted run");
  command.add_flag("--rerun-failed", options.rerun_failed, "Run only the pairs that failed").excludes(resume);
  command.add_option("--repeat", options.repeat, "Runs per pair; a pair whose runs differ is flaky")
      .positive();
  command.add_flag("--fail-fast", options.fail_fast, "Stop at the first failure");
  command.add_flag("!--no-replay", options.plan.replay,
                   "Capture and compare only, without executing the graphs");
  command.add_option("--timeout", options.plan.seconds, "Time per pair (default: the case's, else 120)")
      .value("SECONDS")
      .positive();
  command.add_option("--memory", options.plan.memory_gb, "Memory per pair (default: the case's, else 6)")
      .value("GB")
      .positive();
}

std::string shard_flag(const Shard& shard) { return shard.count > 1 ? " --shard " + to_string(shard) : ""; }

Shard shard_asked_for(const ShardOptions& options) {
  advertise_shards(variable("TEST_SHARD_STATUS_FILE"));
  return chosen_shard(options.shard,
                      {.total = variable("TEST_TOTAL_SHARDS"), .index = variable("TEST_SHARD_INDEX")});
}

std::string selection_command(const Session& session, const CheckOptions& options) {
  std::string command = options.command;
  for (const std::string& selector : options.cases) command += " " + shell_word(selector);
  command += list_flag("--methods", options.methods) + list_flag("--tier", options.tiers);
  if (options.device != "all") command += flag("--device", options.device);
  command += flag("--timeout", options.plan.seconds) + flag("--memory", options.plan.memory_gb);
  if (options.repeat > 1) command += flag("--repeat", options.repeat);
  if (!options.plan.replay) command += " --no-replay";
  if (options.lower) command += " --lower";
  command += options.further;
  command += flag("--project", session.project) + flag("--worker", session.worker) +
             flag("--python", session.python) + flag("--torch", session.torch);
  if (options.shards.by != "hash")
    command += flag("--shard-by", options.shards.by) + flag("--times", options.shards.times);
  return command;
}

}  // namespace assay
