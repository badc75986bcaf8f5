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

}  // namespace assay
