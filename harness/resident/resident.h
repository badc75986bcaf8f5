// Resident: the loop of a zygote that stays between commands and forks a session for each.
//
// A session is a process of its own, with a command's ends as its stdin, stdout and stderr, and outlives the
// resident. Processes left by a session are ended with it. The resident ends after its idle time, when a
// loaded file has changed, and when its socket was removed. It is single-threaded and keeps nothing of a
// command open.
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
  std::filesystem::path socket;       ///< The address of `listener`. Removed at the end.
  std::chrono::milliseconds idle{0};  ///< It ends after this time without a session.
  std::string device;
  /// Imports modules for children of these methods. Returns whether anything was imported.
  std::function<bool(const std::vector<std::string>& methods)> import;
  std::function<std::vector<std::filesystem::path>()> loaded;  ///< Files that the imports have read.
  std::function<pid_t()> fork;
};

enum class Role : std::uint8_t {
  kSession,  ///< This is a session's process: serve stdin and stdout.
  kResident  ///< This is the resident. From run(): it is to end.
};

class Resident {
 public:
  /// `files` must be made before anything was loaded.
  Resident(Descriptor listener, LoadedFiles files, ResidentOptions options);
  ~Resident();
  Resident(const Resident&) = delete;
  Resident& operator=(const Resident&) = delete;

  Role run();

 private:
  using Clock = std::chrono::steady_clock;

  /// A command's connection, and the session that serves it, if any.
  struct Caller {
    Connection connection;
    pid_t session = -1;
    Descriptor session_ended = {};  ///< Readable after the end of the session.
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
