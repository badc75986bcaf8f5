// The terminal, queried by ioctl.
#include "reports/console/terminal.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace assay {
namespace {

constexpr std::size_t kPlainWidth = 120;
constexpr std::size_t kPlainHeight = 60;
constexpr std::size_t kLeastHeight = 40;

winsize terminal() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size : winsize{};
}

}  // namespace

bool is_screen(int fd) {
  const char* term = std::getenv("TERM");
  return isatty(fd) != 0 && (term == nullptr || std::string_view(term) != "dumb");
}

std::size_t terminal_width() {
  const std::size_t columns = terminal().ws_col;
  return columns > 0 ? columns : kPlainWidth;
}

std::size_t terminal_height() {
  const std::size_t rows = terminal().ws_row;
  return rows > 0 ? std::max(rows, kLeastHeight) : kPlainHeight;
}

Stream progress_stream() { return is_screen(STDOUT_FILENO) ? Stream::kTerminal : Stream::kPlain; }

}  // namespace assay
