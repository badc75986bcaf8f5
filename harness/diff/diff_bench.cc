// Benchmarks of equal and diff on random graphs; each checks its answer before it is timed.
#include <algorithm>

#include <benchmark/benchmark.h>

#include "harness/diff/diff.h"
#include "harness/diff/random_graph.h"

namespace assay {
namespace {

/// Deep in the graph as seen from the output: most is compared before it is met.
Node& first_op(Graph& graph) {
  return *std::find_if(graph.nodes.begin(), graph.nodes.end(),
                       [](const Node& node) { return node.kind == NodeKind::kOp; });
}

void Equal(benchmark::State& state) {
  GraphFile left = random_graph(static_cast<std::size_t>(state.range(0)), 7), right = reordered(left, 11);
  if (!equal(left, right)) return state.SkipWithError("a reordered graph must be equal");
  for (auto _ : state) benchmark::DoNotOptimize(equal(left, right));
}
BENCHMARK(Equal)->RangeMultiplier(10)->Range(1'000, 100'000)->Unit(benchmark::kMillisecond);

void Unequal(benchmark::State& state) {
  GraphFile left = random_graph(static_cast<std::size_t>(state.range(0)), 7), right = reordered(left, 11);
  first_op(right.graphs[0]).target.name = Name("aten.other.default");
  if (equal(left, right)) return state.SkipWithError("an edited graph must not be equal");
  for (auto _ : state) benchmark::DoNotOptimize(equal(left, right));
}
BENCHMARK(Unequal)->RangeMultiplier(10)->Range(1'000, 100'000)->Unit(benchmark::kMillisecond);

void Diff(benchmark::State& state) {
  GraphFile left = random_graph(static_cast<std::size_t>(state.range(0)), 7), right = reordered(left, 11);
  std::size_t middle = right.graphs[0].nodes.size() / 2;
  right.graphs[0].nodes[middle].target.name = Name("aten.other.default");
  if (diff(left, right).entries.size() != 1) return state.SkipWithError("one edit must be one entry");
  for (auto _ : state) benchmark::DoNotOptimize(diff(left, right));
}
BENCHMARK(Diff)->RangeMultiplier(10)->Range(1'000, 100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace assay
