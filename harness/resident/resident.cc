// Resident: accepts, forks and reaps.
#include "harness/resident/resident.h"

#include <algorithm>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/resident/orphans.h"

namespace assay::resident {
namespace {

/// An upgrade may go unnoticed so long without calls. A call always notices.
constexpr std::chrono::seconds kWatch{10};
constexpr std::size_t kEnds = 3;

Descriptor ending_of(pid_t process) {
  return Descriptor(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
}

}  // namespace

Resident::Resident(Descriptor listener, LoadedFiles files, ResidentOptions options)
    : listener_(std::move(listener)), files_(std::move(files)), options_(std::move(options)) {
  fcntl(listener_.get(), F_SETFL, O_NONBLOCK);
  become_adopter();  // a killed session has not ended the processes of its pairs
  files_.add({options_.socket});
  files_.add(mapped_files());
  files_.add(options_.loaded());
}

Resident::~Resident() {
  if (!listener_ || !files_.unchanged()) return;  // a session's copy, or the path may be a successor's
  std::error_code none;
  std::filesystem::remove(options_.socket, none);
}

Role Resident::run() {
  while (true) {
    const bool quiet = wait();
    if (quiet && over()) return Role::kResident;
    if (quiet && !files_.unchanged()) outdated_ = true;
    accept_caller();
    for (Caller& caller : callers_) {
      if (answer(caller) == Role::kSession) return Role::kSession;
      reap(caller);
    }
    std::erase_if(callers_,
                  [](const Caller& caller) { return caller.connection.closed() && caller.session < 0; });
  }
}

/// A connection without a call yet is not idleness.
bool Resident::over() const {
  return sessions() == 0 && (outdated_ || (callers_.empty() && idle() >= options_.idle));
}

/// The longest wait before the next check.
std::chrono::milliseconds Resident::patience() const {
  if (over()) return std::chrono::milliseconds(0);
  return callers_.empty() ? std::min<std::chrono::milliseconds>(kWatch, options_.idle - idle()) : kWatch;
}

/// True if nothing happened.
bool Resident::wait() {
  std::vector<pollfd> descriptors{{.fd = listener_.get(), .events = POLLIN, .revents = 0}};
  for (const Caller& caller : callers_) {
    descriptors.push_back({.fd = caller.connection.descriptor(), .events = POLLIN, .revents = 0});
    descriptors.push_back({.fd = caller.session_ended.get(), .events = POLLIN, .revents = 0});
  }
  return poll(descriptors.data(), descriptors.size(), static_cast<int>(patience().count())) == 0;
}

void Resident::accept_caller() {
  Connection connection(Descriptor(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)));
  if (!connection.closed() && connection.is_with_own_user()) callers_.push_back({std::move(connection)});
}

Role Resident::answer(Caller& caller) {
  const auto message = caller.connection.receive(Wait::kNo);
  if (!message) return Role::kResident;
  const auto call = decode_call(message->words);
  const auto* serve = call ? std::get_if<Serve>(&*call) : nullptr;
  if (serve != nullptr && caller.session < 0 && message->descriptors.size() == kEnds)
    return begin_session(caller, *serve, message->descriptors);
  if (call && serve == nullptr)
    caller.connection.send(encode(description()));
  else
    caller.connection.close();
  return Role::kResident;
}

Role Resident::begin_session(Caller& caller, const Serve& call, const std::vector<Descriptor>& ends) {
  if (outdated_ || !files_.unchanged()) {
    outdated_ = true;
    // In this order: a declined command finds no listener and starts another resident.
    listener_.reset();
    caller.connection.close();
    return Role::kResident;
  }
  if (options_.import(call.methods)) {
    files_.add(mapped_files());
    files_.add(options_.loaded());
  }
  const pid_t session = options_.fork();
  if (session == 0) {
    listener_.reset();
    setpgid(0, 0);
    for (std::size_t i = 0; i < kEnds; ++i) dup2(ends[i].get(), static_cast<int>(i));
    callers_.clear();
    return Role::kSession;
  }
  if (session < 0) {
    caller.connection.close();
    return Role::kResident;
  }
  setpgid(session, session);  // on both sides, so nobody sees the session without its group
  caller.session = session;
  caller.session_ended = ending_of(session);
  caller.connection.send(encode(Serving{session}));
  return Role::kResident;
}

void Resident::reap(Caller& caller) {
  int status = 0;
  if (caller.session < 0 || waitpid(caller.session, &status, WNOHANG) != caller.session) return;
  if (!caller.connection.closed()) caller.connection.send(encode(Ended{status}));
  caller.connection.close();
  caller.session = -1;
  last_session_ = Clock::now();
  std::set<pid_t> known;
  for (const Caller& other : callers_) known.insert(other.session);
  end_orphans(known);
}

long Resident::sessions() const {
  return std::ranges::count_if(callers_, [](const Caller& caller) { return caller.session >= 0; });
}

std::chrono::milliseconds Resident::idle() const {
  if (sessions() > 0) return std::chrono::milliseconds(0);
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - last_session_);
}

Description Resident::description() const {
  using std::chrono::seconds;
  return {.process = getpid(),
          .device = options_.device,
          .idle_seconds = std::chrono::duration_cast<seconds>(idle()).count(),
          .idle_limit = std::chrono::duration_cast<seconds>(options_.idle).count(),
          .sessions = sessions(),
          .program = std::filesystem::read_symlink("/proc/self/exe").string()};
}

}  // namespace assay::resident
