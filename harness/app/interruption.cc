// Signal handlers know no object, so what they set is the file's.
#include "harness/app/interruption.h"

#include <csignal>

namespace assay {

namespace {

std::atomic<bool> signal_came = false;
std::atomic<pid_t> heir = 0;

void note(int signal) {
  signal_came = true;
  if (const pid_t child = heir; child > 0) kill(child, signal);
}

}  // namespace

Interruption::Interruption() {
  signal_came = false;
  heir = 0;
  interrupt_ = std::signal(SIGINT, note);
  terminate_ = std::signal(SIGTERM, note);
}

Interruption::~Interruption() {
  std::signal(SIGINT, interrupt_);
  std::signal(SIGTERM, terminate_);
}

const std::atomic<bool>& Interruption::came() const { return signal_came; }

void Interruption::pass_on_to(pid_t child) const { heir = child; }

}  // namespace assay
