// Resident: the loop of a zygote that stays between commands: forks a session for each, and knows when to go.
//
// What sessions leave behind is ended with them. It serves nothing itself: a session is a process of its own,
// with a command's ends as its stdin, stdout and stderr, and outlives what happens to the resident. It goes
// when it was idle for long enough, when a file that it loaded has changed, and when its socket was removed.
// Single-threaded; nothing of a command stays open in it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <string>
#include <sys/types.h>
#include <vector>

#include "harness/resident/call.h"
#include "harness/resident/connection.h"
#include "harness/resident/loaded_files.h"

namespace assay::resident {

struct ResidentOptions {
  std::filesystem::path socket;       ///< what `listener` is bound to; removed at the end
  std::chrono::milliseconds idle{0};  ///< it goes after so long without a session
  std::string device;
  /// Imports what children of these methods want; whether anything was left to import.
  std::function<bool(const std::vector<std::string>& methods)> import;
  std::function<std::vector<std::filesystem::path>()> loaded;  ///< files that imports have read
  std::function<pid_t()> fork;
};

enum class Role : std::uint8_t {
  kSession,  ///< this is a session's process: serve stdin and stdout
  kResident  ///< this is the resident itself; from run(): its time is over
};

class Resident {
 public:
  /// `files`: begun before anything was loaded.
  Resident(Descriptor listener, LoadedFiles files, ResidentOptions options);
  ~Resident();
  Resident(const Resident&) = delete;
  Resident& operator=(const Resident&) = delete;

  Role run();

 private:
  using Clock = std::chrono::steady_clock;

  /// A command at the other end of a connection, and the session that serves it, if it has one by now.
  struct Caller {
    Connection connection;
    pid_t session = -1;
    Descriptor session_ended = {};  ///< readable then
  };

  bool over() const;
  bool wait();
  void accept_caller();
  Role answer(Caller& caller);
  Role begin_session(Caller& caller, const Serve& call, const std::vector<Descriptor>& ends);
  void reap(Caller& caller);
  long sessions() const;
  std::chrono::milliseconds idle() const;
  std::chrono::milliseconds patience() const;
  Description description() const;

  Descriptor listener_;
  LoadedFiles files_;
  const ResidentOptions options_;
  bool outdated_ = false;
  Clock::time_point last_session_ = Clock::now();
  std::list<Caller> callers_;
};

}  // namespace assay::resident
