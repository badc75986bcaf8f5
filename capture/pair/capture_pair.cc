// capture_pair: load, eager, capture, write, replay, compare. Each stage is announced before it begins.
#include "capture/pair/capture_pair.h"

#include <algorithm>
#include <cstddef>
#include <dlfcn.h>
#include <optional>
#include <string_view>
#include <vector>

#include <c10/util/ScopeExit.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/cost/stopwatch.h"
#include "capture/judge/replay_file.h"
#include "capture/pair/as_it_was.h"
#include "capture/pair/lowering.h"
#include "capture/pair/measure.h"
#include "capture/pair/pair.h"
#include "capture/side_by_side/likeness.h"
#include "capture/side_by_side/record_runs.h"
#include "capture/walker/plain_memory.h"
#include "capture/walker/unsupported.h"
#include "harness/zoo/method.h"

namespace assay {

namespace py = pybind11;

namespace {

using protocol::Ended;
using protocol::Ending;

// Runs two fresh programs once each. The first warms up libraries and is the reference; the second is timed.
// Returns whether the two agree bit by bit.
bool run_eager(Pair& pair, const py::object& first, const PairRun& run) {
  run.enter(Stage::kEager);
  const py::module_ eager = py::module_::import("assay_python.program.eager");
  const bool backward = expresses(pair.method, Need::kBackward);
  const py::tuple reference = eager.attr("timed")(first, backward);
  pair.cost.first_eager_seconds = reference[2].cast<Spent>().wall_seconds;
  const py::object second = pair.load();
  const PeakMeter meter;
  const py::tuple timed = eager.attr("timed")(second, backward);
  pair.cost.eager_bytes = meter.added();
  pair.cost.eager_seconds = timed[2].cast<Spent>().wall_seconds;
  run.enter(Stage::kCompare);
  const auto back = c10::make_scope_exit([&] { run.enter(Stage::kEager); });
  return replay::same(py::make_tuple(reference[0], reference[1]), py::make_tuple(timed[0], timed[1]));
}

replay::ReplayRequest replay_of(const Pair& pair, const std::string& path, std::uint64_t seed) {
  return {.path = path, .test = pair.test, .device = pair.device, .phantom = pair.phantom, .seed = seed};
}

void set_size(const GraphSize& size, Ended& ended) {
  ended.nodes = size.nodes;
  ended.edges = size.edges;
}

/// Runs `work` on a program of its own. Returns its error, or "". Such additional work never fails the pair.
template <typename Work>
std::string why_not(Pair& pair, const Work& work) {
  try {
    const py::object program = pair.load();
    program.attr("transform")();
    work(program);
    return "";
  } catch (const py::error_already_set& error) {
    return py::str(error.value()).cast<std::string>();
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::string lower_written(Pair& pair, const protocol::Capture& task) {
  return why_not(pair, [&](const py::object& program) {
    write_lowered(task.graph_path, program, pair.test, task.lowered_path);
  });
}

std::string capture_again(Pair& pair, const protocol::Capture& task, const PairRun& run) {
  run.enter(Stage::kCapture);
  return why_not(pair, [&](const py::object& program) {
    const py::list captured = pair.captured(program);
    run.enter(Stage::kWrite);
    pair.write(captured, program, task.again_path);
  });
}

/// Clears the frames, innermost first, like Python. Guards of thread state then restore their state.
void end_frames(const py::object& trace) {
  std::vector<py::object> frames;
  for (py::object at = trace; at && !at.is_none(); at = at.attr("tb_next"))
    frames.push_back(at.attr("tb_frame"));
  for (std::size_t i = frames.size(); i-- > 0;) {
    try {
      frames[i].attr("clear")();
    } catch (const py::error_already_set&) {  // still running
    }
  }
}

/// The same for an exception and its causes. A suspended generator in them leaves its `with` blocks only
/// then, like after a handled exception.
void let_go_of(const py::error_already_set& error) {
  end_frames(error.trace());
  std::vector<py::object> chain{error.value()};
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const py::object raised = chain[i];
    end_frames(raised.attr("__traceback__"));
    for (const char* of : {"__cause__", "__context__"}) {
      const py::object earlier = raised.attr(of);
      const auto is_it = [&](const py::object& one) { return one.is(earlier); };
      if (!earlier.is_none() && std::ranges::none_of(chain, is_it)) chain.push_back(earlier);
    }
  }
}

/// The method's captures. Reports the method's side effects, also if it raises.
py::list watched_capture(Pair& pair, const py::object& program, Ended& ended) {
  const bool runs_model = pair.phantom || has_trait(pair.method, Trait::kRunsModel);
  const LeftAlone extent = runs_model ? LeftAlone::kModules : LeftAlone::kValues;
  const AsItWas before(program, extent);
  try {
    py::list captured = pair.captured(program);
    ended.left_behind = before.changes(extent);
    return captured;
  } catch (const py::error_already_set& error) {
    let_go_of(error);
    ended.left_behind = before.changes(LeftAlone::kProcess);
    throw;
  }
}

py::list capture(Pair& pair, const protocol::Capture& task, py::object& program, Ended& ended) {
  if (!task.untransformed_path.empty()) {  // for comparison with the case's transform
    pair.write(pair.captured(program), program, task.untransformed_path);
    program = pair.load();
  }
  const PeakMeter meter;
  const Stopwatch watch;
  program.attr("transform")();
  py::list captured =
      task.again_path.empty() ? pair.captured(program) : watched_capture(pair, program, ended);
  pair.cost.capture_seconds = watch.spent().wall_seconds;
  pair.cost.capture_bytes = meter.added();
  return captured;
}

void capture_and_write(Pair& pair, const protocol::Capture& task, py::object program, PairRun& run) {
  Ended& ended = run.ended;
  run.enter(Stage::kCapture);
  const py::list captured = capture(pair, task, program, ended);
  run.enter(Stage::kWrite);
  const Stopwatch writing;
  set_size(pair.write(captured, program, task.graph_path), ended);
  ended.cost.write_seconds = writing.spent().wall_seconds;
  if (!task.again_path.empty()) ended.again_failure = capture_again(pair, task, run);
  if (task.replay) {
    replay::ReplayRequest request = replay_of(pair, task.graph_path, 0);
    if (captured.size() == 1) request.refusal = captured[0].attr("refusal");
    ended.replay = replay::replay_file(request, run.enter);
    const Stopwatch recording;
    ended.tallies = replay::record_runs(request, run.enter);
    ended.cost.tally_seconds = recording.spent().wall_seconds;
  }
  if (!task.lowered_path.empty()) ended.lowering_failure = lower_written(pair, task);
}

void end_as(Ending ending, const std::string& message, Ended& ended) {
  ended.ending = ending;
  ended.message = message;
}

/// A limit of Assay, not a fault of the program. On a CPU with AMX, `aten::_scaled_mm` passes a float8
/// product to oneDNN. Here oneDNN is limited to AVX2 (pinned_environment.cc) and has this kernel only from
/// AVX-512 on.
constexpr const char* kHeldBack =
    "oneDNN is held to AVX2, so that every machine computes the same, and has no kernel for the float8 "
    "product that aten::_scaled_mm hands it on a CPU with AMX";

bool says_held_back(std::string_view message) {
  return message.find("could not create a primitive descriptor for the matmul primitive") !=
         std::string_view::npos;
}

/// oneDNN's message names no operator, so the program runs again with each call watched.
bool refuses_scaled_product(Pair& pair) {
  try {
    const py::object refused =
        py::module_::import("assay_python.observe.refused").attr("refused")(pair.load());
    if (refused.is_none()) return false;
    const auto [name, dtypes] = refused.cast<std::pair<std::string, std::vector<std::string>>>();
    const auto is_float8 = [](const std::string& dtype) { return dtype.starts_with("float8"); };
    return name.starts_with("aten._scaled_mm.") && std::ranges::count_if(dtypes, is_float8) >= 2;
  } catch (const py::error_already_set&) {  // the case fails to load now
    return false;
  }
}

bool is_held_back(Pair& pair, const py::error_already_set& error) {
  if (!error.matches(PyExc_RuntimeError)) return false;
  try {
    return says_held_back(py::str(error.value()).cast<std::string>()) && refuses_scaled_product(pair);
  } catch (const std::exception&) {  // its text raises
    return false;
  }
}

/// A method that declares a program unsupported has not failed, nor has a method that hits oneDNN's limit.
template <typename Work>
void unless_unsupported(Pair& pair, PairRun& run, const Work& work) {
  try {
    work();
  } catch (py::error_already_set& error) {
    if (is_held_back(pair, error)) return end_as(Ending::kUnsupported, kHeldBack, run.ended);
    if (!is_unsupported(error)) throw;
    run.ended.replay.reset();
    end_as(Ending::kUnsupported, py::str(error.value()).cast<std::string>(), run.ended);
  }
}

/// A replay whose eager run hits oneDNN's limit has judged nothing.
void unless_held_back(Pair& pair, Ended& ended) {
  std::optional<ReplayReport>& replayed = ended.replay;
  if (!replayed || replayed->verdict != ReplayVerdict::kEagerFails) return;
  if (!says_held_back(replayed->message) || !refuses_scaled_product(pair)) return;
  replayed.reset();
  end_as(Ending::kUnsupported, kHeldBack, ended);
}

/// Reports missing names of PyTorch and unreadable inputs before any method runs, so that all methods give
/// the same reason.
py::object load_readable(Pair& pair) {
  py::module_::import("assay_python.torch_private").attr("require")(pair.method, pair.phantom);
  py::object program = pair.load();
  for (const py::handle input : program.attr("inputs")())
    require_values(input.attr("value"), input.attr("role").cast<std::string>(),
                   input.attr("name").cast<std::string>());
  return program;
}

void eager_and_capture(const protocol::Capture& task, Pair& pair, PairRun& run) {
  py::object program = load_readable(pair);
  if (task.measure && !pair.phantom) {
    if (!run_eager(pair, program, run))
      return end_as(Ending::kNondeterministic, "two eager runs from the same seed gave different results",
                    run.ended);
    program = pair.load();  // a run may change the model's buffers and Python state
  }
  capture_and_write(pair, task, program, run);
  unless_held_back(pair, run.ended);
}

void perform(const protocol::Nothing&, PairRun&) {}

void perform(const protocol::Capture& task, PairRun& run) {
  Pair pair(task.subject, run);
  run.enter(Stage::kLoad);
  unless_unsupported(pair, run, [&] { eager_and_capture(task, pair, run); });
}

void perform(const protocol::Measure& task, PairRun& run) {
  Pair pair(task.subject, run);
  unless_unsupported(pair, run, [&] {
    run.enter(Stage::kLoad);
    pair.loaded = load_readable(pair);
    run.ended.overhead = measure(pair, task, run);
  });
}

void perform(const protocol::Replay& task, PairRun& run) {
  Pair pair(task.subject, run);
  run.enter(Stage::kLoad);
  unless_unsupported(pair, run, [&] {
    load_readable(pair);  // a replay loads its own programs; faults of the case show here
    run.ended.replay = replay::replay_file(replay_of(pair, task.source_path, task.seed), run.enter);
    unless_held_back(pair, run.ended);
  });
}

void perform(const protocol::Lower& task, PairRun& run) {
  Pair pair(task.subject, run);
  run.enter(Stage::kLoad);
  unless_unsupported(pair, run, [&] {
    const py::object program = load_readable(pair);
    program.attr("transform")();
    run.enter(Stage::kReplay);
    set_size(write_lowered(task.source_path, program, pair.test, task.graph_path), run.ended);
  });
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
