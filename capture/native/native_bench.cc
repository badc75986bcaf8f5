// Cost of recording per operator call: eager, `native`, `dispatch`'s mode and an empty mode in turn, in one
// run, on 500 x (Linear, ReLU), forward and backward. Also the memory per recorded call.
#include <algorithm>
#include <ctime>
#include <functional>
#include <malloc.h>

#include <benchmark/benchmark.h>
#include <pybind11/embed.h>

namespace py = pybind11;

namespace {

constexpr const char* kSubject = R"(
import gc, torch
import assay_capture
from assay_python.observe.record import Watch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

torch.set_num_threads(1)
torch.manual_seed(0)
model = nn.Sequential(*[layer for _ in range(500) for layer in (nn.Linear(8, 8), nn.ReLU())])
x = torch.rand(4, 8)
weights = list(model.parameters())
gc.disable()

def run():
    return torch.autograd.grad(model(x).sum(), weights)

def told(recorder):
    for number, tensor in enumerate([x, *weights]):
        recorder.input("user", str(number), [], tensor)
    return recorder

def native():
    return told(assay_capture.NativeRecorder())

def mode():
    return Watch(told(assay_capture.Recorder()))

class Empty(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))

def under(watch):
    with watch:
        return run()

def same(found, expected):
    return all(torch.equal(one, other) for one, other in zip(found, expected, strict=True))
)";

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double seconds_of(const std::function<void()>& body) {
  const double start = cpu_seconds();
  body();
  return cpu_seconds() - start;
}

double median(std::vector<double> all) {
  std::ranges::sort(all);
  return all.at(all.size() / 2);
}

// CPU time, because other processes may run. The variants alternate, so that a disturbance affects all.
void AddedPerCall(benchmark::State& state) {
  py::dict scope;
  py::exec(kSubject, scope);
  const py::object run = scope["run"], under = scope["under"], same = scope["same"];
  const py::object expected = run();
  const py::object recorder = scope["native"]();
  if (!same(under(recorder), expected).cast<bool>() || !same(under(scope["mode"]()), expected).cast<bool>()) {
    state.SkipWithError("recording changed a gradient");
    return;
  }
  const auto calls = recorder.attr("calls").cast<double>();
  std::vector<double> eager, native, mode, empty, native_extra, ratio;
  for (auto _ : state) {
    const py::object in_native = scope["native"](), in_mode = scope["mode"]();
    eager.push_back(seconds_of([&] { run(); }));
    native.push_back(seconds_of([&] { under(in_native); }));
    mode.push_back(seconds_of([&] { under(in_mode); }));
    empty.push_back(seconds_of([&] { under(scope["Empty"]()); }));
    native_extra.push_back(native.back() - eager.back());
    ratio.push_back(native_extra.back() / (mode.back() - eager.back()));
  }
  state.counters["calls"] = calls;
  state.counters["eager_us"] = median(eager) / calls * 1e6;
  state.counters["native_adds_us"] = median(native_extra) / calls * 1e6;
  state.counters["mode_adds_us"] = (median(mode) - median(eager)) / calls * 1e6;
  state.counters["empty_mode_adds_us"] = (median(empty) - median(eager)) / calls * 1e6;
  state.counters["native_to_mode"] = median(ratio);
}

// Memory in use after a recorded run beyond that before, with only the recorder alive.
void MemoryPerCall(benchmark::State& state) {
  py::dict scope;
  py::exec(kSubject, scope);
  scope["under"](scope["native"]());  // loads libraries and fills caches
  for (auto _ : state) {
    const py::object recorder = scope["native"]();
    const std::size_t before = mallinfo2().uordblks;
    scope["under"](recorder);
    const std::size_t after = mallinfo2().uordblks;
    const auto calls = recorder.attr("calls").cast<double>();
    if (calls < 3000) state.SkipWithError("fewer calls than the program has operators");
    state.counters["bytes"] = static_cast<double>(after - before) / calls;
  }
}

}  // namespace

BENCHMARK(AddedPerCall)->Unit(benchmark::kMillisecond)->Iterations(25);
BENCHMARK(MemoryPerCall)->Unit(benchmark::kMillisecond)->Iterations(3);

int main(int argc, char** argv) {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  PyConfig_SetBytesString(&config, &config.executable, ASSAY_WORKER_PYTHON);
  py::scoped_interpreter interpreter(&config);
  const py::object path = py::module_::import("sys").attr("path");
  path.attr("insert")(0, ASSAY_WORKER_LIB);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::fflush(nullptr);
  _exit(0);  // torch's teardown inside an embedded interpreter is not under test
}
