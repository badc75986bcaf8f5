// CheckOptions as a command.
#include "harness/app/check_options.h"

#include "harness/words/shell_command.h"

namespace assay {
namespace {

std::string flag(const char* name, const std::vector<std::string>& values) {
  std::string joined;
  for (const std::string& value : values) joined += (joined.empty() ? "" : ",") + value;
  return joined.empty() ? "" : std::string(" ") + name + " " + shell_word(joined);
}

std::string flag(const char* name, const std::string& value) {
  return flag(name, value.empty() ? std::vector<std::string>{} : std::vector{value});
}

std::string flag(const char* name, double value) {
  return value > 0 ? flag(name, fmt::format("{:g}", value)) : "";
}

}  // namespace

std::string selection_command(const Session& session, const CheckOptions& options) {
  std::string command = "assay check";
  for (const std::string& selector : options.cases) command += " " + shell_word(selector);
  command += flag("--methods", options.methods) + flag("--tier", options.tiers);
  if (options.device != "all") command += flag("--device", options.device);
  command += flag("--timeout", options.plan.seconds) + flag("--memory", options.plan.memory_gb);
  if (!options.plan.replay) command += " --no-replay";
  if (options.lower) command += " --lower";
  command += flag("--project", session.project) + flag("--worker", session.worker) +
             flag("--python", session.python) + flag("--torch", session.torch);
  if (options.shards.by != "hash")
    command += flag("--shard-by", options.shards.by) + flag("--times", options.shards.times);
  return command;
}

}  // namespace assay
