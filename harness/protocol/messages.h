// The messages between `assay` and `assay-capture`: JSON, one per line, versioned. Besides graph files the
// two programs share nothing else.
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

/// The pair that a task is about.
struct Subject {
  OrderedJson test;  ///< The expanded case (Case::expanded), with its file's portable path and digest.
  MethodId method = MethodId::kMakeFx;
  Device device = Device::kCpu;
};

/// An empty capture that loads nothing and finishes at once, to measure the cost of isolation.
struct Nothing {};

/// Captures the subject into `graph_path`. The file is absent afterwards unless the capture succeeded.
struct Capture {
  Subject subject;
  std::string graph_path;
  /// For a case with a transform: file for the graph without it. Empty: not captured.
  std::string untransformed_path = {};
  std::string lowered_path = {};  ///< File for the lowered graph. Empty: not lowered.
  /// File for a second capture. The side effects of the first capture are then reported too. Empty: neither.
  std::string again_path = {};
  bool measure = true;  ///< Runs eager for timing and the determinism check (real devices only).
  bool replay = false;  ///< Executes the written graph and compares it with eager.
};

/// Replays the graph file `source_path`, whose constants are beside it.
struct Replay {
  Subject subject;
  std::string source_path;
  std::uint64_t seed = 0;  ///< Seed of everything random, as torch.manual_seed.
};

/// Lowers the graph file `source_path` into `graph_path`.
struct Lower {
  Subject subject;
  std::string source_path, graph_path;
};

/// Measures the cost of capturing the subject, cold and warm, beside eager. The time limit covers all of it.
/// The graphs go to the request's scratch folder and are not results.
struct Measure {
  Subject subject;
  bool memory = false;   ///< Measures memory instead of times.
  double slow_down = 0;  ///< Lengthens each capture by this share of its time: a seeded slow-down.
};

using Task = std::variant<Nothing, Capture, Replay, Lower, Measure>;

/// nullptr for Nothing.
const Subject* subject_of(const Task& task);
/// The graph file that a task must write. nullptr for Nothing, Replay and Measure.
const std::string* graph_written_by(const Task& task);
/// All paths that the task reads or writes.
std::vector<std::string*> paths_of(Task& task);

/// assay -> worker: a task, in a child of its own.
struct Request {
  int version = kVersion;
  std::uint64_t id = 0;
  std::string scratch;  ///< The child's own folder. Its stdout and stderr go to scratch/output.txt.
  double seconds = 120;
  double memory_gb = 6;
  std::uint64_t further = 0;  ///< Later requests about the same case, which can share its load.
  Task task;
};

/// worker -> assay, once, after its imports.
struct Hello {
  int version = kVersion;
  std::string torch, python;
  Device device = Device::kCpu;
  std::string phantom;  ///< "sm_90" on our phantom, else empty.
  double import_seconds = 0;
};

/// worker -> assay: the child of `id` has entered `stage`.
struct StageEntered {
  std::uint64_t id = 0;
  Stage stage = Stage::kLoad;
};

/// How a child ended, as facts. `assay` decides their meaning.
enum class Ending : std::uint8_t {
  kFinished,
  kRaised,
  kUnsupported,
  kNondeterministic,
  kDied,
  kTimedOut,
  kOutOfMemory,
  kNotRun  ///< The machine had no process left for it.
};
std::string_view to_string(Ending ending);
std::optional<Ending> ending_from_string(std::string_view name);

/// worker -> assay, once per request.
struct Ended {
  std::uint64_t id = 0;
  Ending ending = Ending::kDied;
  Stage stage = Stage::kLoad;  ///< The last stage entered.
  std::string exception = {};  ///< Class name without its module, for kRaised and kOutOfMemory.
  std::string message = {};    ///< At most 4 KiB.
  std::string traceback = {};  ///< At most 16 KiB.
  /// Innermost frame of the exception in PyTorch's own Python: "torch/_ops.py:7 in f". Empty without such a
  /// frame: the model's or an operator's own code failed.
  std::string raised_at = {};
  int exit_code = 0, signal = 0;       ///< Of a child that died.
  std::uint64_t nodes = 0, edges = 0;  ///< Of the written graphs.
  Cost cost = {};
  std::vector<std::string> new_modules = {};  ///< Modules that the child imported and the zygote had not.
  std::optional<ReplayReport> replay = {};    ///< Of a replay. The ending is then kFinished.
  /// Of a replay, if the worker recorded operators. Never on the phantom, where nothing runs.
  std::optional<RunTallies> tallies = {};
  std::optional<OverheadSample> overhead = {};  ///< Of Measure. The ending is then kFinished.
  std::string lowering_failure = {};  ///< For a request with a lowered_path: why that file is missing.
  /// For a request with an again_path: side effects of the first capture, a bounded number of lines, and why
  /// that file is missing.
  std::vector<std::string> left_behind = {};
  std::string again_failure = {};
};

using FromWorker = std::variant<Hello, StageEntered, Ended>;

std::string encode(const Request& request);  // one line with its "\n"
std::string encode(const FromWorker& message);

/// HarnessError that shows the line (bounded) or the place of the error in it.
Request decode_request(std::string_view line);
FromWorker decode_from_worker(std::string_view line);

/// `Ended` as encoded by its child, without a line end. It is passed on unchanged.
std::string last_words(const Ended& ended);

/// Measurements of a child that only its zygote can make.
struct Watched {
  double child_seconds = 0;
  std::uint64_t peak_bytes = 0;
};
/// The line that ends a pair. Decoding takes the larger of the child's and the zygote's figures.
std::string ended_line(std::string_view last_words, const Watched& watched);

}  // namespace assay::protocol
