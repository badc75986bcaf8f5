// workflow_command: a line that GitHub's runner reads as a command of the step.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

/// A command: `name` is "error", "warning" or "notice" for annotations.
struct WorkflowCommand {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string>> properties =
      {};  ///< properties without a value are left out
  std::string message;
};

/// `::NAME KEY=VALUE,KEY=VALUE::MESSAGE` and a newline. Values and message are made printable and escaped for
/// the runner: any text stays within a single command.
std::string to_line(const WorkflowCommand& command);

}  // namespace assay
