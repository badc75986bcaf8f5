// ChildProcesses: the zygote's event loop. Forks a child per request, enforces limits and reports every
// ending once.
//
// If a case has several requests, the first child loads the program and becomes the case's process
// (case_process.h). That process forks the children of all the case's requests, including its own. They
// belong to the children like all others. If loading fails, or the loaded state cannot be shared, the first
// child ends or continues like any other. Its siblings then load for themselves.
//
// Single-threaded. Its only Python is the fork itself; child.h has the child's work. Any behaviour of a child
// (crash, hang, allocation, exit, closed pipe, its own processes) ends as a single Ended message and affects
// nothing else.
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

class ChildProcesses {
 public:
  /// Reads requests from `requests` and writes messages to `replies`; children close both. `modules`:
  /// imported so far.
  ChildProcesses(int requests, int replies, std::set<std::string> modules);
  /// Kills the children that still run.
  ~ChildProcesses();
  ChildProcesses(const ChildProcesses&) = delete;
  ChildProcesses& operator=(const ChildProcesses&) = delete;

  /// Serves until the requests end. Throws HarnessError for an invalid request.
  void serve();

 private:
  using Clock = std::chrono::steady_clock;

  /// A case with several requests.
  struct Case {
    enum class State : std::uint8_t { kNew, kLoading, kShared, kEachForItself };
    std::string subject;
    State state = State::kNew;
    bool all_asked = false;  ///< its last request has arrived
    pid_t pid = -1;          ///< of its process; -1 if none
    resident::Connection requests{Descriptor()};
    ProcessMemory at_fork = {};  ///< of the zygote, when it forked that process
  };

  enum class Phase : std::uint8_t {
    kWaiting,  ///< for another child to load its case
    kAsked,    ///< requested from the case's process; only its pipe is known
    kForked,
    kOver
  };

  struct Child {
    protocol::Request request;
    Case* test = nullptr;  ///< null once its child is forked; for a case's first child, once that has loaded
    Phase phase = Phase::kWaiting;
    pid_t pid = -1;
    int pipe = -1;
    std::optional<Clock::time_point> begun;
    ProcessMemory at_fork = {};  ///< its limit and peak count from here
    std::uint64_t peak = 0;      ///< highest anonymous memory seen, in bytes
    std::optional<Stage> stage;  ///< the last stage entered
    bool is_written = false;     ///< the graph file is complete: a replay has begun
    std::size_t stages = 0;      ///< number of stages it has reported
    protocol::ReceivedLines received;
    std::optional<LastWords> last_words;    ///< sent by the child itself
    std::optional<protocol::Ended> killed;  ///< the reason that the children killed it
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

  // Sources of the children: child_process_cases.cc.
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
  int child_ended_ = -1;  ///< readable after a child has ended
  const std::set<std::string> modules_;
  protocol::ReceivedLines pending_;  ///< requests
  std::list<Case> cases_;
  std::list<Child> children_;
};

}  // namespace assay::zygote
