// ServingProcess: the process at the other end of a ZygoteProcess's pipes.
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

/// The worker to start for a device. It inherits only the members of this struct.
struct ZygoteStart {
  const Worker& worker;
  Device device;
  const std::vector<std::string>& environment;
  std::vector<std::string> methods;  ///< methods to import before the first fork
};

/// File descriptors for stdin, stdout and stderr of a process.
using Ends = std::array<int, 3>;

/// Arguments or environment in the form of posix_spawn. `words` must outlive the result.
std::vector<char*> spawn_words(std::vector<std::string>& words);

class ServingProcess {
 public:
  virtual ~ServingProcess() = default;
  /// Ends it at once, with every process it started.
  virtual void kill() = 0;
  /// Its wait status, once it has ended.
  virtual std::optional<int> status(Wait wait) = 0;
  /// Its process id. Nothing before it is known and after the process has ended.
  virtual std::optional<pid_t> pid() = 0;
  /// No process was started, but not through a fault of the worker: another attempt may succeed.
  virtual bool declined() const { return false; }
};

/// A child of this process.
class SpawnedProcess : public ServingProcess {
 public:
  /// HarnessError if the program cannot be executed. This process adopts its orphans.
  SpawnedProcess(const ZygoteStart& start, const Ends& ends, const std::vector<std::string>& further);
  void kill() override;
  std::optional<int> status(Wait wait) override;
  std::optional<pid_t> pid() override;

  /// Ends the orphans left by ended processes: children of this process in another session, except running
  /// SpawnedProcesses.
  static void end_orphans();

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
};

}  // namespace assay
