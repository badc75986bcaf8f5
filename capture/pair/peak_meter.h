// PeakMeter: how much memory one phase of a pair needs.
#pragma once

#include <cstdint>

namespace assay {

/// From its making on: the most anonymous memory beyond what was resident then. What earlier phases freed is
/// given back to the system first, else a phase that reuses it would seem to need none. Making one forgets
/// the kernel's own record of the process's peak; `peak_before` keeps it. Where the kernel lets nobody
/// forget, nothing is measured: both figures are 0.
class PeakMeter {
 public:
  PeakMeter();
  std::uint64_t added() const;
  /// The largest peak that making any meter in this process has made the kernel forget, in bytes.
  static std::uint64_t peak_before();

 private:
  bool measures_ = false;
  std::uint64_t start_ = 0;
};

}  // namespace assay
