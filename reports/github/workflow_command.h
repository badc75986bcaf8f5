// workflow_command: a line by which a step of GitHub Actions tells the runner something.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

/// "error", "warning" or "notice" for annotations.
struct WorkflowCommand {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string>> properties =
      {};  ///< those without a value are left out
  std::string message;
};

/// `::NAME KEY=VALUE,KEY=VALUE::MESSAGE` and a newline. Values and message are printable, and escaped as the
/// runner unescapes them: it gets what they say, in one command, whatever is in them.
std::string to_line(const WorkflowCommand& command);

}  // namespace assay
