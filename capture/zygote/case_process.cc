// CaseProcess: receives requests and forks for them.
#include "capture/zygote/case_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/core.h>

#include "capture/zygote/child_pipe.h"
#include "capture/zygote/interpreter.h"
#include "harness/resident/connection.h"

namespace assay::zygote {
namespace {

namespace py = pybind11;

constexpr unsigned kProbeSeconds = 20;

std::string whole(int file) {
  std::string text;
  std::array<char, 4096> buffer;
  ssize_t count = 0;
  while ((count = pread(file, buffer.data(), buffer.size(), static_cast<off_t>(text.size()))) > 0)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  return text;
}

/// Sends the last words of a child that could not be forked.
void say_not_forked(const protocol::Request& request, int pipe, int error) {
  protocol::Ended ended;
  ended.id = request.id;
  ended.ending = protocol::Ending::kNotRun;
  ended.message = not_forked(error);
  const std::string line = last_line(ended);
  [[maybe_unused]] const ssize_t ignored = write(pipe, line.data(), line.size());
}

void serve_one(const ChildStart& leader, LoadedCase& loaded, resident::Connection& requests,
               resident::Message message) {
  const protocol::Request request = protocol::decode_request(whole(message.descriptors.at(1).get()));
  const int pipe = message.descriptors.at(0).get();
  const pid_t child = fork_python_apart();
  if (child < 0) return say_not_forked(request, pipe, errno);
  if (child > 0) return;
  requests.close();
  close(leader.pipe);
  message.descriptors.at(1).reset();
  ChildStart start{.request = request,
                   .pipe = pipe,
                   .zygote = leader.zygote,
                   .at_fork = leader.at_fork,
                   .modules = leader.modules,
                   .loaded = &loaded};
  if (request.id != leader.request.id) loaded.seconds = 0;
  run_child(start);
}

}  // namespace

bool can_children_run() {
  const pid_t child = fork_python();
  if (child == 0) {
    std::signal(SIGALRM, SIG_DFL);
    alarm(kProbeSeconds);
    bool runs = false;
    try {
      runs = py::module_::import("assay_python.zygote.preload").attr("can_run")().cast<bool>();
    } catch (...) {
      // Any failure means that it cannot run models.
    }
    _exit(runs ? 0 : 1);
  }
  int status = 1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void serve_case(const ChildStart& leader, LoadedCase loaded) noexcept {
  resident::Connection requests((Descriptor(leader.case_requests)));
  try {
    while (auto message = requests.receive(resident::Wait::kYes))
      serve_one(leader, loaded, requests, *std::move(message));
  } catch (...) {
    // The zygote forks the children of its pairs.
  }
  _exit(0);
}

}  // namespace assay::zygote
