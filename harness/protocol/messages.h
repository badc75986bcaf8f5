// The messages between `assay` and `assay-capture`: JSON, one per line, versioned. The only thing the two
// programs share besides graph files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/protocol/tallies.h"
#include "harness/zoo/cost.h"
#include "harness/zoo/device.h"
#include "harness/zoo/method.h"
#include "harness/zoo/outcome.h"
#include "harness/zoo/overhead_sample.h"
#include "harness/zoo/replay.h"

namespace assay::protocol {

inline constexpr int kVersion = 11;

/// What a task is about.
struct Subject {
  OrderedJson test;  ///< the expanded case (Case::expanded), its file's portable path and digest
  MethodId method = MethodId::kMakeFx;
  Device device = Device::kCpu;
};

/// An empty capture: loads nothing and finishes at once, so that what isolation alone costs can be measured.
struct Nothing {};

/// Captures the subject into `graph_path`, which is absent afterwards unless that was done.
struct Capture {
  Subject subject;
  std::string graph_path;
  /// Of a case with a transform: where the graph without it goes; empty: it is not captured.
  std::string untransformed_path = {};
  std::string lowered_path = {};  ///< what was written is also lowered, into this file; empty: not
  /// What the capture leaves behind is looked at, and the subject is captured a second time, into this file;
  /// empty: neither.
  std::string again_path = {};
  bool measure = true;  ///< run eager for timing and the determinism check (real devices only)
  bool replay = false;  ///< execute what was written and hold it against eager
};

/// Replays the graph file `source_path`; its constants lie beside it.
struct Replay {
  Subject subject;
  std::string source_path;
  std::uint64_t seed = 0;  ///< of everything random, as torch.manual_seed
};

/// Lowers the graph file `source_path` into `graph_path`.
struct Lower {
  Subject subject;
  std::string source_path, graph_path;
};

/// Captures the subject to tell what that costs, cold and warm, beside eager; the limit of time is for all of
/// it. The graphs are written into the request's scratch folder and are nobody's result.
struct Measure {
  Subject subject;
  bool memory = false;   ///< memory instead of times
  double slow_down = 0;  ///< each capture is made longer by this share of itself: what a comparison must find
};

using Task = std::variant<Nothing, Capture, Replay, Lower, Measure>;

/// Nothing has none.
const Subject* subject_of(const Task& task);
/// The graph file that a task is to write; none for Nothing and Replay.
const std::string* graph_written_by(const Task& task);
/// All that it reads or writes.
std::vector<std::string*> paths_of(Task& task);

/// assay -> worker: one task, in a child of its own.
struct Request {
  int version = kVersion;
  std::uint64_t id = 0;
  std::string scratch;  ///< a folder of the child's own; its stdout and stderr go to scratch/output.txt
  double seconds = 120;
  double memory_gb = 6;
  std::uint64_t further =
      0;  ///< requests about the same case that are still to come: they can share its load
  Task task;
};

/// worker -> assay, once, after its imports.
struct Hello {
  int version = kVersion;
  std::string torch, python;
  Device device = Device::kCpu;
  std::string phantom;  ///< "sm_90" when the device is our phantom, else empty
  double import_seconds = 0;
};

/// worker -> assay: the child of `id` has entered `stage`.
struct StageEntered {
  std::uint64_t id = 0;
  Stage stage = Stage::kLoad;
};

/// How a child ended, as facts; what they mean is decided in `assay`.
enum class Ending : std::uint8_t {
  kFinished,
  kRaised,
  kUnsupported,
  kNondeterministic,
  kDied,
  kTimedOut,
  kOutOfMemory,
  kNotRun  ///< the machine had no process left for it
};
std::string_view to_string(Ending ending);
std::optional<Ending> ending_from_string(std::string_view name);

/// worker -> assay, once per request.
struct Ended {
  std::uint64_t id = 0;
  Ending ending = Ending::kDied;
  Stage stage = Stage::kLoad;  ///< the last one entered
  std::string exception = {};  ///< class name without its module, for kRaised and kOutOfMemory
  std::string message = {};    ///< bounded to 4 KiB
  std::string traceback = {};  ///< bounded to 16 KiB
  /// Innermost frame of the exception in PyTorch's own Python: "torch/_ops.py:7 in f". Empty where it passes
  /// none: the failure is of the model's or an operator's own code.
  std::string raised_at = {};
  int exit_code = 0, signal = 0;       ///< of a child that died
  std::uint64_t nodes = 0, edges = 0;  ///< of what was written
  Cost cost = {};
  std::vector<std::string> new_modules = {};  ///< what the child imported that the zygote had not
  std::optional<ReplayReport> replay = {};    ///< when something was replayed; the ending is kFinished then
  /// With a replay, where the worker recorded what ran: never under the phantom, where nothing does.
  std::optional<RunTallies> tallies = {};
  std::optional<OverheadSample> overhead = {};  ///< of Measure; the ending is kFinished then
  std::string lowering_failure = {};  ///< of a request with a lowered_path: why that file was not written
  /// Of a request with an again_path: what the first capture has changed beside giving a graph, a line each,
  /// a bounded number; and why that file was not written.
  std::vector<std::string> left_behind = {};
  std::string again_failure = {};
};

using FromWorker = std::variant<Hello, StageEntered, Ended>;

std::string encode(const Request& request);  // one line with its "\n"
std::string encode(const FromWorker& message);

/// HarnessError that shows the (bounded) line, or says where in it what is wrong.
Request decode_request(std::string_view line);
FromWorker decode_from_worker(std::string_view line);

/// `Ended` as its child says it, without a line end: encoded there once, and passed on as it is.
std::string last_words(const Ended& ended);

/// What only a child's zygote sees of it.
struct Watched {
  double child_seconds = 0;
  std::uint64_t peak_bytes = 0;
};
/// The line that ends a pair. What was watched counts where the child has less, or nothing, to say.
std::string ended_line(std::string_view last_words, const Watched& watched);

}  // namespace assay::protocol
