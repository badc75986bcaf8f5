// ZygoteProcess: connects to a zygote, talks to it, ends it.
#include "harness/run/zygote_process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/ranges.h>

#include "harness/error/error.h"
#include "harness/run/memory_room.h"
#include "harness/run/outcome.h"
#include "harness/run/resident_session.h"

namespace assay {
namespace {

constexpr off_t kTailBytes = 4096;
/// Messages have a few KiB. Megabytes without a line end come from a broken zygote.
constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

[[noreturn]] void cannot_start(const Worker& worker) {
  throw HarnessError({.what = fmt::format("worker '{}' cannot be started", worker.name),
                      .where = worker.program().string(),
                      .expected = "a connection to it",
                      .found = std::strerror(errno),
                      .next = "ulimit -n"});
}

std::unique_ptr<ServingProcess> serving_process(const ZygoteStart& start, const Residence& residence,
                                                const Ends& ends) {
  if (residence.folder == nullptr) {
    const std::vector<std::string> methods{"--methods", fmt::format("{}", fmt::join(start.methods, ","))};
    return std::make_unique<SpawnedProcess>(start, ends, methods);
  }
  return std::make_unique<ResidentSession>(residence, start, ends);
}

}  // namespace

ZygoteProcess::ZygoteProcess(const ZygoteStart& start, const Residence& residence) {
  // Sockets make a write to a dead zygote an error code instead of SIGPIPE. All ends close on exec, since a
  // zygote that held another's pipe would keep it alive.
  std::array<int, 2> requests{}, replies{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, requests.data()) != 0) cannot_start(start.worker);
  requests_ = Descriptor(requests[0]);
  const Descriptor its_requests(requests[1]);
  if (pipe2(replies.data(), O_CLOEXEC) != 0) cannot_start(start.worker);
  replies_ = Descriptor(replies[0]);
  const Descriptor its_replies(replies[1]);
  fcntl(replies_.get(), F_SETFL, O_NONBLOCK);
  stderr_ = Descriptor(memfd_create("assay-zygote-stderr", MFD_CLOEXEC));
  process_ = serving_process(start, residence, {its_requests.get(), its_replies.get(), stderr_.get()});
}

ZygoteProcess::~ZygoteProcess() {
  if (!process_) return;
  requests_.reset();
  replies_.reset();
  // The zygote sees its requests end, kills its children and exits, within a second.
  for (int wait = 0; wait < 100 && !process_->status(Wait::kNo); ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  kill();
  process_->status(Wait::kYes);
  SpawnedProcess::end_orphans();  // a killed zygote ends no orphans
}

void ZygoteProcess::send(const protocol::Request& request) {
  unsent_ += protocol::encode(request);
  write_unsent();
}

void ZygoteProcess::pump() {
  write_unsent();
  closed_ = closed_ || !received_.read(replies_.get());
}

void ZygoteProcess::write_unsent() {
  while (!unsent_.empty()) {
    const ssize_t sent = ::send(requests_.get(), unsent_.data(), unsent_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) {
      // A broken pipe is handled when reading the replies.
      if (errno != EAGAIN && errno != EINTR) unsent_.clear();
      return;
    }
    unsent_.erase(0, static_cast<std::size_t>(sent));
  }
}

std::optional<protocol::FromWorker> ZygoteProcess::take() {
  if (const auto line = received_.next()) return protocol::decode_from_worker(*line);
  if (received_.waiting_bytes() > kMaxLineBytes) return protocol::decode_from_worker(received_.take_rest());
  return std::nullopt;
}

std::optional<double> ZygoteProcess::own_memory_gb() {
  const std::optional<pid_t> pid = process_->pid();
  return pid ? anonymous_memory_gb(*pid) : std::nullopt;
}

void ZygoteProcess::kill() { process_->kill(); }

bool ZygoteProcess::declined() {
  process_->status(Wait::kYes);
  return process_->declined();
}

std::string ZygoteProcess::ending() {
  const int status = process_->status(Wait::kYes).value_or(0);
  if (WIFSIGNALED(status)) return "died of " + signal_name(WTERMSIG(status));
  return fmt::format("ended with exit status {}", WEXITSTATUS(status));
}

std::string ZygoteProcess::stderr_tail() const {
  const off_t size = lseek(stderr_.get(), 0, SEEK_END);
  const off_t from = size > kTailBytes ? size - kTailBytes : 0;
  std::string tail(static_cast<std::size_t>(size - from), '\0');
  const ssize_t count = pread(stderr_.get(), tail.data(), tail.size(), from);
  tail.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  while (!tail.empty() && tail.back() == '\n') tail.pop_back();
  return tail;
}

}  // namespace assay
