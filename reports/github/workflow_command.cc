// to_line: the escapes of GitHub's runner.
#include "reports/github/workflow_command.h"

#include <fmt/format.h>

#include "reports/console/printable.h"

namespace assay {
namespace {

std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : printable(text)) {
    const bool stays = special.find(c) == std::string_view::npos;
    out += stays ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

}  // namespace

std::string to_line(const WorkflowCommand& command) {
  std::string properties;
  for (const auto& [key, value] : command.properties) {
    if (value.empty()) continue;
    properties += fmt::format("{}{}={}", properties.empty() ? " " : ",", key, escaped(value, "%\r\n:,"));
  }
  return fmt::format("::{}{}::{}\n", command.name, properties, escaped(command.message, "%\r\n"));
}

}  // namespace assay
