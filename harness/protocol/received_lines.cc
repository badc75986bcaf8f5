// Reads lines of a stream in bounded parts.
#include "harness/protocol/received_lines.h"

#include <array>
#include <cerrno>
#include <unistd.h>
#include <utility>

namespace assay::protocol {

bool ReceivedLines::read(int file) {
  std::array<char, 65536> buffer;
  for (std::size_t taken = 0; taken < kMostAtOnce;) {
    const ssize_t count = ::read(file, buffer.data(), buffer.size());
    if (count == 0) return false;
    if (count < 0 && errno != EINTR) return errno == EAGAIN;
    if (count < 0) continue;
    text_.append(buffer.data(), static_cast<std::size_t>(count));
    taken += static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<std::string> ReceivedLines::next() {
  const std::size_t end = text_.find('\n', taken_);
  if (end == std::string::npos) {
    text_.erase(0, std::exchange(taken_, 0));
    return std::nullopt;
  }
  const std::size_t begin = std::exchange(taken_, end + 1);
  return text_.substr(begin, end - begin);
}

std::string ReceivedLines::take_rest() {
  taken_ = 0;
  return std::exchange(text_, "");
}

}  // namespace assay::protocol
