// How many instructions a piece of this thread's work took: growth that neither the load of the machine nor
// the size of its caches can blur. Zero where the kernel offers no such counter.
#pragma once

#include <cstdint>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay {

class InstructionCount {
 public:
  InstructionCount() {
    perf_event_attr wanted{};
    wanted.size = sizeof(wanted);
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    counter_ = static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0));
  }
  ~InstructionCount() {
    if (counter_ >= 0) close(counter_);
  }
  InstructionCount(const InstructionCount&) = delete;
  InstructionCount& operator=(const InstructionCount&) = delete;

  /// Since the counter was made.
  std::uint64_t so_far() const {
    std::uint64_t count = 0;
    return counter_ >= 0 && read(counter_, &count, sizeof(count)) == sizeof(count) ? count : 0;
  }

 private:
  int counter_ = -1;
};

}  // namespace assay
