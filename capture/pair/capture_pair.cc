// capture_pair: load, eager, capture, write, replay, compare, each announced before it begins.
#include "capture/pair/capture_pair.h"

#include <chrono>
#include <dlfcn.h>

#include <nlohmann/json.hpp>

#include "capture/pair/graph_output.h"
#include "capture/pair/lowering.h"
#include "capture/pair/peak_meter.h"
#include "capture/replay/compare.h"
#include "capture/replay/record_runs.h"
#include "capture/replay/replay_file.h"
#include "harness/protocol/messages.h"
#include "harness/spec/method.h"

namespace assay {

namespace py = pybind11;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Pair {
  protocol::CaptureRequest request;
  py::dict test;
  bool phantom = false;
  py::object load() const {
    return py::module_::import("assay_python.program.program").attr("Program")(test, request.device, phantom);
  }
  py::list captured(const py::object& program) const {
    return py::module_::import(("assay_python.methods." + request.method).c_str()).attr("capture")(program);
  }
  GraphSize write(const py::list& captured, const py::object& program, const std::string& path) const {
    return write_captured(captured, program, test, request.method, request.device, path);
  }
};

struct EagerFigures {
  double seconds = 0;
  std::uint64_t bytes = 0;
  bool deterministic = true;
};

// Two fresh programs, run once each: the first warms libraries up and is the reference, the second is timed
// and must agree bit by bit.
EagerFigures run_eager(const Pair& pair, const py::object& first) {
  const py::module_ eager = py::module_::import("assay_python.program.eager");
  const std::optional<MethodId> id = method_from_string(pair.request.method);
  const bool backward = !id || method(*id).eager == EagerRun::kForwardBackward;
  const py::tuple reference = eager.attr("timed")(first, backward);
  const py::object second = pair.load();
  const PeakMeter meter;
  const py::tuple timed = eager.attr("timed")(second, backward);
  const std::uint64_t bytes = meter.added();
  const bool same =
      replay::same(py::make_tuple(reference[0], reference[1]), py::make_tuple(timed[0], timed[1]));
  return {timed[2].cast<double>(), bytes, same};
}

std::string text_of(nlohmann::json answer) {
  const PeakMeter::Changed changed = PeakMeter::changed();
  answer["measures"]["forgotten_peak"] = changed.peak;
  answer["measures"]["released"] = changed.released;
  return answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

template <typename Message>
nlohmann::json json_of(const Message& message) {
  return nlohmann::json::parse(protocol::encode(message));
}

std::string answer(const char* ending, const std::string& message, const nlohmann::json& measures,
                   const std::optional<ReplayReport>& report = {}) {
  nlohmann::json json{{"ending", ending}, {"message", message}, {"measures", measures}};
  if (report) json["replay"] = json_of(*report);
  return text_of(std::move(json));
}

replay::ReplayRequest replay_of(const Pair& pair, const std::string& path) {
  return {.path = path,
          .test = pair.test,
          .device = pair.request.device,
          .phantom = pair.phantom,
          .seed = pair.request.seed};
}

ReplayReport replay_written(const Pair& pair, const std::string& path, const py::function& report) {
  return replay::replay_file(replay_of(pair, path), [&](const char* stage) { report(stage); });
}

// What the case's transform is held against; the program is of no further use.
void write_untransformed(const Pair& pair, const py::object& program) {
  pair.write(pair.captured(program), program, pair.request.untransformed_path);
}

/// Why not; empty when it was. What a capture comes down to is asked beside the capture itself, so it costs
/// the pair nothing that it cannot be lowered.
std::string lower_written(const Pair& pair) {
  try {
    const py::object program = pair.load();
    program.attr("transform")();
    write_lowered(pair.request.graph_path, program, pair.test, pair.request.lowered_path);
    return "";
  } catch (const py::error_already_set& error) {
    return py::str(error.value()).cast<std::string>();
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::string capture_and_write(const Pair& pair, py::object program, const py::function& report,
                              nlohmann::json measures) {
  report("capture");
  if (!pair.request.untransformed_path.empty()) {
    write_untransformed(pair, program);
    program = pair.load();
  }
  const PeakMeter meter;
  const auto start = Clock::now();
  program.attr("transform")();
  const py::list captured = pair.captured(program);
  measures["capture_seconds"] = seconds_since(start);
  measures["capture_bytes"] = meter.added();

  report("write");
  const auto writing = Clock::now();
  const GraphSize size = pair.write(captured, program, pair.request.graph_path);
  measures["write_seconds"] = seconds_since(writing);
  measures["nodes"] = size.nodes;
  measures["edges"] = size.edges;
  nlohmann::json json{{"ending", "finished"}, {"message", ""}, {"measures", measures}};
  if (pair.request.replay) {
    json["replay"] = json_of(replay_written(pair, pair.request.graph_path, report));
    if (const auto tallies = replay::record_runs(replay_of(pair, pair.request.graph_path)))
      json["tallies"] = json_of(*tallies);
  }
  if (!pair.request.lowered_path.empty()) json["lowering_failure"] = lower_written(pair);
  return text_of(std::move(json));
}

std::string lower(const Pair& pair, const py::object& program, const py::function& report) {
  program.attr("transform")();
  report("replay");
  const GraphSize size = write_lowered(pair.request.source_path, program, pair.test, pair.request.graph_path);
  return answer("finished", "", {{"nodes", size.nodes}, {"edges", size.edges}});
}

}  // namespace

std::string phantom_device() {
  using Ask = const char* (*)();
  const auto ask = reinterpret_cast<Ask>(dlsym(RTLD_DEFAULT, "assay_phantom_device"));
  return ask == nullptr ? "" : ask();
}

std::string capture_pair(const std::string& request, const py::function& report) {
  Pair pair;
  pair.request = protocol::decode_request(request);
  if (pair.request.method.empty()) return answer("finished", "", nlohmann::json::object());
  pair.test = py::module_::import("json").attr("loads")(pair.request.case_json);
  pair.phantom = pair.request.device == "cuda" && !phantom_device().empty();
  report("load");
  py::object program = pair.load();
  if (pair.request.task == protocol::Task::kLower) return lower(pair, program, report);
  nlohmann::json measures = {{"eager_seconds", 0.0}};
  if (pair.request.measure && !pair.phantom) {
    report("eager");
    const EagerFigures eager = run_eager(pair, program);
    measures["eager_seconds"] = eager.seconds;
    measures["eager_bytes"] = eager.bytes;
    if (!eager.deterministic)
      return answer("nondeterministic", "two eager runs from the same seed gave different results", measures);
    program = pair.load();  // running a model may change its buffers and its Python state
  }
  if (pair.request.task == protocol::Task::kReplay) {
    program = py::none();  // a replay has programs of its own
    return answer("finished", "", measures, replay_written(pair, pair.request.source_path, report));
  }
  try {
    return capture_and_write(pair, program, report, measures);
  } catch (py::error_already_set& error) {
    const py::object unsupported = py::module_::import("assay_python.captured.captured").attr("Unsupported");
    if (!error.matches(unsupported)) throw;
    return answer("unsupported", py::str(error.value()).cast<std::string>(), measures);
  }
}

}  // namespace assay
