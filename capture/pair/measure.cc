// measure: order and repetition of the timed work.
#include "capture/pair/measure.h"

#include <algorithm>
#include <vector>

#include "capture/cost/peak_meter.h"
#include "capture/cost/stopwatch.h"
#include "capture/torch_private.h"
#include "harness/zoo/method.h"

namespace assay {

namespace {

namespace py = pybind11;

// A run of a small model is shorter than the noise of clocks and interrupts. A long run is its own median.
// Runs are therefore repeated for `kEnoughSeconds`, up to `kMostRuns` times.
constexpr double kEnoughSeconds = 0.2;
constexpr std::size_t kMostRuns = 15;
constexpr double kEnoughSecondsOfCaptures = 1;
constexpr std::size_t kMostCaptures = 9;

double seconds_of(const Spent& spent) { return std::max(spent.cpu_seconds, spent.wall_seconds); }
double seconds_of(const CaptureSpent& spent) { return seconds_of(spent.whole); }

double cost_of(const Spent& spent) { return spent.cpu_seconds; }
double cost_of(const CaptureSpent& spent) { return spent.whole.cpu_seconds / spent.yardstick.cpu_seconds; }

/// The median of repeated samples. One whole sample, so that its parts belong together.
template <typename Once>
auto median_of(const Once& once, double enough_seconds, std::size_t most) {
  std::vector<decltype(once())> samples;
  double seconds = 0;
  while (samples.empty() || (samples.size() < most && seconds < enough_seconds)) {
    samples.push_back(once());
    seconds += seconds_of(samples.back());
  }
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>((samples.size() - 1) / 2);
  std::ranges::nth_element(samples, middle, {}, [](const auto& sample) { return cost_of(sample); });
  return *middle;
}

/// Keeps the CPU busy until the watch has grown by `share`.
void linger(const Stopwatch& watch, double share) {
  if (share <= 0) return;
  const double until = watch.spent().cpu_seconds * (1 + share);
  while (watch.spent().cpu_seconds < until) {
  }
}

/// Collects the garbage of loading before a capture and freezes the rest, so that the capture does not pay
/// for it.
void collect_garbage() {
  const py::module_ gc = py::module_::import("gc");
  gc.attr("collect")();
  gc.attr("freeze")();
}

/// Earlier work replaces the yardstick's caches and branch predictions. The first run restores them and only
/// the second counts. Without it, a 10 % longer capture appeared 8 % longer relative to the yardstick.
Spent yardstick() {
  const py::object work = py::module_::import("assay_python.cost.yardstick").attr("work");
  work();
  const Stopwatch watch;
  work();
  return watch.spent();
}

Spent mean_of(const Spent& left, const Spent& right) {
  return {.wall_seconds = (left.wall_seconds + right.wall_seconds) / 2,
          .cpu_seconds = (left.cpu_seconds + right.cpu_seconds) / 2,
          .instructions = (left.instructions + right.instructions) / 2,
          .gpu_seconds = 0};
}

CaptureSpent timed_capture(const Pair& pair, const py::object& program, double slow_down, const char* name,
                           PairRun& run) {
  CaptureSpent spent;
  collect_garbage();
  const Spent before = yardstick();
  Phases::begin();
  GpuMeter gpu(pair.processor(), name);
  const Stopwatch asking;
  program.attr("transform")();
  const py::list captured = pair.captured(program);
  linger(asking, slow_down);
  spent.whole = gpu.spent(asking);
  spent.decompose = Phases::taken(Phase::kDecompose);
  spent.partition = Phases::taken(Phase::kPartition);
  spent.observe = Phases::taken(Phase::kObserve);
  spent.yardstick = mean_of(before, yardstick());
  const Stopwatch walking;
  const Walked walked = pair.walked(captured, program);
  spent.walk = walking.spent();
  const Stopwatch writing;
  const GraphSize size = write_walked(walked, std::filesystem::path(run.request.scratch) / "graph.json");
  spent.write = writing.spent();
  run.ended.nodes = size.nodes;
  run.ended.edges = size.edges;
  return spent;
}

/// Eager's median after a warm-up run of the libraries.
Spent timed_eager(const py::object& program, bool backward) {
  const py::object timed = py::module_::import("assay_python.program.eager").attr("timed");
  const auto once = [&] { return timed(program, backward).cast<py::tuple>()[2].cast<Spent>(); };
  once();
  return median_of(once, kEnoughSeconds, kMostRuns);
}

void measure_times(Pair& pair, const protocol::Measure& task, PairRun& run, OverheadSample& sample) {
  run.enter(Stage::kCapture);
  sample.cold = timed_capture(pair, pair.load(), task.slow_down, "cold capture", run);
  if (!pair.phantom) {
    run.enter(Stage::kEager);
    sample.eager_forward = timed_eager(pair.load(), false);
    const bool backward = expresses(pair.method, Need::kBackward);
    sample.eager = backward ? timed_eager(pair.load(), true) : sample.eager_forward;
    run.enter(Stage::kCapture);
  }
  const py::object reset =
      py::reinterpret_borrow<py::object>(torch_private::found(torch_private::kDynamoReset));
  const auto once = [&] {
    const py::object fresh = pair.load();
    reset();
    return timed_capture(pair, fresh, task.slow_down, "warm capture", run);
  };
  sample.warm = median_of(once, kEnoughSecondsOfCaptures, kMostCaptures);
}

void measure_memory(Pair& pair, PairRun& run, OverheadSample& sample) {
  if (!pair.phantom) {
    run.enter(Stage::kEager);
    const py::object timed = py::module_::import("assay_python.program.eager").attr("timed");
    const bool backward = expresses(pair.method, Need::kBackward);
    timed(pair.load(), backward);
    const py::object fresh = pair.load();
    GpuMeter gpu(pair.processor(), "eager");
    const PeakMeter meter;
    timed(fresh, backward);
    sample.eager_bytes = meter.added();
    sample.eager_gpu_bytes = gpu.added();
  }
  const py::object fresh = pair.load();
  run.enter(Stage::kCapture);
  GpuMeter gpu(pair.processor(), "capture");
  const PeakMeter meter;
  fresh.attr("transform")();
  const py::list captured = pair.captured(fresh);
  sample.capture_bytes = meter.added();
  sample.capture_gpu_bytes = gpu.added();
}

}  // namespace

OverheadSample measure(Pair& pair, const protocol::Measure& task, PairRun& run) {
  OverheadSample sample;
  if (task.memory)
    measure_memory(pair, run, sample);
  else
    measure_times(pair, task, run, sample);
  return sample;
}

}  // namespace assay
