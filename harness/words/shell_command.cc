// Quoting as POSIX shells undo it.
#include "harness/words/shell_command.h"

#include <algorithm>

namespace assay {
namespace {

bool is_left_alone(char byte) {
  constexpr std::string_view kOthers = "_@%+=:,./-";
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         kOthers.find(byte) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view word) {
  if (!word.empty() && std::ranges::all_of(word, is_left_alone)) return std::string(word);
  std::string quoted = "'";
  for (const char byte : word) byte == '\'' ? quoted.append("'\\''") : quoted.append(1, byte);
  return quoted + "'";
}

std::string command_to_look_for(const std::filesystem::path& file) {
  std::error_code unknown;
  std::filesystem::path folder = file.parent_path();
  while (!folder.empty() && !std::filesystem::is_directory(folder, unknown)) folder = folder.parent_path();
  return shell_command("ls {}", folder.empty() ? "." : folder);
}

}  // namespace assay
