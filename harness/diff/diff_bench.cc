// Benchmarks of equal and diff on random graphs. Each checks its answer before it is timed.
// `diff_bench --write-graphs DIR SIZE..` writes the graphs of Equal and Diff20 for ci/peers instead. The
// label of a benchmark is a digest of its graphs, by which ci/peers recognises the same graphs.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>

#include <benchmark/benchmark.h>

#include "harness/bench/instruction_count.h"
#include "harness/diff/diff.h"
#include "harness/error/error.h"
#include "harness/graph/digest.h"
#include "harness/graph/json.h"
#include "harness/testing/random_edits.h"
#include "harness/testing/random_graph.h"

namespace assay {
namespace {

constexpr std::size_t kEdits = 20;

/// Times `work`. Its instructions per node must stay nearly constant over sizes. Further growth of the time
/// comes from memory that no longer fits the caches.
template <typename Work>
void time(benchmark::State& state, Work&& work) {
  const InstructionCount instructions;
  for (auto _ : state) benchmark::DoNotOptimize(work());
  const double nodes = static_cast<double>(state.range(0)) * static_cast<double>(state.iterations());
  state.counters["instructions_per_node"] = static_cast<double>(instructions.so_far()) / nodes;
}

/// Of the whole file, so that a reader can prove that it lost nothing.
std::string digest(const GraphFile& file) { return sha256_hex(write_graph_file(file)); }

/// Far from the output: most nodes are compared before it.
Node& first_op(Graph& graph) { return *std::ranges::find(graph.nodes, NodeKind::kOp, &Node::kind); }

void Equal(benchmark::State& state) {
  GraphFile left = random_graph(static_cast<std::size_t>(state.range(0)), 7), right = reordered(left, 11);
  if (!equal(left, right)) return state.SkipWithError("a reordered graph must be equal");
  state.SetLabel(digest(left) + " " + digest(right));
  time(state, [&] { return equal(left, right); });
}
BENCHMARK(Equal)->RangeMultiplier(10)->Range(1'000, 1'000'000)->Unit(benchmark::kMillisecond);

void Unequal(benchmark::State& state) {
  GraphFile left = random_graph(static_cast<std::size_t>(state.range(0)), 7), right = reordered(left, 11);
  first_op(right.graphs[0]).target.name = Name("aten.other.default");
  if (equal(left, right)) return state.SkipWithError("an edited graph must not be equal");
  time(state, [&] { return equal(left, right); });
}
BENCHMARK(Unequal)->RangeMultiplier(10)->Range(1'000, 1'000'000)->Unit(benchmark::kMillisecond);

std::size_t count_causes(const DiffResult& result) {
  std::size_t places = 0;
  for (const RootCause& root : result.roots) places += root.places.size();
  return places;
}

void Diff20(benchmark::State& state) {
  EditedPair pair = edited_pair(random_graph(static_cast<std::size_t>(state.range(0)), 7), kEdits, 5);
  GraphFile right = reordered(pair.right, 11);
  if (count_causes(diff(pair.left, right)) != pair.edits.size())
    return state.SkipWithError("every edit must be one root cause");
  state.counters["edits"] = static_cast<double>(pair.edits.size());
  state.SetLabel(digest(pair.left) + " " + digest(right));
  time(state, [&] { return diff(pair.left, right); });
}
BENCHMARK(Diff20)->RangeMultiplier(10)->Range(1'000, 1'000'000)->Unit(benchmark::kMillisecond);

void Diff20Layered(benchmark::State& state) {
  EditedPair pair = edited_pair(layered_graph(static_cast<std::size_t>(state.range(0))), kEdits, 5);
  GraphFile right = reordered(pair.right, 11);
  if (2 * count_causes(diff(pair.left, right)) > 3 * pair.edits.size())
    return state.SkipWithError("at most half again as many root causes as edits");
  state.counters["edits"] = static_cast<double>(pair.edits.size());
  time(state, [&] { return diff(pair.left, right); });
}
BENCHMARK(Diff20Layered)->RangeMultiplier(10)->Range(1'000, 1'000'000)->Unit(benchmark::kMillisecond);

void write(const std::string& stem, const GraphFile& file) {
  std::ofstream out(stem + ".json");
  out << write_graph_file(file);
  if (!out.flush()) throw InputError({stem, "cannot be written", "", "", "make its folder"});
}

void write_graphs(const std::string& folder, std::size_t nodes) {
  const std::string stem = folder + "/" + std::to_string(nodes);
  const GraphFile left = random_graph(nodes, 7);
  const EditedPair pair = edited_pair(left, kEdits, 5);
  write(stem + "-graph", left);
  write(stem + "-reordered", reordered(left, 11));
  write(stem + "-before", pair.left);
  write(stem + "-edited", reordered(pair.right, 11));
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  if (argc > 3 && std::string(argv[1]) == "--write-graphs") {
    for (int size = 3; size < argc; ++size) assay::write_graphs(argv[2], std::stoul(argv[size]));
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
