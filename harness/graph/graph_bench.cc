// Cost per node of reading and writing both forms: a chain of convolution-like nodes.
#include <string>

#include <benchmark/benchmark.h>

#include "harness/graph/json.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

GraphFile chain(std::int64_t length) {
  GraphFile file = parse_text(R"(
    graph forward
    %0 = input parameter "0.weight" : f32[32,16,3,3]
    %1 = input user "0" : f32[2,16,8,8]
    %2 = aten.convolution.default(input=%1, weight=%0, bias=None, stride=[1, 1], padding=[0, 0], dilation=[1, 1], transposed=False, output_padding=[0, 0], groups=1) : f32[2,32,6,6])");
  std::vector<Node>& nodes = file.graphs[0].nodes;
  while (nodes.size() < static_cast<std::size_t>(length)) {
    nodes.push_back(nodes[2]);
    nodes.back().args[0].value = Ref{static_cast<NodeId>(nodes.size() - 2), {0}};
  }
  return file;
}

void count(benchmark::State& state, const std::string& text) {
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void read_json(benchmark::State& state) {
  const std::string json = write_graph_file(chain(state.range(0)));
  for (auto step : state) {
    const GraphFile file = read_graph_file(json, "bench");
    if (file.graphs.size() != 1) state.SkipWithError("read nothing");
  }
  count(state, json);
}

void write_json(benchmark::State& state) {
  const GraphFile file = chain(state.range(0));
  std::string json;
  for (auto step : state) json = write_graph_file(file);
  count(state, json);
}

void parse_text_form(benchmark::State& state) {
  const std::string text = print_text(chain(state.range(0)));
  for (auto step : state) {
    const GraphFile file = parse_text(text);
    if (file.graphs.size() != 1) state.SkipWithError("read nothing");
  }
  count(state, text);
}

void print_text_form(benchmark::State& state) {
  const GraphFile file = chain(state.range(0));
  std::string text;
  for (auto step : state) text = print_text(file);
  count(state, text);
}

BENCHMARK(read_json)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(write_json)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_text_form)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(print_text_form)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace assay
