// PeakMeter: /proc/self/clear_refs resets the peak in /proc/self/status.
#include "capture/cost/peak_meter.h"

#include <algorithm>
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include "capture/cost/process_memory.h"

namespace assay {
namespace {

PeakMeter::Changed so_far;

bool forget_peak() {
  const int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = write(file, "5", 1) == 1;
  close(file);
  return done;
}

}  // namespace

PeakMeter::PeakMeter() {
  const auto before = zygote::memory_of(getpid());
  malloc_trim(0);
  const auto after = zygote::memory_of(getpid());
  if (!before || !after) return;
  start_ = after->anonymous;
  measures_ = forget_peak();
  if (measures_) so_far.peak = std::max(so_far.peak, zygote::peak_anonymous(*before) + so_far.released);
  if (before->anonymous > after->anonymous) so_far.released += before->anonymous - after->anonymous;
}

std::uint64_t PeakMeter::added() const {
  const auto memory = measures_ ? zygote::memory_of(getpid()) : std::nullopt;
  if (!memory) return 0;
  const std::uint64_t peak = zygote::peak_anonymous(*memory);
  return peak > start_ ? peak - start_ : 0;
}

PeakMeter::Changed PeakMeter::changed() { return so_far; }

}  // namespace assay
