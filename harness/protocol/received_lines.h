// ReceivedLines: what comes over a pipe, a line at a time, however fast the other side writes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace assay::protocol {

/// The reading end of a stream of lines. Each reading takes a bounded part of what is there, so that one who
/// writes without end cannot keep the reader from what else it has to do: its deadlines, and others' lines.
class ReceivedLines {
 public:
  /// No less than a pipe holds: what a process leaves behind in one is read at once.
  static constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;

  /// Reads what is there without waiting (`file` does not block), kMostAtOnce bytes at most. False at the end
  /// of the file, and where it can no longer be read.
  bool read(int file);
  /// The next whole line, without its end.
  std::optional<std::string> next();
  /// The line that has no end yet. Only after next() gave nothing.
  std::string take_rest();
  std::size_t waiting_bytes() const { return text_.size() - taken_; }

 private:
  std::string text_;
  std::size_t taken_ = 0;  ///< bytes of text_ that next() has given
};

}  // namespace assay::protocol
