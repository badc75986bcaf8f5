// Nursery: the zygote's event loop and its children: forks one per request, keeps limits, reports every
// ending once.
//
// Of a case with several requests the first child loads the program and becomes the case's process
// (case_process.h), which forks the children that follow, the first one's own among them. They are the
// nursery's like all others. Where loading fails, or leaves behind what cannot be shared, the first child
// ends or goes on as any other, and its siblings load for themselves.
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

#include "capture/cost/process_memory.h"
#include "capture/zygote/child_pipe.h"
#include "harness/protocol/messages.h"
#include "harness/protocol/received_lines.h"
#include "harness/resident/connection.h"

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

  /// A case that several requests are about.
  struct Case {
    enum class State : std::uint8_t { kNew, kLoading, kShared, kEachForItself };
    std::string subject;
    State state = State::kNew;
    bool all_asked = false;  ///< its last request has come
    pid_t pid = -1;          ///< of its process, once that is one
    resident::Connection requests{Descriptor()};
    ProcessMemory at_fork = {};  ///< ours, when that was forked
  };

  enum class Phase : std::uint8_t {
    kWaiting,  ///< for another to load its case
    kAsked,    ///< of the case's process: nothing is known of it but its pipe
    kForked,
    kOver
  };

  struct Child {
    protocol::Request request;
    Case* test = nullptr;  ///< until its child is forked; of a case's first child until that has loaded
    Phase phase = Phase::kWaiting;
    pid_t pid = -1;
    int pipe = -1;
    std::optional<Clock::time_point> begun;
    ProcessMemory at_fork = {};  ///< what its limit and its peak are above
    std::uint64_t peak = 0;      ///< bytes of anonymous memory, the most that was seen
    std::optional<Stage> stage;  ///< the last one entered
    bool is_written = false;     ///< the graph file: a replay has begun
    std::size_t stages = 0;      ///< how often it has said that it enters one
    protocol::ReceivedLines received;
    std::optional<LastWords> last_words;    ///< what the child itself said
    std::optional<protocol::Ended> killed;  ///< why we ended it
  };

  void wait();
  bool read_requests();
  void begin(protocol::Request request);
  void fork_here(Child& child, Case* leads);
  [[noreturn]] void be_child(const Child& child, int pipe, int case_requests, pid_t zygote);
  void read_messages(Child& child);
  void take_lines(Child& child);
  void take(Child& child, const std::string& line);
  void keep_limits();
  void kill_for(Child& child, protocol::Ending why, const std::string& message);
  void reap();
  Child* child_of(pid_t pid);
  void conclude(Child& child, int status);
  void forget_ended();
  protocol::Ended observed(const Child& child, int status) const;
  void kill_orphans() const;
  void send(const std::string& line) const;

  // Whose child comes from where: nursery_cases.cc.
  Case* case_of(const protocol::Request& request);
  void start(Child& child);
  void ask_case(Child& child);
  static bool leads_case(const Child& child);
  void take_loaded(Child& child, Loaded loaded);
  void ended_unbegun(Child& child);
  void settle(Case& test, Case::State state);
  void end_case_of(pid_t pid);
  void dismiss_cases();

  int requests_, replies_;
  int child_ended_ = -1;  ///< readable when a child has ended
  const std::set<std::string> modules_;
  protocol::ReceivedLines pending_;  ///< requests
  std::list<Case> cases_;
  std::list<Child> children_;
};

}  // namespace assay::zygote
