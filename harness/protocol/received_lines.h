// ReceivedLines: reads a pipe line by line, however fast the other side writes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace assay::protocol {

/// The reading end of a stream of lines. A read takes a bounded amount, so an endless writer cannot keep the
/// reader from its deadlines and from other lines.
class ReceivedLines {
 public:
  /// At least the capacity of a pipe, so that the rest of an ended process is read at once.
  static constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;

  /// Reads without waiting, kMostAtOnce bytes at most. `file` must not block. False at the end of the file
  /// and on an error.
  bool read(int file);
  /// The next whole line, without its end. Nothing if there is none yet.
  std::optional<std::string> next();
  /// The last line, without an end. Only after next() returned nothing.
  std::string take_rest();
  std::size_t waiting_bytes() const { return text_.size() - taken_; }

 private:
  std::string text_;
  std::size_t taken_ = 0;  ///< Bytes of text_ that next() has returned.
};

}  // namespace assay::protocol
