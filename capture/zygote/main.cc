// assay-capture: the worker. `--describe` prints its versions and methods. `--serve --device D` imports torch
// once and forks a child per pair, for one command or, as a resident, for its user's commands of the next
// minutes.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/core.h>

#include "capture/zygote/child_processes.h"
#include "capture/zygote/huge_pages.h"
#include "capture/zygote/interpreter.h"
#include "capture/zygote/pinned_environment.h"
#include "harness/protocol/messages.h"
#include "harness/resident/resident.h"

namespace {

using namespace assay;

constexpr const char* kUsage =
    "assay-capture --describe               what this worker is, as JSON\n"
    "assay-capture --serve --device DEVICE [--methods M,..] [--resident SOCKET --idle SECONDS]\n"
    "    captures pairs: requests on stdin, messages on stdout; a resident listens on stdin, which is bound "
    "to\n"
    "    SOCKET (started by assay)\n";

/// The protocol's descriptors, moved away from stdin and stdout.
struct Channel {
  int requests, replies;
};

Channel take_channel() {
  const Channel channel{fcntl(0, F_DUPFD_CLOEXEC, 3), fcntl(1, F_DUPFD_CLOEXEC, 3)};
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(null, 0);
  dup2(2, 1);
  close(null);
  return channel;
}

void send(int replies, const protocol::FromWorker& message) {
  const std::string line = protocol::encode(message);
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t count = write(replies, line.data() + done, line.size() - done);
    if (count <= 0) return;
    done += static_cast<std::size_t>(count);
  }
}

/// fork() copies the calling thread and the locks of all others.
void warn_of_threads() {
  const auto tasks = std::filesystem::directory_iterator("/proc/self/task");
  const auto count = std::distance(begin(tasks), end(tasks));
  if (count != 1)
    std::cerr << fmt::format("assay-capture: {} threads after the imports, expected 1; children may hang\n",
                             count);
}

struct ServeOptions {
  Device device = Device::kCpu;
  std::vector<std::string> methods;
  std::filesystem::path socket;  ///< of a resident
  std::chrono::seconds idle{0};
};

/// In the process of a session: the descriptors of the command that it serves. In the resident, after its
/// idle time: nothing.
std::optional<Channel> next_session(const ServeOptions& options, Descriptor listener,
                                    const resident::LoadedFiles& files) {
  resident::Resident resident(std::move(listener), files,
                              {.socket = options.socket,
                               .idle = options.idle,
                               .device = std::string(to_string(options.device)),
                               .import =
                                   [](const std::vector<std::string>& methods) {
                                     const bool more = zygote::import_for(methods);
                                     if (more) zygote::gather_huge_pages();
                                     return more;
                                   },
                               .loaded = zygote::imported_files,
                               .fork = zygote::fork_python});
  if (resident.run() == resident::Role::kResident) return std::nullopt;
  return take_channel();
}

int serve(const ServeOptions& options, char** argv) {
  zygote::pin_environment(options.device, argv);
  const resident::LoadedFiles files;
  std::optional<Channel> channel = take_channel();
  std::signal(SIGPIPE, SIG_IGN);  // as in Python, whose signal handlers are not installed
  std::signal(SIGXFSZ, SIG_IGN);
  zygote::start_interpreter();
  zygote::import_base();
  if (options.socket.empty()) {
    zygote::import_for(options.methods);
    zygote::gather_huge_pages();
  } else {
    close(channel->replies);
    channel = next_session(options, Descriptor(channel->requests), files);
    if (!channel) return 0;
  }
  warn_of_threads();
  send(channel->replies, zygote::hello(options.device));
  zygote::ChildProcesses(channel->requests, channel->replies, zygote::imported_modules()).serve();
  return 0;
}

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream text(list);
  for (std::string part; std::getline(text, part, ',');) parts.push_back(part);
  return parts;
}

/// Nothing for unknown arguments.
std::optional<ServeOptions> serve_options(std::span<const std::string> words) {
  if (words.size() % 2 != 1 || words[0] != "--serve") return std::nullopt;
  ServeOptions options;
  for (std::size_t i = 1; i < words.size(); i += 2) {
    const std::string &name = words[i], &value = words[i + 1];
    const auto device = device_from_string(value);
    if (name == "--device" && device) {
      options.device = *device;
    } else if (name == "--methods") {
      options.methods = parts_of(value);
    } else if (name == "--resident") {
      options.socket = value;
    } else if (name == "--idle") {
      options.idle = std::chrono::seconds(std::stol(value));
    } else {
      return std::nullopt;
    }
  }
  return options;
}

int describe() {
  zygote::start_interpreter();
  std::cout << zygote::describe() << std::flush;
  return 0;
}

int run(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words == std::vector<std::string>{"--describe"}) return describe();
  if (const auto options = serve_options(words)) return serve(*options, argv);
  std::cerr << kUsage;
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  int status = 1;
  try {
    status = run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "assay-capture: " << error.what() << std::endl;
  }
  // Python is never finalised, because torch's extension modules do not survive it.
  std::fflush(nullptr);
  _exit(status);
}
