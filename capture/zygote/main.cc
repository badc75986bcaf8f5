// assay-capture: the worker. `--describe` says what it is; `--serve --device D` imports torch once and forks
// a child per pair.
#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <fmt/core.h>

#include "capture/zygote/huge_pages.h"
#include "capture/zygote/interpreter.h"
#include "capture/zygote/nursery.h"
#include "capture/zygote/pinned_environment.h"
#include "harness/protocol/messages.h"

namespace {

using namespace assay;

constexpr const char* kUsage =
    "assay-capture --describe               what this worker is, as JSON\n"
    "assay-capture --serve --device DEVICE  captures pairs: requests on stdin, messages on stdout (started "
    "by assay)\n";

/// The protocol's two ends, moved out of the way of everything that prints or reads.
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

/// fork() takes along the thread that calls it and the locks of all others.
void warn_of_threads() {
  const auto tasks = std::filesystem::directory_iterator("/proc/self/task");
  const auto count = std::distance(begin(tasks), end(tasks));
  if (count != 1)
    std::cerr << fmt::format("assay-capture: {} threads after the imports, expected 1; children may hang\n",
                             count);
}

int serve(Device device, char** argv) {
  zygote::pin_environment(device, argv);
  const Channel channel = take_channel();
  std::signal(SIGPIPE, SIG_IGN);  // as Python has it; installing its handlers is off
  std::signal(SIGXFSZ, SIG_IGN);
  zygote::start_interpreter();
  const protocol::Hello hello = zygote::import_all(device);
  warn_of_threads();
  zygote::gather_huge_pages();
  send(channel.replies, hello);
  zygote::Nursery(channel.requests, channel.replies, zygote::imported_modules()).serve();
  return 0;
}

int describe() {
  zygote::start_interpreter();
  std::cout << zygote::describe() << std::flush;
  return 0;
}

int run(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  if (words == std::vector<std::string_view>{"--describe"}) return describe();
  if (words.size() == 3 && words[0] == "--serve" && words[1] == "--device") {
    if (const auto device = device_from_string(words[2])) return serve(*device, argv);
  }
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
  // Python is never finalised: torch's extension modules do not survive it.
  std::fflush(nullptr);
  _exit(status);
}
