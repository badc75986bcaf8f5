// One captured graph, cost per node: walked, beside the same graph built in NetworkX and drawn by PyTorch's
// FxGraphDrawer; its file written and read, beside Python's json. FxGraphDrawer runs only if ASSAY_PEERS
// names a folder of packages with pydot.
#include <cstdlib>

#include <benchmark/benchmark.h>
#include <pybind11/embed.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/walker/fx_walker.h"
#include "harness/graph/json.h"

namespace py = pybind11;

namespace {

// Captured once: the joint graph of ResNet-18, and its forms for the walker, NetworkX and Graphviz.
struct Subject {
  py::object program, captured, to_networkx, draw;
  std::size_t fx_nodes = 0, nodes = 0;  // `nodes` without operator.getitem, an output index in a graph file
};

constexpr const char* kNetworkx = R"(
def to_networkx(module):
    import networkx
    graph = networkx.MultiDiGraph()
    for node in list(module.graph.nodes):
        graph.add_node(node.name, op=node.op, target=str(node.target), args=dict(node.kwargs))
        for slot, producer in enumerate(node.all_input_nodes):
            value = producer.meta.get("val")
            graph.add_edge(producer.name, node.name, key=slot, shape=getattr(value, "shape", None), dtype=getattr(value, "dtype", None))
    return graph

def without_getitem(module):
    import operator
    return sum(node.target is not operator.getitem for node in list(module.graph.nodes))

def draw(module):
    from torch.fx.passes.graph_drawer import FxGraphDrawer
    return FxGraphDrawer(module, "joint").get_dot_graph()
)";

Subject& subject() {
  static Subject made = [] {
    py::module_::import("assay_python.zygote.preload").attr("modules")();
    Subject made_now;
    py::dict test = py::module_::import("json").attr("loads")(
        R"({"case": "torchvision/resnet18", "factory": "torchvision.models:resnet18",
      "kwargs": {}, "inputs": [{"shape": [2, 3, 64, 64], "dtype": "float32"}], "train": true, "loss": "sum", "dynamic": {}, "folder": "."})");
    made_now.program =
        py::module_::import("assay_python.program.program").attr("Program")(test, "cpu", false);
    made_now.captured =
        py::list(py::module_::import("assay_python.methods.aot_joint").attr("capture")(made_now.program))[0];
    py::dict scope;
    py::exec(kNetworkx, scope);
    made_now.to_networkx = scope["to_networkx"];
    made_now.draw = scope["draw"];
    made_now.nodes = scope["without_getitem"](made_now.captured.attr("graph")).cast<std::size_t>();
    const py::module_ gc = py::module_::import("gc");
    gc.attr("collect")();
    gc.attr("freeze")();  // existing objects are not the json module's or NetworkX's work
    made_now.fx_nodes = py::len(py::list(made_now.captured.attr("graph").attr("graph").attr("nodes")));
    return made_now;
  }();
  return made;
}

assay::FxSource source_of(const py::object& captured) {
  const auto items = [&](const char* key) {
    std::vector<py::object> all;
    for (const py::handle item : captured.attr(key)) all.push_back(py::reinterpret_borrow<py::object>(item));
    return all;
  };
  return {.name = "joint",
          .module = captured.attr("graph"),
          .inputs = items("inputs"),
          .results = items("results")};
}

void per_node(benchmark::State& state, std::size_t nodes) {
  state.counters["per_node"] =
      benchmark::Counter(static_cast<double>(nodes) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["nodes"] = static_cast<double>(nodes);
}

assay::GraphFile walked(const Subject& made) {
  return {{}, assay::FxWalker(source_of(made.captured)).walk()};
}

void Walk(benchmark::State& state) {
  Subject& made = subject();
  if (walked(made).graphs[0].nodes.size() != made.nodes) {
    state.SkipWithError("the walked graph has another number of nodes");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(walked(made));
  per_node(state, made.fx_nodes);
}

void BuildNetworkx(benchmark::State& state) {
  Subject& made = subject();
  const py::object graph = made.to_networkx(made.captured.attr("graph"));
  if (graph.attr("number_of_nodes")().cast<std::size_t>() != made.fx_nodes) {
    state.SkipWithError("NetworkX holds another number of nodes");
    return;
  }
  for (auto _ : state) made.to_networkx(made.captured.attr("graph"));
  per_node(state, made.fx_nodes);
}

void DrawFx(benchmark::State& state) {
  Subject& made = subject();
  if (py::len(made.draw(made.captured.attr("graph")).attr("get_node_list")()) != made.fx_nodes) {
    state.SkipWithError("FxGraphDrawer draws another number of nodes");
    return;
  }
  for (auto _ : state) made.draw(made.captured.attr("graph"));
  per_node(state, made.fx_nodes);
}

void WriteFile(benchmark::State& state) {
  const assay::GraphFile file = walked(subject());
  if (assay::read_graph_file(assay::write_graph_file(file), "bench").graphs[0].nodes.size() !=
      subject().nodes) {
    state.SkipWithError("the walked graph does not round-trip");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(assay::write_graph_file(file));
  per_node(state, subject().fx_nodes);
}

void ReadFile(benchmark::State& state) {
  const std::string text = assay::write_graph_file(walked(subject()));
  for (auto _ : state) benchmark::DoNotOptimize(assay::read_graph_file(text, "bench"));
  per_node(state, subject().fx_nodes);
}

// The same document in Python's json, without the checks of a graph file.
void json_in_python(benchmark::State& state, const char* function, const py::object& given,
                    const py::object& expected) {
  const py::object call = py::module_::import("json").attr(function);
  if (!call(given).equal(expected)) {
    state.SkipWithError("json gives something else");
    return;
  }
  for (auto _ : state) call(given);
  per_node(state, subject().fx_nodes);
}

void DumpJson(benchmark::State& state) {
  const py::module_ json = py::module_::import("json");
  const py::object document = json.attr("loads")(assay::write_graph_file(walked(subject())));
  json_in_python(state, "dumps", document, json.attr("dumps")(document));
}

void LoadJson(benchmark::State& state) {
  const py::str text(assay::write_graph_file(walked(subject())));
  json_in_python(state, "loads", text, py::module_::import("json").attr("loads")(text));
}

}  // namespace

BENCHMARK(Walk)->Unit(benchmark::kMillisecond);
BENCHMARK(BuildNetworkx)->Unit(benchmark::kMillisecond);
BENCHMARK(WriteFile)->Unit(benchmark::kMillisecond);
BENCHMARK(DumpJson)->Unit(benchmark::kMillisecond);
BENCHMARK(ReadFile)->Unit(benchmark::kMillisecond);
BENCHMARK(LoadJson)->Unit(benchmark::kMillisecond);

int main(int argc, char** argv) {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  PyConfig_SetBytesString(&config, &config.executable, ASSAY_WORKER_PYTHON);
  py::scoped_interpreter interpreter(&config);
  const py::object path = py::module_::import("sys").attr("path");
  path.attr("insert")(0, ASSAY_WORKER_LIB);
  if (const char* peers = std::getenv("ASSAY_PEERS")) {
    path.attr("append")(peers);
    benchmark::RegisterBenchmark("DrawFx", DrawFx)->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::fflush(nullptr);
  _exit(0);  // torch's teardown inside an embedded interpreter is not under test
}
