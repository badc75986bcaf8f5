// Interruption: file-level state, since signal handlers have no object.
#include "harness/run/interruption.h"

#include <csignal>
#include <cstdint>
#include <ctime>

namespace assay {

namespace {

std::atomic<bool> signal_came = false;
std::atomic<pid_t> forwarded_to = 0;

/// A terminal and a forwarding parent may both send the signal of one Ctrl-C.
constexpr std::int64_t kSameNanoseconds = 100'000'000;
std::atomic<std::int64_t> first_came = 0;

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

void note(int signal) {
  if (const pid_t child = forwarded_to; child > 0) kill(child, signal);
  if (!signal_came.exchange(true)) {
    first_came = now();
  } else if (now() - first_came > kSameNanoseconds) {
    std::signal(signal, SIG_DFL);
    raise(signal);  // takes effect when this handler returns
  }
}

}  // namespace

Interruption::Interruption() {
  signal_came = false;
  forwarded_to = 0;
  interrupt_ = std::signal(SIGINT, note);
  terminate_ = std::signal(SIGTERM, note);
}

Interruption::~Interruption() {
  std::signal(SIGINT, interrupt_);
  std::signal(SIGTERM, terminate_);
}

const std::atomic<bool>& Interruption::came() const { return signal_came; }

void Interruption::pass_on_to(pid_t child) const { forwarded_to = child; }

}  // namespace assay
