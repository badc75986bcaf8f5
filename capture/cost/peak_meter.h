// PeakMeter: the memory that a phase of a pair needs.
#pragma once

#include <cstdint>

namespace assay {

/// Measures from construction: the peak of anonymous memory above the amount resident then. It first returns
/// memory that earlier phases freed to the system, because reuse of it would not be counted. Both this and
/// the reset peak change the kernel's figures for the process; `changed` reports by how much. If the kernel
/// does not allow a reset, `added` is 0.
class PeakMeter {
 public:
  PeakMeter();
  std::uint64_t added() const;
  /// Totals over all meters of this process, in bytes.
  struct Changed {
    std::uint64_t peak = 0;      ///< the largest peak before a reset, as if nothing had been released
    std::uint64_t released = 0;  ///< returned to the system
  };
  static Changed changed();

 private:
  bool measures_ = false;
  std::uint64_t start_ = 0;
};

}  // namespace assay
