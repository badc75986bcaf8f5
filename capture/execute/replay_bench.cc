// One graph of about 600 ATen operators run four ways in a process: replay, GraphModule.forward,
// torch.fx.Interpreter and the eager model. Also the peak memory of a replay of ResNet-18's joint graph
// beside eager forward + backward.
#include <algorithm>
#include <memory>

#include <benchmark/benchmark.h>
#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>
#include <pybind11/embed.h>

#include "capture/execute/executable.h"
#include "capture/execute/py_values.h"
#include "capture/walker/fx_walker.h"
#include "harness/graph/json.h"

namespace py = pybind11;
namespace replay = assay::replay;

namespace {

constexpr const char* kSubject = R"(
import torch
from torch.fx.experimental.proxy_tensor import make_fx

class Chain(torch.nn.Module):
    def forward(self, x, y):
        for _ in range(150):
            x = torch.relu(x * y + x)
            x = x - y
        return x

torch.set_num_threads(1)
torch.set_grad_enabled(False)
torch.manual_seed(0)
model, given = Chain(), (torch.rand(4), torch.rand(4))
module = make_fx(model)(*given)
interpreter = torch.fx.Interpreter(module)
operators = sum(node.op == "call_function" for node in list(module.graph.nodes))
expected = model(*given)

class Input:
    def __init__(self, name, value):
        self.role, self.name, self.also, self.value = "user", name, [], value

class Result:
    role, name, also = "user", "0", ()

inputs = [Input(str(i), value) for i, value in enumerate(given)]
)";

// The graph goes through its file, because the benchmark times the execution of a graph file.
struct Subject {
  py::dict scope;
  assay::GraphFile file;
  std::unique_ptr<replay::Executable> executable;
  std::vector<c10::IValue> inputs;
  std::int64_t operators = 0;
};

Subject& subject() {
  static Subject* made = [] {
    auto* subject_made = new Subject;
    py::exec(kSubject, subject_made->scope);
    std::vector<py::object> inputs;
    for (const py::handle input : subject_made->scope["inputs"])
      inputs.push_back(py::reinterpret_borrow<py::object>(input));
    assay::FxWalker walker({.name = "forward",
                            .module = subject_made->scope["module"],
                            .inputs = inputs,
                            .results = {subject_made->scope["Result"]()}});
    subject_made->file = assay::read_graph_file(assay::write_graph_file({{}, walker.walk()}), "bench");
    subject_made->executable = std::make_unique<replay::Executable>(
        subject_made->file, subject_made->file.graphs[0], replay::PythonWorld{py::none()});
    for (const py::object& input : inputs)
      subject_made->inputs.push_back(replay::from_python(input.attr("value")));
    subject_made->operators = subject_made->scope["operators"].cast<std::int64_t>();
    return subject_made;
  }();
  return *made;
}

bool is_expected(const py::object& found) {
  return py::module_::import("torch").attr("equal")(found, subject().scope["expected"]).cast<bool>();
}

void per_operator(benchmark::State& state) {
  const auto calls = static_cast<double>(subject().operators) * static_cast<double>(state.iterations());
  state.counters["per_operator"] =
      benchmark::Counter(calls, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["operators"] = static_cast<double>(subject().operators);
}

void Replay(benchmark::State& state) {
  Subject& made = subject();
  const auto found = made.executable->run(made.inputs);
  if (!is_expected(replay::to_python(found[0])) ||
      made.executable->operators() != static_cast<std::size_t>(made.operators)) {
    state.SkipWithError("replay gave another result");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(made.executable->run(made.inputs));
  per_operator(state);
}

void in_python(benchmark::State& state, const py::object& callable) {
  const py::tuple given(subject().scope["given"]);
  if (!is_expected(callable(*given))) {
    state.SkipWithError("another result");
    return;
  }
  for (auto _ : state) callable(*given);
  per_operator(state);
}

void GraphModuleForward(benchmark::State& state) {
  in_python(state, subject().scope["module"].attr("forward"));
}
void FxInterpreter(benchmark::State& state) { in_python(state, subject().scope["interpreter"].attr("run")); }
void Eager(benchmark::State& state) { in_python(state, subject().scope["model"]); }

// Peak of this thread's CPU tensor memory, in bytes above the amount at construction.
struct Peak final : c10::MemoryReportingInfoBase {
  void reportMemoryUsage(void*, std::int64_t size, std::size_t, std::size_t, c10::Device) override {
    now += size;
    most = std::max(most, now);
  }
  bool memoryProfilingEnabled() const override { return true; }
  std::int64_t now = 0, most = 0;
};

template <typename Body>
std::int64_t peak_of(Body&& body) {
  const auto peak = std::make_shared<Peak>();
  const c10::DebugInfoGuard guard(c10::DebugInfoKind::PROFILER_STATE, peak);
  body();
  return peak->most;
}

constexpr const char* kResnet = R"(
import json, torch
from assay_python.program.program import Program
from assay_python.methods import aot_joint

case = json.loads("""{"case": "torchvision/resnet18", "factory": "torchvision.models:resnet18", "kwargs": {},
  "inputs": [{"shape": [8, 3, 64, 64], "dtype": "float32"}], "train": true, "loss": "sum", "folder": "."}""")
torch.set_grad_enabled(True)
program = Program(case, "cpu", False)
captured = aot_joint.capture(program)[0]
replayed = Program(case, "cpu", False)
# A tangent of ones: the loss is the sum. Detached: replay records no autograd graph.
inputs = [one.value.detach() for one in replayed.inputs()] + [torch.ones(8, 1000)]

def eager():
    output = program.model(*program.args)
    return [output, *torch.autograd.grad(output.sum(), list(program.parameters.values()))]

def close(found, expected):
    return all(torch.allclose(a, b, rtol=1e-3, atol=1e-4) for a, b in zip(found, expected, strict=True))
)";

std::vector<py::object> items_of(const py::object& sequence) {
  std::vector<py::object> items;
  for (const py::handle item : sequence) items.push_back(py::reinterpret_borrow<py::object>(item));
  return items;
}

// Peak memory of ResNet-18's joint graph, beside eager forward + backward with the same weights and inputs.
void ResnetPeakMemory(benchmark::State& state) {
  py::dict scope;
  py::exec(kResnet, scope);
  const py::object captured = scope["captured"];
  const assay::GraphFile file{{},
                              assay::FxWalker({.name = "joint",
                                               .module = captured.attr("graph"),
                                               .inputs = items_of(captured.attr("inputs")),
                                               .results = items_of(captured.attr("results"))})
                                  .walk()};
  replay::Executable executable(file, file.graphs[0], {py::none()});
  std::vector<c10::IValue> inputs;
  for (const py::object& input : items_of(scope["inputs"])) inputs.push_back(replay::from_python(input));
  for (auto _ : state) {
    py::object expected;
    const std::int64_t eager = peak_of([&] { expected = scope["eager"](); });
    std::vector<c10::IValue> results;
    const std::int64_t replayed = peak_of([&] { results = executable.run(inputs); });
    py::list found;
    const std::vector<assay::Result>& named = file.graphs[0].nodes.back().results;
    for (std::size_t i = 0; i < named.size(); ++i) {
      const bool gradient = named[i].role == assay::ResultRole::kGradient && !results[i].isNone();
      if (gradient || named[i].role == assay::ResultRole::kUser) found.append(replay::to_python(results[i]));
    }
    if (!scope["close"](found, expected).cast<bool>()) state.SkipWithError("replay gave other values");
    state.counters["eager_MiB"] = static_cast<double>(eager) / 1048576;
    state.counters["replay_MiB"] = static_cast<double>(replayed) / 1048576;
    state.counters["ratio"] = static_cast<double>(replayed) / static_cast<double>(eager);
  }
}

}  // namespace

BENCHMARK(Replay)->Unit(benchmark::kMicrosecond);
BENCHMARK(GraphModuleForward)->Unit(benchmark::kMicrosecond);
BENCHMARK(FxInterpreter)->Unit(benchmark::kMicrosecond);
BENCHMARK(Eager)->Unit(benchmark::kMicrosecond);
BENCHMARK(ResnetPeakMemory)->Unit(benchmark::kMillisecond)->Iterations(1);

int main(int argc, char** argv) {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  PyConfig_SetBytesString(&config, &config.executable, ASSAY_WORKER_PYTHON);
  py::scoped_interpreter interpreter(&config);
  py::module_::import("sys").attr("path").attr("insert")(0, ASSAY_WORKER_LIB);
  py::module_::import("torch");
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::fflush(nullptr);
  _exit(0);  // torch's teardown inside an embedded interpreter is not under test
}
