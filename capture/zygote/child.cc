// Setting a child up, calling capture_pair, sending what came of it.
#include "capture/zygote/child.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <pybind11/embed.h>

#include "capture/pair/pair_run.h"
#include "capture/zygote/child_pipe.h"
#include "capture/zygote/interpreter.h"
#include "capture/zygote/process_memory.h"
#include "capture/zygote/raised.h"

namespace assay::zygote {
namespace {

namespace py = pybind11;
using protocol::Ended;
using protocol::Ending;

constexpr rlim_t kMaxFileBytes = rlim_t{1} << 30;
/// What formatting an exception may take after a model has used up its memory.
constexpr rlim_t kReserveBytes = rlim_t{256} << 20;

void limit(int resource, rlim_t value) {
  rlimit limits{};
  getrlimit(static_cast<__rlimit_resource>(resource), &limits);
  limits.rlim_cur = std::min(value, limits.rlim_max);
  setrlimit(static_cast<__rlimit_resource>(resource), &limits);
}

/// A session of its own, so that it and all it starts can be killed together, and death with the zygote.
void become_own_session(pid_t zygote) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != zygote) _exit(1);  // the zygote died before the line above
}

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void redirect_output(const std::string& scratch) {
  const std::string path = scratch + "/output.txt";
  const int output = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
  if (output < 0) fail("cannot write " + path);
  dup2(output, 1);
  dup2(output, 2);
  close(output);
}

void enter_scratch(const std::string& scratch) {
  if (mkdir(scratch.c_str(), 0700) != 0 && errno != EEXIST) fail("cannot make " + scratch);
  redirect_output(scratch);
  if (chdir(scratch.c_str()) != 0) fail("cannot enter " + scratch);
  py::module_::import("os").attr("environ")["TMPDIR"] = scratch;
  py::module_::import("tempfile").attr("tempdir") = py::none();  // forget what an import may have asked for
}

void write_all(int pipe, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = write(pipe, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) _exit(1);  // the zygote has gone
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

/// The child's side of its pipe.
class Reporter {
 public:
  explicit Reporter(int pipe) : pipe_(pipe), child_(getpid()) {}

  void enter(Stage stage) {
    stage_ = stage;
    send(stage_line(stage));
  }
  /// Once.
  void end(Ended& ended) const {
    ended.stage = stage_;
    send(last_line(ended));
  }

 private:
  void send(const std::string& line) const {
    if (getpid() != child_) _exit(0);  // a model forked, and its child returned into our code
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
}

/// The exception that is being handled, as how the child ended. A model may have left no memory to say so in.
Ended raised(const ChildStart& start) {
  limit(RLIMIT_DATA, start.data_limit + kReserveBytes);
  Ended ended;
  ended.id = start.request.id;
  try {
    throw;
  } catch (const py::error_already_set& error) {
    set_raised(raised_from(error), ended);
  } catch (const std::bad_alloc&) {
    set_raised({.cause = Cause::kOutOfMemory, .exception = "std::bad_alloc", .message = "", .traceback = ""},
               ended);
  } catch (const std::exception& error) {
    set_raised({.exception = "std::exception", .message = error.what(), .traceback = ""}, ended);
  }
  return ended;
}

Ended capture(const ChildStart& start, Reporter& reporter, PeakMeter::Changed& memory) {
  Ended ended;
  ended.id = start.request.id;
  PairRun run{.request = start.request, .enter = [&](Stage stage) { reporter.enter(stage); }, .ended = ended};
  try {
    enter_scratch(start.request.scratch);
    limit(RLIMIT_DATA, start.data_limit);
    py::module_::import("assay_capture").attr("capture_pair")(py::capsule(&run, PairRun::kCapsule));
  } catch (...) {
    ended = raised(start);
  }
  memory = run.memory;
  return ended;
}

void add_new_modules(const ChildStart& start, Ended& ended) {
  for (const std::string& name : imported_modules()) {
    if (!start.modules.contains(name)) ended.new_modules.push_back(name);
  }
}

/// Captures, and says what came of it.
void capture_and_tell(const ChildStart& start, Reporter& reporter) {
  PeakMeter::Changed changed;
  Ended ended = capture(start, reporter, changed);
  ended.message = bounded(ended.message, kMessageBytes);
  ended.lowering_failure = bounded(ended.lowering_failure, kMessageBytes);
  add_new_modules(start, ended);
  if (const auto memory = memory_of(getpid())) {
    const std::uint64_t peak = std::max(peak_anonymous(*memory) + changed.released, changed.peak);
    ended.cost.peak_bytes = peak > start.anonymous_at_fork ? peak - start.anonymous_at_fork : 0;
  }
  flush_python();
  reporter.end(ended);
}

}  // namespace

void run_child(const ChildStart& start) noexcept {
  become_own_session(start.zygote);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, kMaxFileBytes);
  Reporter reporter(start.pipe);
  try {
    capture_and_tell(start, reporter);
  } catch (...) {
    Ended ended = raised(start);
    reporter.end(ended);
  }
  _exit(0);
}

}  // namespace assay::zygote
