// What `assay_capture.capture_pair` returns, read into the message it becomes.
#pragma once

#include <string>

#include "harness/protocol/messages.h"

namespace assay::zygote {

/// Fills ending, message, measures, replay, tallies and lowering_failure (capture/pair/capture_pair.h says
/// which keys); `measures.peak_bytes` becomes the peak that the module made the kernel forget, which counts
/// what was inherited too. An answer that is not one becomes kRaised, "BadAnswer": module and zygote are
/// built together, so it can only be a mistake of ours, and it must cost no more than its pair.
void read_answer(const std::string& json, protocol::Ended& ended);

}  // namespace assay::zygote
