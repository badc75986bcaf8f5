// Interruption: SIGINT and SIGTERM as a fact that long work asks for between its steps.
//
// While one lives they end nothing by themselves; the handlers from before come back after it. At most one at
// a time, in the thread that waits for the work.
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

  /// Set for good by the first signal. A second one, unless it is the first once more, ends this process at
  /// once: somebody waits no longer for what the first has asked for.
  const std::atomic<bool>& came() const;
  /// The child that gets every signal too: one sent to this process alone does not reach it otherwise. 0:
  /// none.
  void pass_on_to(pid_t child) const;

 private:
  using Handler = void (*)(int);
  Handler interrupt_, terminate_;
};

}  // namespace assay
