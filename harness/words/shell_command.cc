// Commands about a path.
#include "harness/words/shell_command.h"

namespace assay {
std::string command_to_look_for(const std::filesystem::path& file) {
  std::error_code unknown;
  std::filesystem::path folder = file.parent_path();
  while (!folder.empty() && !std::filesystem::is_directory(folder, unknown)) folder = folder.parent_path();
  return shell_command("ls {}", folder.empty() ? "." : folder);
}

}  // namespace assay
