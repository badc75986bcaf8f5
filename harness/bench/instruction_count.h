// InstructionCount: instructions executed by this thread, independent of machine load and cache sizes. 0 if
// the kernel has no such counter.
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

  /// Instructions since construction.
  std::uint64_t so_far() const {
    std::uint64_t count = 0;
    return counter_ >= 0 && read(counter_, &count, sizeof(count)) == sizeof(count) ? count : 0;
  }

 private:
  int counter_ = -1;
};

}  // namespace assay
