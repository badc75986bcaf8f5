// The messages between `assay` and `assay-capture`: JSON, one per line, versioned. The only thing the two
// programs share besides graph files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/spec/device.h"
#include "harness/spec/replay.h"

namespace assay::protocol {

inline constexpr int kVersion = 3;

/// What a request asks of a child.
enum class Task : std::uint8_t {
  kCapture,  ///< capture one pair into `graph_path`, and replay it from there when `replay`
  kReplay,   ///< replay the graph file `source_path`
  kLower     ///< lower the graph file `source_path` into `graph_path`
};
std::string_view to_string(Task task);  // "capture", "replay", "lower"

/// assay -> worker: one task, in a child of its own.
struct CaptureRequest {
  std::uint64_t id = 0;
  Task task = Task::kCapture;
  std::string case_json;  ///< the expanded case (Case::worker_json)
  std::string method;
  std::string device;            ///< "cpu" or "cuda"
  std::string graph_path;        ///< written by the child; absent unless captured or lowered
  std::string source_path = {};  ///< kReplay, kLower: the graph file; its constants lie beside it
  std::string scratch;  ///< a folder of the child's own; its stdout and stderr go to scratch/output.txt
  double seconds = 120;
  double memory_gb = 6;
  bool measure = true;     ///< run eager for timing and the determinism check (real devices only)
  bool replay = false;     ///< kCapture: execute what was written and hold it against eager
  std::uint64_t seed = 0;  ///< kReplay: of everything random, as torch.manual_seed
  /// kCapture of a case with a transform: where the graph without it goes; empty: it is not captured.
  std::string untransformed_path = {};
};

/// worker -> assay, once, after its imports.
struct Hello {
  int version = kVersion;
  std::string torch, python, device;
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
  kOutOfMemory
};
std::string_view to_string(Ending ending);

struct Measures {
  double eager_seconds = 0;      ///< median of the runs; 0 when not measured
  double capture_seconds = 0;    ///< asking PyTorch, without loading
  double write_seconds = 0;      ///< walking and writing
  double child_seconds = 0;      ///< fork to reaped
  std::uint64_t peak_bytes = 0;  ///< the child's peak resident memory above the inherited baseline
  std::uint64_t nodes = 0, edges = 0;
};

/// worker -> assay, once per request.
struct Ended {
  std::uint64_t id = 0;
  Ending ending = Ending::kDied;
  Stage stage = Stage::kLoad;     ///< the last one entered
  std::string exception;          ///< class name without its module, for kRaised and kOutOfMemory
  std::string message;            ///< bounded to 4 KiB
  std::string traceback;          ///< bounded to 16 KiB
  int exit_code = 0, signal = 0;  ///< of a child that died
  Measures measures;
  std::vector<std::string> new_modules;     ///< what the child imported that the zygote had not
  std::optional<ReplayReport> replay = {};  ///< when something was replayed; the ending is kFinished then
};

using FromWorker = std::variant<Hello, StageEntered, Ended>;

std::string encode(const CaptureRequest& message);  // one line with its "\n"
std::string encode(const FromWorker& message);
std::string encode(const ReplayReport& report);            // one JSON object, without a line end
ReplayReport decode_replay_report(std::string_view text);  // throws HarnessError
CaptureRequest decode_request(std::string_view line);  // throws HarnessError that shows the (bounded) line
FromWorker decode_from_worker(std::string_view line);  // throws HarnessError that shows the (bounded) line

}  // namespace assay::protocol
