// ZygoteProcess: a running zygote, started for this command or forked by a resident zygote, and its two
// pipes.
//
// Never blocks and never restarts anything: the pool polls the descriptors, pumps and takes messages. Keeps
// the zygote's stderr to show failed imports.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "harness/protocol/messages.h"
#include "harness/protocol/received_lines.h"
#include "harness/run/resident_session.h"

namespace assay {

class ZygoteProcess {
 public:
  /// HarnessError if the program cannot be executed.
  ZygoteProcess(const ZygoteStart& start, const Residence& residence);
  /// Ends it with all its children and their orphans: closes the requests, then kills the rest after a
  /// second.
  ~ZygoteProcess();
  ZygoteProcess(const ZygoteProcess&) = delete;
  ZygoteProcess& operator=(const ZygoteProcess&) = delete;

  int requests_fd() const { return requests_.get(); }
  int replies_fd() const { return replies_.get(); }
  bool has_unsent() const { return !unsent_.empty(); }

  void send(const protocol::Request& request);  ///< queued; pump() writes it
  /// Reads and writes without waiting.
  void pump();
  /// The next complete message. HarnessError for an invalid line. Drops a line cut off by the zygote's death.
  std::optional<protocol::FromWorker> take();
  /// True once the zygote has closed the replies. take() may still have messages.
  bool closed() const { return closed_; }

  /// True if no zygote was started and another attempt may succeed: the resident is outdated or ending. Call
  /// only after closed().
  bool declined();
  /// Its own anonymous memory, without its children. Nothing if unknown.
  std::optional<double> own_memory_gb();
  void kill();  ///< at once, with every process it started
  /// "died of SIGSEGV", "ended with exit status 1". Waits, so call only after closed() or kill().
  std::string ending();
  std::string stderr_tail() const;  ///< the last 4 KiB

 private:
  void write_unsent();

  Descriptor requests_, replies_, stderr_;
  std::unique_ptr<ServingProcess> process_;
  std::string unsent_;
  protocol::ReceivedLines received_;
  bool closed_ = false;
};

}  // namespace assay
