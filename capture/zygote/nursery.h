// Nursery: the zygote's event loop and its children: forks one per request, keeps limits, reports every
// ending once.
//
// Single-threaded. It runs no Python but the fork itself; what a child does is child.h's. Whatever a child
// does (crash, hang, allocate, exit, close its pipe, start processes of its own) ends as one Ended message
// and takes nothing else along.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <optional>
#include <set>
#include <string>
#include <sys/types.h>

#include "capture/zygote/child_pipe.h"
#include "harness/protocol/messages.h"

namespace assay::zygote {

class Nursery {
 public:
  /// Reads requests from `requests`, writes messages to `replies`; both are closed in children. `modules`:
  /// imported so far.
  Nursery(int requests, int replies, std::set<std::string> modules);
  /// Kills what still runs.
  ~Nursery();
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;

  /// Until the requests end. HarnessError on a request that is none.
  void serve();

 private:
  using Clock = std::chrono::steady_clock;

  struct Child {
    protocol::Request request;
    pid_t pid = -1;
    int pipe = -1;
    Clock::time_point forked;
    std::uint64_t anonymous_at_fork = 0;
    std::uint64_t memory_limit = 0;  ///< bytes of anonymous memory above that
    std::uint64_t peak = 0;          ///< bytes above it, the most that was seen
    Stage stage = Stage::kLoad;
    std::string received;
    std::optional<LastWords> last_words;    ///< what the child itself said
    std::optional<protocol::Ended> killed;  ///< why we ended it
  };

  void wait();
  bool read_requests();
  void begin(protocol::Request request);
  void read_messages(Child& child);
  void take_lines(Child& child);
  void keep_limits();
  void kill_for(Child& child, protocol::Ending why, const std::string& message);
  void reap();
  void conclude(Child& child, int status);
  protocol::Ended observed(const Child& child, int status) const;
  void kill_orphans() const;
  void send(const std::string& line) const;

  int requests_, replies_;
  int child_ended_ = -1;  ///< readable when a child has ended
  const std::set<std::string> modules_;
  std::string pending_;  ///< of a request whose line end has not come yet
  std::list<Child> children_;
};

}  // namespace assay::zygote
