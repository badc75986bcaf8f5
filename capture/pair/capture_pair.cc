// capture_pair: load, eager, capture, write, replay, compare, each announced before it begins.
#include "capture/pair/capture_pair.h"

#include <chrono>
#include <dlfcn.h>
#include <utility>

#include <torch/csrc/utils/pybind.h>

#include "capture/pair/graph_output.h"
#include "capture/pair/lowering.h"
#include "capture/replay/compare.h"
#include "capture/replay/record_runs.h"
#include "capture/replay/replay_file.h"
#include "harness/spec/method.h"

namespace assay {

namespace py = pybind11;

namespace {

using Clock = std::chrono::steady_clock;
using protocol::Ended;
using protocol::Ending;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

py::object python_of(const OrderedJson& json) {
  if (json.is_object()) {
    py::dict dict;
    for (const auto& [key, value] : json.items()) dict[py::str(key)] = python_of(value);
    return dict;
  }
  if (json.is_array()) {
    py::list list;
    for (const OrderedJson& value : json) list.append(python_of(value));
    return list;
  }
  if (json.is_string()) return py::str(json.get_ref<const std::string&>());
  if (json.is_boolean()) return py::bool_(json.get<bool>());
  if (json.is_number_unsigned()) return py::int_(json.get<std::uint64_t>());
  if (json.is_number_integer()) return py::int_(json.get<std::int64_t>());
  if (json.is_number_float()) return py::float_(json.get<double>());
  return py::none();
}

/// The subject of a task, as Python's modules take it.
struct Pair {
  Pair(const protocol::Subject& subject, PairRun& run)
      : test(python_of(subject.test)),
        method(to_string(subject.method)),
        device(to_string(subject.device)),
        phantom(subject.device == Device::kCuda && !phantom_device().empty()),
        loaded(py::reinterpret_steal<py::object>(std::exchange(run.program, nullptr))),
        cost(run.ended.cost) {}

  /// A program of its own: at first the one that is there, if any.
  py::object load() {
    if (loaded) return std::move(loaded);
    const auto start = Clock::now();
    py::object made =
        py::module_::import("assay_python.program.program").attr("Program")(test, device, phantom);
    cost.load_seconds += seconds_since(start);
    return made;
  }
  /// From the seed that eager's runs start from: whatever was drawn for model and inputs, a branch that hangs
  /// on a draw is the same one.
  py::list captured(const py::object& program) const {
    py::module_::import("assay_python.program.seeds").attr("start_from")(0);
    return py::module_::import(("assay_python.methods." + method).c_str()).attr("capture")(program);
  }
  GraphSize write(const py::list& captured, const py::object& program, const std::string& path) const {
    return write_captured(captured, program, test, method, device, path);
  }

  py::dict test;
  std::string method;
  std::string device;
  bool phantom;
  py::object loaded;
  Cost& cost;
};

// Two fresh programs, run once each: the first warms libraries up and is the reference, the second is timed
// and must agree bit by bit, which is what is returned.
bool run_eager(Pair& pair, const py::object& first) {
  const py::module_ eager = py::module_::import("assay_python.program.eager");
  const bool backward = expresses(pair.method, Need::kBackward);
  const py::tuple reference = eager.attr("timed")(first, backward);
  pair.cost.first_eager_seconds = reference[2].cast<double>();
  const py::object second = pair.load();
  const PeakMeter meter;
  const py::tuple timed = eager.attr("timed")(second, backward);
  pair.cost.eager_bytes = meter.added();
  pair.cost.eager_seconds = timed[2].cast<double>();
  return replay::same(py::make_tuple(reference[0], reference[1]), py::make_tuple(timed[0], timed[1]));
}

replay::ReplayRequest replay_of(const Pair& pair, const std::string& path, std::uint64_t seed) {
  return {.path = path, .test = pair.test, .device = pair.device, .phantom = pair.phantom, .seed = seed};
}

void set_size(const GraphSize& size, Ended& ended) {
  ended.nodes = size.nodes;
  ended.edges = size.edges;
}

/// Why not; empty when it was. What a capture comes down to is asked beside the capture itself, so it costs
/// the pair nothing that it cannot be lowered.
std::string lower_written(Pair& pair, const protocol::Capture& task) {
  try {
    const py::object program = pair.load();
    program.attr("transform")();
    write_lowered(task.graph_path, program, pair.test, task.lowered_path);
    return "";
  } catch (const py::error_already_set& error) {
    return py::str(error.value()).cast<std::string>();
  } catch (const std::exception& error) {
    return error.what();
  }
}

py::list capture(Pair& pair, const protocol::Capture& task, py::object& program) {
  if (!task.untransformed_path.empty()) {  // what the case's transform is held against
    pair.write(pair.captured(program), program, task.untransformed_path);
    program = pair.load();
  }
  const PeakMeter meter;
  const auto start = Clock::now();
  program.attr("transform")();
  py::list captured = pair.captured(program);
  pair.cost.capture_seconds = seconds_since(start);
  pair.cost.capture_bytes = meter.added();
  return captured;
}

void capture_and_write(Pair& pair, const protocol::Capture& task, py::object program, PairRun& run) {
  Ended& ended = run.ended;
  run.enter(Stage::kCapture);
  const py::list captured = capture(pair, task, program);
  run.enter(Stage::kWrite);
  const auto writing = Clock::now();
  set_size(pair.write(captured, program, task.graph_path), ended);
  ended.cost.write_seconds = seconds_since(writing);
  if (task.replay) {
    const replay::ReplayRequest request = replay_of(pair, task.graph_path, 0);
    ended.replay = replay::replay_file(request, run.enter);
    const auto recording = Clock::now();
    ended.tallies = replay::record_runs(request);
    ended.cost.tally_seconds = seconds_since(recording);
  }
  if (!task.lowered_path.empty()) ended.lowering_failure = lower_written(pair, task);
}

void end_as(Ending ending, const std::string& message, Ended& ended) {
  ended.ending = ending;
  ended.message = message;
}

void perform(const protocol::Nothing&, PairRun&) {}

void perform(const protocol::Capture& task, PairRun& run) {
  Pair pair(task.subject, run);
  run.enter(Stage::kLoad);
  py::object program = pair.load();
  if (task.measure && !pair.phantom) {
    run.enter(Stage::kEager);
    if (!run_eager(pair, program))
      return end_as(Ending::kNondeterministic, "two eager runs from the same seed gave different results",
                    run.ended);
    program = pair.load();  // running a model may change its buffers and its Python state
  }
  try {
    capture_and_write(pair, task, program, run);
  } catch (py::error_already_set& error) {
    const py::object unsupported = py::module_::import("assay_python.captured.captured").attr("Unsupported");
    if (!error.matches(unsupported)) throw;
    end_as(Ending::kUnsupported, py::str(error.value()).cast<std::string>(), run.ended);
  }
}

void perform(const protocol::Replay& task, PairRun& run) {
  Pair pair(task.subject, run);
  run.enter(Stage::kLoad);
  pair.load();  // a replay has programs of its own; what is wrong with the case shows here
  run.ended.replay = replay::replay_file(replay_of(pair, task.source_path, task.seed), run.enter);
}

void perform(const protocol::Lower& task, PairRun& run) {
  Pair pair(task.subject, run);
  run.enter(Stage::kLoad);
  const py::object program = pair.load();
  program.attr("transform")();
  run.enter(Stage::kReplay);
  set_size(write_lowered(task.source_path, program, pair.test, task.graph_path), run.ended);
}

}  // namespace

std::string phantom_device() {
  using Ask = const char* (*)();
  const auto ask = reinterpret_cast<Ask>(dlsym(RTLD_DEFAULT, "assay_phantom_device"));
  return ask == nullptr ? "" : ask();
}

py::object load_case(PairRun& run) {
  const protocol::Subject* subject = protocol::subject_of(run.request.task);
  if (subject == nullptr) return py::none();
  run.enter(Stage::kLoad);
  return Pair(*subject, run).load();
}

void capture_pair(PairRun& run) {
  const struct AtEnd {
    PairRun& run;
    ~AtEnd() { run.memory = PeakMeter::changed(); }
  } at_end{run};
  run.ended.ending = Ending::kFinished;
  std::visit([&](const auto& task) { perform(task, run); }, run.request.task);
}

}  // namespace assay
