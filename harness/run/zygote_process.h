// ZygoteProcess: one running zygote, started for this command or forked by a resident one, and the two pipes
// to it.
//
// Never blocks and never decides: the pool polls the descriptors, pumps, and takes messages. It does not
// restart anything. The zygote's own stderr is kept, so that an import that fails can be shown.
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
  /// HarnessError when the program cannot be executed.
  ZygoteProcess(const ZygoteStart& start, const Residence& residence);
  /// Ends it and with it all its children, and what they have left behind: closes the requests, and kills
  /// what has not gone soon after.
  ~ZygoteProcess();
  ZygoteProcess(const ZygoteProcess&) = delete;
  ZygoteProcess& operator=(const ZygoteProcess&) = delete;

  int requests_fd() const { return requests_.get(); }
  int replies_fd() const { return replies_.get(); }
  bool has_unsent() const { return !unsent_.empty(); }

  void send(const protocol::Request& request);  ///< queued; pump() writes it
  /// Reads and writes what can be without waiting.
  void pump();
  /// The next whole message. HarnessError on a line that is none. A line torn by the zygote's death is
  /// dropped.
  std::optional<protocol::FromWorker> take();
  /// True once its end of the replies is closed; take() may still have messages.
  bool closed() const { return closed_; }

  /// True when no zygote came of it and another start will do: the resident is out of date, or going. Only
  /// after closed().
  bool declined();
  /// What it holds for itself, without files and without its children; nothing when it cannot be told.
  std::optional<double> own_memory_gb();
  void kill();           ///< at once, with everything it started
  std::string ending();  ///< "died of SIGSEGV", "ended with exit status 1"; waits for it, so only after
                         ///< closed() or kill()
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
