// ServingProcess: the process at the other end of a ZygoteProcess's pipes, and how it is ended and reaped.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "harness/resident/connection.h"
#include "harness/run/worker.h"

namespace assay {

using resident::Wait;

/// What to start: a worker for one device, with nothing from this process but what is named here.
struct ZygoteStart {
  const Worker& worker;
  Device device;
  const std::vector<std::string>& environment;
  std::vector<std::string> methods;  ///< whose imports are worth having before the first fork
};

/// Descriptors that become a process's stdin, stdout and stderr.
using Ends = std::array<int, 3>;

/// As posix_spawn takes arguments and environments. `words` outlives it.
std::vector<char*> spawn_words(std::vector<std::string>& words);

class ServingProcess {
 public:
  virtual ~ServingProcess() = default;
  /// At once, with everything it started.
  virtual void kill() = 0;
  /// Its wait status, once it has ended.
  virtual std::optional<int> status(Wait wait) = 0;
  /// The process itself; nothing before it is known, and once it has ended.
  virtual std::optional<pid_t> pid() = 0;
  /// True when no process came of it, for no fault of the worker's: another start will do.
  virtual bool declined() const { return false; }
};

/// A child of this process.
class SpawnedProcess : public ServingProcess {
 public:
  /// HarnessError when the program cannot be executed. What it leaves behind becomes this process's.
  SpawnedProcess(const ZygoteStart& start, const Ends& ends, const std::vector<std::string>& further);
  void kill() override;
  std::optional<int> status(Wait wait) override;
  std::optional<pid_t> pid() override;

  /// Ends what those that have ended left behind: children of this process that are none of them, and that
  /// are not in its session, as those are that it has started itself.
  static void end_orphans();

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
};

}  // namespace assay
