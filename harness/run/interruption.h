// Interruption: turns SIGINT and SIGTERM into a flag for long work to poll.
//
// During its life these signals do not end the process. Its destructor restores the previous handlers. At
// most one may exist, in the thread that waits for the work.
#pragma once

#include <atomic>
#include <sys/types.h>

namespace assay {

class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// Set by the first signal and never cleared. A second signal ends the process at once. A repeat of the
  /// first within 100 ms is ignored.
  const std::atomic<bool>& came() const;
  /// Forwards signals to `child`, which a signal to this process alone would not reach. 0: none.
  void pass_on_to(pid_t child) const;

 private:
  using Handler = void (*)(int);
  Handler interrupt_, terminate_;
};

}  // namespace assay
