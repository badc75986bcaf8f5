// What `assay_capture.capture_pair` returns, read into the message it becomes.
#pragma once

#include <cstdint>
#include <string>

#include "harness/protocol/messages.h"

namespace assay::zygote {

/// What measuring phases of a pair changed in what the kernel says of the child's memory, in bytes.
struct MemoryChanged {
  std::uint64_t forgotten_peak = 0;  ///< as if nothing had been released
  std::uint64_t released = 0;
};

/// Fills ending, message, measures, replay, tallies and lowering_failure (capture/pair/capture_pair.h says
/// which keys). An answer that is not one becomes kRaised, "BadAnswer": module and zygote are built together,
/// so it can only be a mistake of ours, and it must cost no more than its pair.
MemoryChanged read_answer(const std::string& json, protocol::Ended& ended);

}  // namespace assay::zygote
