// PeakMeter: how much memory one phase of a pair needs.
#pragma once

#include <cstdint>

namespace assay {

/// From its making on: the most anonymous memory beyond what was resident then. What earlier phases freed is
/// given back to the system first, else a phase that reuses it would seem to need none. Both change what the
/// kernel can say of the process as a whole; `changed` tells how. Where the kernel lets nobody forget a peak,
/// nothing is measured: `added` is 0.
class PeakMeter {
 public:
  PeakMeter();
  std::uint64_t added() const;
  /// Over all meters of this process, in bytes.
  struct Changed {
    std::uint64_t peak = 0;      ///< the largest peak forgotten, as if nothing had been given back
    std::uint64_t released = 0;  ///< given back
  };
  static Changed changed();

 private:
  bool measures_ = false;
  std::uint64_t start_ = 0;
};

}  // namespace assay
