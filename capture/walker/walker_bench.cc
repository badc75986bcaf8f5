// Walking and writing one captured graph, per node, beside the construction of the same graph in NetworkX.
#include <benchmark/benchmark.h>
#include <pybind11/embed.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/walker/fx_walker.h"
#include "harness/graph/json.h"

namespace py = pybind11;

namespace {

// Captured once: the joint graph of ResNet-18 and how to say it to the walker and to NetworkX.
struct Subject {
  py::object program, captured, to_networkx;
  std::size_t fx_nodes = 0;
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

void WalkAndWrite(benchmark::State& state) {
  Subject& made = subject();
  assay::GraphFile file{{}, assay::FxWalker(source_of(made.captured)).walk()};
  if (assay::read_graph_file(assay::write_graph_file(file), "bench").graphs[0].nodes.size() !=
      file.graphs[0].nodes.size()) {
    state.SkipWithError("the walked graph does not round-trip");
    return;
  }
  for (auto _ : state) {
    assay::GraphFile walked{{}, assay::FxWalker(source_of(made.captured)).walk()};
    benchmark::DoNotOptimize(assay::write_graph_file(walked));
  }
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

}  // namespace

BENCHMARK(WalkAndWrite)->Unit(benchmark::kMillisecond);
BENCHMARK(BuildNetworkx)->Unit(benchmark::kMillisecond);

int main(int argc, char** argv) {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  PyConfig_SetBytesString(&config, &config.executable, ASSAY_WORKER_PYTHON);
  py::scoped_interpreter interpreter(&config);
  py::module_::import("sys").attr("path").attr("insert")(0, ASSAY_WORKER_LIB);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::fflush(nullptr);
  _exit(0);  // torch's teardown inside an embedded interpreter is not ours to test
}
