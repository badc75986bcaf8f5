// Pairs of small random graphs with the verdict of `equal` at level `shapes`, for ci/bliss_oracle.py.
//
// `bliss_pairs_test PAIRS SEED` prints one line per pair:
//   {"how": .., "equal": .., "left": FILE, "right": FILE}
// Few operators and many unread nodes make symmetry common. Right graphs are reordered, carelessly or not, or
// slightly wrong.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <numeric>

#include "harness/diff/diff.h"
#include "harness/graph/json.h"
#include "harness/testing/defects/defect.h"
#include "harness/testing/defects/harmless.h"

namespace assay::defects {
namespace {

Output tensor(std::size_t variant) {
  TensorMeta meta;
  meta.shape = {{2, {}}, {variant == 0 ? 2 : 3, {}}};
  meta.stride = contiguous_stride(meta.shape);
  return {meta};
}

Node input(Role role, std::string_view name) {
  Node node;
  node.kind = NodeKind::kInput;
  node.role = role;
  node.name = Name(name);
  if (role == Role::kConstant) node.constant = ConstantValue{std::string(64, 'a'), std::nullopt};
  node.outputs.push_back(tensor(0));
  return node;
}

Node op(std::string_view name, std::vector<Ref> reads, std::size_t variant = 0) {
  static const std::array<Name, 2> names{Name("self"), Name("other")};
  Node node;
  node.target = op_name_from_string(name);
  for (std::size_t k = 0; k < reads.size(); ++k) node.args.push_back({names[k], reads[k]});
  node.outputs.push_back(tensor(variant));
  return node;
}

Ref random_ref(const Graph& graph, Random& random) {
  auto id = static_cast<NodeId>(random.below(graph.nodes.size()));
  const std::vector<Output>& outputs = graph.nodes[id].outputs;
  auto output = static_cast<std::uint32_t>(random.below(outputs.size()));
  if (!std::holds_alternative<std::vector<Output>>(outputs[output].data)) return {id, {output}};
  return {id, {output, static_cast<std::uint32_t>(random.below(2))}};
}

Node random_op(const Graph& graph, Random& random) {
  Ref a = random_ref(graph, random), b = random_ref(graph, random);
  Node node;
  switch (random.below(9)) {
    case 0:
      return op("zeros", {});
    case 1:
      node = op("scaled", {a}, random.below(2));
      node.args.push_back({Name("by"), Value(static_cast<std::int64_t>(random.below(2)))});
      return node;
    case 2:
    case 3:
      return op("sum", {a, b}, random.below(2));
    case 4:
      node = op("view", {a});
      node.alias.push_back({{0}, Name("self")});
      return node;
    case 5:
      node = op("write_", {a});
      node.alias.push_back({{0}, Name("self")});
      node.effects.mutates.push_back(Name("self"));
      return node;
    case 6:
      node = op("rand", {});
      node.effects.rng = true;
      return node;
    case 7:
      node = op("enter", {});
      node.effects.state = true;
      return node;
    default:
      node = op("halves", {a});
      node.outputs[0] = {std::vector<Output>{tensor(0), tensor(0)}};
      return node;
  }
}

/// Unread operators that differ only in their cycles: operator k reads source k and source to[k].
void add_symmetric_dead_code(Graph& graph, const std::vector<std::size_t>& to) {
  auto first = static_cast<NodeId>(graph.nodes.size());
  for (std::size_t k = 0; k < to.size(); ++k) graph.nodes.push_back(op("zeros", {}));
  for (std::size_t k = 0; k < to.size(); ++k)
    graph.nodes.push_back(
        op("sum", {Ref{first + static_cast<NodeId>(k)}, Ref{first + static_cast<NodeId>(to[k])}}));
}

GraphFile close(Graph graph, std::size_t live, Random& random) {
  Node output;
  output.kind = NodeKind::kOutput;
  for (std::size_t k = random.below(3); k > 0; --k)
    output.results.push_back(
        {ResultRole::kUser, Name(std::to_string(k)), Ref{static_cast<NodeId>(random.below(live)), {0}}});
  graph.nodes.push_back(output);
  return {{}, {std::move(graph)}};
}

struct Pair {
  std::string_view how;
  Specimen left, right;
};

/// Ignores conflicts: the comparison has to detect changes of order.
void reorder_carelessly(Specimen& specimen, Random& random) {
  Specimen unmarked = specimen;
  for (Node& node : unmarked.graph(0).nodes) node.effects = {};
  reorder(unmarked, random);
  std::vector<NodeId> order;
  for (NodeId id = 0; id < unmarked.graph(0).nodes.size(); ++id) order.push_back(unmarked.site({0, id}).tag);
  specimen.arrange(0, order);
}

/// Without `alias`: level `shapes` compares only the order imposed by marks of views and writes, not the
/// marks. If marks differ, "the same order" is ambiguous.
const std::vector<Defect>& defects_judged_alike() {
  static const std::vector<Defect> judged = [] {
    std::vector<Defect> all = all_defects();
    std::erase_if(all, [](const Defect& defect) { return defect.kind == DefectKind::kAlias; });
    return all;
  }();
  return judged;
}

Pair random_pair(Random& random) {
  Graph graph;
  graph.name = Name("f");
  graph.nodes.push_back(input(Role::kUser, "0"));
  for (std::size_t k = random.below(3); k > 0; --k)
    graph.nodes.push_back(input(Role::kConstant, "c" + std::to_string(k)));
  for (std::size_t k = random.below(12); k > 0; --k) graph.nodes.push_back(random_op(graph, random));
  std::size_t live = graph.nodes.size();
  std::vector<std::size_t> to(random.coin() ? 0 : 3 + random.below(5));
  std::iota(to.begin(), to.end(), 0);
  random.shuffle(to);
  Random results(random.below(1'000'000));
  Graph other = graph;
  add_symmetric_dead_code(graph, to);
  Random results_again = results;
  Specimen left(close(graph, live, results));
  switch (random.below(4)) {
    case 0: {
      Pair pair{"reordered", left, left};
      reorder(pair.right, random);
      return pair;
    }
    case 1: {
      Pair pair{"reordered carelessly", left, left};
      reorder_carelessly(pair.right, random);
      return pair;
    }
    case 2: {
      random.shuffle(to);
      add_symmetric_dead_code(other, to);
      Pair pair{"other dead code", left, Specimen(close(other, live, results_again))};
      reorder(pair.right, random);
      return pair;
    }
    default: {
      Pair pair{"defect", left, left};
      random.pick(defects_judged_alike()).seed(pair.right, random);
      reorder(pair.right, random);
      return pair;
    }
  }
}

std::string one_line(const GraphFile& file) {
  std::string text = write_graph_file(file);
  std::erase(text, '\n');  // only between tokens: strings escape theirs
  return text;
}

int write_pairs(std::size_t pairs, std::size_t seed) {
  Random random(seed);
  for (std::size_t k = 0; k < pairs; ++k) {
    Pair pair = random_pair(random);
    validate(pair.right.file(), pair.how);
    bool same = equal(pair.left.file(), pair.right.file(), Policy{.level = Level::kShapes});
    std::cout << "{\"how\": \"" << pair.how << "\", \"equal\": " << (same ? "true" : "false")
              << ", \"left\": " << one_line(pair.left.file())
              << ", \"right\": " << one_line(pair.right.file()) << "}\n";
  }
  return std::cout.flush() ? 0 : 1;
}

}  // namespace
}  // namespace assay::defects

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: bliss_pairs_test PAIRS SEED\n";
    return 2;
  }
  return assay::defects::write_pairs(std::strtoul(arguments[1], nullptr, 10),
                                     std::strtoul(arguments[2], nullptr, 10));
}
