// Sets a child up, calls capture_pair and sends the outcome.
#include "capture/zygote/child.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <fmt/core.h>
#include <pybind11/embed.h>

#include "capture/cost/process_memory.h"
#include "capture/pair/pair_run.h"
#include "capture/zygote/case_process.h"
#include "capture/zygote/child_pipe.h"
#include "capture/zygote/interpreter.h"
#include "capture/zygote/raised.h"
#include "capture/zygote/surroundings.h"

namespace assay::zygote {
namespace {

namespace py = pybind11;
using protocol::Ended;
using protocol::Ending;

constexpr std::uint64_t kGigabyte = std::uint64_t{1} << 30;
constexpr rlim_t kMaxFileBytes = rlim_t{1} << 30;
/// Memory for formatting an exception after a model has used up its own.
constexpr rlim_t kReserveBytes = rlim_t{256} << 20;

void limit(int resource, rlim_t value) {
  rlimit limits{};
  getrlimit(static_cast<__rlimit_resource>(resource), &limits);
  limits.rlim_cur = std::min(value, limits.rlim_max);
  setrlimit(static_cast<__rlimit_resource>(resource), &limits);
}

/// Starts a separate session, so that it and its processes can be killed together. It dies with the zygote.
void become_own_session(pid_t zygote) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != zygote) _exit(1);  // the zygote died before prctl
}

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void redirect_output(const std::string& scratch, const std::string& so_far) {
  const std::string path = scratch + "/output.txt";
  const int output = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
  if (output < 0) fail("cannot write " + path);
  dup2(output, 1);
  dup2(output, 2);
  close(output);
  [[maybe_unused]] const ssize_t ignored = write(1, so_far.data(), so_far.size());  // a full disk shows later
}

void enter_scratch(const std::string& scratch, const std::string& output_so_far) {
  if (mkdir(scratch.c_str(), 0700) != 0 && errno != EEXIST) fail("cannot make " + scratch);
  redirect_output(scratch, output_so_far);
  if (chdir(scratch.c_str()) != 0) fail("cannot enter " + scratch);
  py::module_::import("os").attr("environ")["TMPDIR"] = scratch;
  py::module_::import("tempfile").attr("tempdir") = py::none();  // forget a folder that an import requested
}

void write_all(int pipe, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = write(pipe, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) _exit(1);  // the zygote has gone
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

class Reporter {
 public:
  explicit Reporter(int pipe) : pipe_(pipe), child_(getpid()) {}

  void begin() const { send(began_line(child_)); }
  void say(Loaded loaded) const { send(loaded_line(loaded)); }
  void enter(Stage stage) {
    stage_ = stage;
    send(stage_line(stage));
  }
  /// To be called once.
  void end(Ended& ended) const {
    ended.stage = stage_;
    send(last_line(ended));
  }

 private:
  void send(const std::string& line) const {
    if (getpid() != child_) _exit(0);  // a child of the model's own returned into our code
    write_all(pipe_, line);
  }

  const int pipe_;
  const pid_t child_;
  Stage stage_ = Stage::kLoad;
};

void set_raised(const Raised& raised, Ended& ended) {
  ended.ending = raised.cause == Cause::kOutOfMemory ? Ending::kOutOfMemory : Ending::kRaised;
  ended.exception = raised.exception;
  ended.message = raised.message;
  ended.traceback = raised.traceback;
  ended.raised_at = raised.raised_at;
}

rlim_t data_limit(const ChildStart& start) { return start.at_fork.data + allowed_bytes(start.request); }

/// The current exception as the child's ending. Raises the memory limit first, because a model may have used
/// it up.
Ended raised(const ChildStart& start) {
  limit(RLIMIT_DATA, data_limit(start) + kReserveBytes);
  Ended ended;
  ended.id = start.request.id;
  try {
    throw;
  } catch (const py::error_already_set& error) {
    set_raised(raised_from(error), ended);
  } catch (const std::bad_alloc&) {
    set_raised({.cause = Cause::kOutOfMemory, .exception = "std::bad_alloc"}, ended);
  } catch (const std::exception& error) {
    set_raised({.exception = "std::exception", .message = error.what()}, ended);
  }
  return ended;
}

std::uint64_t added_by(const ChildStart& start, std::uint64_t peak) {
  return peak > start.at_fork.anonymous ? peak - start.at_fork.anonymous : 0;
}

LoadedCase loaded_case(const ChildStart& start, py::object program, const PairRun& run) {
  const auto memory = memory_of(getpid());
  flush_python();
  return {.program = std::move(program),
          .seconds = run.ended.cost.load_seconds,
          .peak_bytes = memory ? added_by(start, peak_anonymous(*memory)) : 0,
          .output = output_tail(start.request.scratch)};
}

/// Loads the case's program in the child of its first pair. If siblings can share it, this process becomes
/// the case's process and never returns. Otherwise it continues with its own pair, and the siblings load for
/// themselves.
py::object load_for_siblings(const ChildStart& start, const Reporter& reporter, PairRun& run,
                             const py::capsule& handed) {
  const Surroundings before = surroundings();
  py::object program = py::module_::import("assay_capture").attr("load_case")(handed);
  if (surroundings() == before && can_children_run()) {
    LoadedCase loaded = loaded_case(start, std::move(program), run);
    reporter.say(Loaded::kToShare);
    serve_case(start, std::move(loaded));
  }
  close(start.case_requests);
  reporter.say(Loaded::kForItself);
  return program;
}

/// The loaded program of the case; null for a child alone.
py::object program_of(const ChildStart& start, const Reporter& reporter, PairRun& run,
                      const py::capsule& handed) {
  if (start.case_requests >= 0) return load_for_siblings(start, reporter, run, handed);
  if (start.loaded == nullptr) return {};
  run.ended.cost.load_seconds = start.loaded->seconds;
  return std::move(start.loaded->program);
}

Ended capture(const ChildStart& start, Reporter& reporter, PeakMeter::Changed& memory) {
  Ended ended;
  ended.id = start.request.id;
  PairRun run{.request = start.request, .enter = [&](Stage stage) { reporter.enter(stage); }, .ended = ended};
  try {
    enter_scratch(start.request.scratch, start.loaded == nullptr ? "" : start.loaded->output);
    limit(RLIMIT_DATA, data_limit(start));
    const py::capsule handed(&run, PairRun::kCapsule);
    run.program = program_of(start, reporter, run, handed).release().ptr();
    py::module_::import("assay_capture").attr("capture_pair")(handed);
  } catch (...) {
    Ended now = raised(start);
    now.cost = ended.cost;
    now.left_behind = std::move(ended.left_behind);
    ended = std::move(now);
  }
  memory = run.memory;
  return ended;
}

void add_new_modules(const ChildStart& start, Ended& ended) {
  for (const std::string& name : imported_modules()) {
    if (!start.modules.contains(name)) ended.new_modules.push_back(name);
  }
}

void capture_and_tell(const ChildStart& start, Reporter& reporter) {
  PeakMeter::Changed changed;
  Ended ended = capture(start, reporter, changed);
  ended.message = bounded(ended.message, kMessageBytes);
  ended.lowering_failure = bounded(ended.lowering_failure, kMessageBytes);
  ended.again_failure = bounded(ended.again_failure, kMessageBytes);
  add_new_modules(start, ended);
  if (const auto memory = memory_of(getpid())) {
    const std::uint64_t peak = std::max(peak_anonymous(*memory) + changed.released, changed.peak);
    ended.cost.peak_bytes = std::max(added_by(start, peak), start.loaded ? start.loaded->peak_bytes : 0);
  }
  flush_python();
  reporter.end(ended);
}

}  // namespace

std::uint64_t allowed_bytes(const protocol::Request& request) {
  return static_cast<std::uint64_t>(request.memory_gb * static_cast<double>(kGigabyte));
}

std::string not_forked(int error) {
  return fmt::format("no process could be forked for this pair: {}", std::strerror(error));
}

std::string output_tail(const std::string& scratch) {
  std::ifstream file(scratch + "/output.txt", std::ios::binary | std::ios::ate);
  if (!file) return "";
  const auto size = static_cast<std::size_t>(file.tellg());
  std::string tail(std::min(size, kTracebackBytes), '\0');
  file.seekg(static_cast<std::streamoff>(size - tail.size()));
  file.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  return tail;
}

void run_child(const ChildStart& start) noexcept {
  become_own_session(start.zygote);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, kMaxFileBytes);
  Reporter reporter(start.pipe);
  if (start.loaded != nullptr) reporter.begin();
  try {
    capture_and_tell(start, reporter);
  } catch (...) {
    Ended ended = raised(start);
    reporter.end(ended);
  }
  _exit(0);
}

}  // namespace assay::zygote
