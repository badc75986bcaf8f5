// wrapped: line by line, at the last blank that fits.
#include "reports/console/wrapped.h"

#include <algorithm>

namespace assay {
namespace {

constexpr std::string_view kCommand = "next: ", kGoesOn = " \\";

/// Where to break `line`: at its last blank from `from` to `width`, else at the first one after; npos:
/// nowhere. In a command, blanks within quotes belong to a word.
std::size_t break_of(std::string_view line, std::size_t from, std::size_t width, bool is_command) {
  std::size_t at = std::string_view::npos;
  char quote = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (is_command && (c == '\'' || c == '"')) quote = quote == 0 ? c : quote == c ? 0 : quote;
    if (c != ' ' || quote != 0 || k <= from) continue;
    if (k > width && at != std::string_view::npos) break;
    at = k;
    if (k > width) break;
  }
  return at;
}

std::string wrapped_line(std::string_view line, std::size_t width) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const bool is_command = line.substr(indent).starts_with(kCommand);
  const std::size_t room = width - std::min(width, is_command ? kGoesOn.size() : 0);
  const std::string further(indent + 4, ' ');
  std::string out, rest(line);
  std::size_t from = indent + (is_command ? kCommand.size() : 0);
  while (rest.size() > width) {
    const std::size_t at = break_of(rest, from, room, is_command);
    if (at == std::string::npos) break;
    out += rest.substr(0, at) + std::string(is_command ? kGoesOn : "") + "\n";
    rest = further + rest.substr(at + 1);
    from = further.size();
  }
  return out + rest;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += wrapped_line(text.substr(0, end), width);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace assay
