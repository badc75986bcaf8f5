// PeakMeter: /proc/self/clear_refs resets the peak that /proc/self/status tells.
#include "capture/pair/peak_meter.h"

#include <algorithm>
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include "capture/zygote/process_memory.h"

namespace assay {
namespace {

std::uint64_t forgotten_peak = 0;

bool forget_peak() {
  const int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = write(file, "5", 1) == 1;
  close(file);
  return done;
}

}  // namespace

PeakMeter::PeakMeter() {
  malloc_trim(0);
  const auto memory = zygote::memory_of(getpid());
  if (!memory) return;
  start_ = memory->anonymous;
  measures_ = forget_peak();
  if (measures_) forgotten_peak = std::max(forgotten_peak, zygote::peak_anonymous(*memory));
}

std::uint64_t PeakMeter::added() const {
  const auto memory = measures_ ? zygote::memory_of(getpid()) : std::nullopt;
  if (!memory) return 0;
  const std::uint64_t peak = zygote::peak_anonymous(*memory);
  return peak > start_ ? peak - start_ : 0;
}

std::uint64_t PeakMeter::peak_before() { return forgotten_peak; }

}  // namespace assay
