// Canonical text: equal exactly if `equal` agrees.
#include "harness/golden_store/canonical_text.h"

#include <array>
#include <random>

#include <catch2/catch.hpp>

#include "harness/diff/diff.h"
#include "harness/diff/effect_order.h"
#include "harness/graph/text.h"
#include "harness/testing/random_graph.h"

namespace assay {
namespace {

std::string text_of(const GraphFile& file, Level level = Level::kExact) {
  return canonical_text(file, level, arguments_of(file)).value();
}
/// Compares like a golden: both texts are written against the arguments of the left file.
bool same_text(const GraphFile& left, const GraphFile& right, Level level = Level::kExact) {
  const KnownArguments known = arguments_of(left);
  return canonical_text(left, level, known) == canonical_text(right, level, known);
}
bool same(const std::string& left, const std::string& right, Level level = Level::kExact) {
  const GraphFile a = parse_text(left), b = parse_text(right);
  const bool equal_texts = same_text(a, b, level);
  CHECK(equal_texts == equal(a, b, {level}));
  return equal_texts;
}

TEST_CASE("the text numbers nodes from the results down, whatever their order in the file") {
  CHECK(text_of(parse_text("graph f\n%0 = input user \"1\" : f32[2]\n%1 = input user \"0\" : f32[2]\n"
                           "%2 = aten.sub(self=%1, other=%0) : f32[2]\noutput \"0\"=%2\n"),
                Level::kShapes) ==
        "graph \"f\"\ninput user \"0\" : f32[2]{?}\ninput user \"1\" : f32[2]{?}\n"
        "\"aten.sub\"(\"self\"=%0.0, \"other\"=%1.0, ) : f32[2]{?}\noutput user \"0\"=%2.0\n");
}

const std::string kTwo = "graph f\n%0 = input user \"0\" : f32[2]\n%1 = input user \"1\" : f32[2]\n";

TEST_CASE("operands that change places, an operator, a constant and a stride each change the text") {
  const std::string sub = kTwo + "%2 = aten.sub(self=%0, other=%1, alpha=1) : f32[2]\noutput \"0\"=%2\n";
  CHECK(same(sub, sub));
  CHECK_FALSE(same(sub, kTwo + "%2 = aten.sub(self=%1, other=%0, alpha=1) : f32[2]\noutput \"0\"=%2\n"));
  CHECK_FALSE(same(sub, kTwo + "%2 = aten.add(self=%0, other=%1, alpha=1) : f32[2]\noutput \"0\"=%2\n"));
  const std::string constant = kTwo + "%2 = aten.sub(self=%0, other=%1, alpha=2) : f32[2]\noutput \"0\"=%2\n";
  CHECK_FALSE(same(sub, constant, Level::kShapes));
  CHECK(same(sub, constant, Level::kStructure));
  const std::string stride =
      kTwo + "%2 = aten.sub(self=%0, other=%1, alpha=1) : f32[2]{3}\noutput \"0\"=%2\n";
  CHECK_FALSE(same(sub, stride, Level::kExact));
  CHECK(same(sub, stride, Level::kShapes));
}

TEST_CASE("the memory that a constant lies in is part of the text, the names of constants are not") {
  const auto with = [](const std::string& name, const std::string& memory) {
    return "graph f\n%0 = input constant \"" + name + "\" data(\"AQ==\")" + memory +
           " : u8[1]\noutput \"0\"=%0\n";
  };
  const std::string part = with("c", " memory_of(buffer \"kept\" 4)");
  CHECK_FALSE(same(part, with("c", "")));
  CHECK_FALSE(same(part, with("c", " memory_of(buffer \"kept\" 8)")));
  CHECK_FALSE(same(part, with("c", " memory_of(buffer \"kept\" 4 detached)")));
  CHECK(same(part, with("d", " memory_of(buffer \"kept\" 4)")));
  CHECK(same(with("c", " memory_of(constant \"a\" 4)"), with("d", " memory_of(constant \"b\" 4)")));
  CHECK(same(part, with("c", ""), Level::kShapes));
}

TEST_CASE("a view read before a write to its base is not one read after it") {
  const std::string start = kTwo + "%2 = view(self=%0) alias(0:self) : f32[2]\n";
  const std::string read = "aten.relu(self=%2) : f32[2]\n",
                    write = "add_(self=%0, other=%1) mutates(self) alias(0:self) : f32[2]\n";
  const std::string end_a = "output \"0\"=%3\n", end_b = "output \"0\"=%4\n";
  CHECK_FALSE(same(start + "%3 = " + read + "%4 = " + write + end_a,
                   start + "%3 = " + write + "%4 = " + read + end_b));
}

TEST_CASE("a defaulted argument that only one side has is no difference, an explicit one is") {
  const auto with = [](const std::string& more) {
    return kTwo + "%2 = aten.sub(self=%0, other=%1" + more + ") : f32[2]\noutput \"0\"=%2\n";
  };
  CHECK(same(with(", alpha?=1"), with("")));
  CHECK(same(with(""), with(", alpha?=1")));
  CHECK(same(with(", alpha?=1"), with(", alpha=1")));
  CHECK_FALSE(same(with(""), with(", alpha=1")));
  CHECK_FALSE(same(with(", alpha?=1"), with(", alpha=2")));
}

TEST_CASE("dead cycles: one of six is not two of three, and their order does not matter") {
  const auto dead = [](const std::array<int, 12>& ends) {
    std::string text = "graph f\n";
    for (int k = 0; k < 6; ++k) text += "%" + std::to_string(k) + " = zeros() : f32[2]\n";
    for (int k = 0; k < 6; ++k)
      text += "%" + std::to_string(6 + k) + " = bin(self=%" + std::to_string(ends.at(2 * k)) + ", other=%" +
              std::to_string(ends.at(2 * k + 1)) + ") : f32[2]\n";
    return text + "output\n";
  };
  const std::string six = dead({0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0});
  const std::string threes = dead({0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3});
  CHECK_FALSE(same(six, threes));
  CHECK(same(six, dead({5, 3, 3, 1, 1, 0, 0, 2, 2, 4, 4, 5})));
  CHECK(same(threes, dead({1, 3, 3, 5, 5, 1, 4, 2, 2, 0, 0, 4})));
}

TEST_CASE("sub-graphs count by what they compute, not by their names") {
  const auto branch = [](const std::string& name, const std::string& op) {
    return "graph f\n%0 = input user \"0\" : f32[2]\n%1 = cond(pred=%0, true_fn=graph(f/" + name +
           ")) : f32[2]\noutput \"0\"=%1\ngraph f/" + name +
           " of %1\n%0 = input user \"0\" : f32[2]\n%1 = " + op + "(self=%0) : f32[2]\noutput \"0\"=%1\n";
  };
  CHECK(same(branch("a", "aten.relu"), branch("b", "aten.relu")));
  CHECK_FALSE(same(branch("a", "aten.relu"), branch("a", "aten.tanh")));
}

// ---- against `equal`, on graphs where symmetry, effects and dead code are common

using Random = std::mt19937;

TensorMeta vector_of(std::int64_t size) {
  return {DType::kFloat32, {{size, {}}}, std::vector<Dim>{{1, {}}}, {Name("cpu"), 0}, Layout::kStrided};
}

Node random_op(Random& random, const Graph& graph) {
  static const std::array<std::string_view, 8> names{"zeros", "un",     "bin",  "bin",
                                                     "view",  "write_", "rand", "state"};
  const std::string_view name = names.at(random() % names.size());
  Node node;
  node.target.name = Name(name);
  const auto add = [&](const char* argument) {
    if (!graph.nodes.empty())
      node.args.push_back({Name(argument), Ref{static_cast<NodeId>(random() % graph.nodes.size()), {0}}});
  };
  if (name != "zeros" && name != "rand") add("self");
  if (name == "bin") add("other");
  if (name == "un")
    node.args.push_back({Name("by"), Value(static_cast<std::int64_t>(random() % 2)), random() % 2 == 0});
  const bool views = name == "view" || name == "write_";
  if (!node.args.empty() && views) node.alias.push_back({{0}, Name("self")});
  if (!node.args.empty() && name == "write_") node.effects.mutates.push_back(Name("self"));
  node.effects.rng = name == "rand";
  node.effects.state = name == "state";
  node.outputs.push_back({vector_of(2)});
  return node;
}

Graph random_small_graph(Random& random) {
  Graph graph;
  graph.name = Name("f");
  for (std::uint32_t k = random() % 3; k > 0; --k) {
    Node& input = graph.nodes.emplace_back();
    input.kind = NodeKind::kInput;
    input.role = k == 2 ? Role::kConstant : Role::kUser;
    input.name = Name(std::to_string(k));
    if (k == 2) input.constant = ConstantValue{std::string(64, 'a'), "x"};
    input.outputs.push_back({vector_of(2)});
  }
  const std::size_t size = 3 + random() % 7;
  while (graph.nodes.size() < size) graph.nodes.push_back(random_op(random, graph));
  Node output;
  output.kind = NodeKind::kOutput;
  for (std::uint32_t k = 0; k < random() % 3; ++k)
    output.results.push_back(
        {ResultRole::kUser, Name(std::to_string(k)), Ref{static_cast<NodeId>(random() % size), {0}}});
  graph.nodes.push_back(output);
  return graph;
}

void move_refs(Node& node, const std::vector<NodeId>& place) {
  for (Argument& argument : node.args)
    if (auto* ref = std::get_if<Ref>(&argument.value.data)) ref->node = place[ref->node];
  for (Result& result : node.results) {
    NodeId& id = std::get<Ref>(result.value.data).node;
    id = place[id];
  }
}

/// Any order in which references point backwards. Effects may change places: `equal` decides whether it
/// matters.
Graph shuffled(const Graph& graph, Random& random) {
  const std::size_t inner = graph.nodes.size() - 1;
  std::vector<NodeId> order, place(graph.nodes.size(), kNoNode);
  while (order.size() < inner) {
    const NodeId id = static_cast<NodeId>(random() % inner);
    bool ready = place[id] == kNoNode;
    for (const Argument& argument : graph.nodes[id].args)
      for_each_ref(argument.value, [&](const Ref& ref) { ready = ready && place[ref.node] != kNoNode; });
    if (!ready) continue;
    place[id] = static_cast<NodeId>(order.size());
    order.push_back(id);
  }
  order.push_back(static_cast<NodeId>(inner));
  Graph copy;
  copy.name = graph.name;
  for (const NodeId id : order) move_refs(copy.nodes.emplace_back(graph.nodes[id]), place);
  return copy;
}

void edit(Graph& graph, Random& random) {
  const NodeId id = static_cast<NodeId>(random() % graph.nodes.size());
  Node& node = graph.nodes[id];
  const std::uint32_t what = random() % 5;
  if (what == 0 && node.kind == NodeKind::kOp) node.target.name = Name("edited");
  if (what == 1 && !node.outputs.empty()) node.outputs[0] = Output{vector_of(3)};
  if (what == 2 && !node.outputs.empty())
    std::get<TensorMeta>(node.outputs[0].data).stride = std::vector<Dim>{{5, {}}};
  if (what >= 3 && id > 0 && !node.args.empty() && std::holds_alternative<Ref>(node.args.back().value.data))
    node.args.back().value = Ref{static_cast<NodeId>(random() % id), {0}};
  if (what == 3 && !node.args.empty() && !std::holds_alternative<Ref>(node.args.back().value.data))
    node.args.back().value = Value(std::int64_t{1});
}

TEST_CASE("texts are equal exactly when `equal` says so, at every level, on thousands of small graphs") {
  Random random(20260601);
  std::array<int, 2> seen{};
  for (int round = 0; round < 12'000; ++round) {
    const GraphFile left{{}, {random_small_graph(random)}};
    GraphFile right{{}, {shuffled(left.graphs[0], random)}};
    for (std::uint32_t edits = random() % 3; edits > 0; --edits) edit(right.graphs[0], random);
    for (const Level level : kLevels) {
      const bool expected = equal(left, right, {level});
      ++seen.at(expected ? 1 : 0);
      if (same_text(left, right, level) == expected) continue;
      FAIL("round " << round << " at " << to_string(level) << ": equal says " << expected << "\n"
                    << print_text(left) << "\n"
                    << print_text(right));
    }
  }
  CHECK(seen[0] > 5'000);
  CHECK(seen[1] > 5'000);
}

TEST_CASE("large graphs: another order gives the same text, one edit another, in its own module's text") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const GraphFile left = random_graph(3'000, seed);
    CHECK(same_text(left, reordered(left, seed + 100)));
    GraphFile right = reordered(left, seed + 200);
    right.graphs[0].nodes[1'700].target.name = Name("aten.edited.default");
    CHECK_FALSE(same_text(left, right));
  }
}

TEST_CASE("a chain of 200,000 nodes has a text: nothing recurs over the graph") {
  CHECK(canonical_text(chain(200'000), Level::kExact, {}).has_value());
}

TEST_CASE("dead code too symmetric for the budget has no text, and a star of twins is not such") {
  Graph star;
  star.name = Name("f");
  for (NodeId id = 0; id <= 5'000; ++id) {
    Node& node = star.nodes.emplace_back();
    node.target.name = Name(id == 0 ? "zeros" : "un");
    if (id > 0) node.args.push_back({Name("self"), Ref{0, {0}}});
    node.outputs.push_back({vector_of(2)});
  }
  CHECK(canonical_text({{}, {star}}, Level::kExact, {}).has_value());
  Graph cliques = star;  // every pair of sources has a reader: equal nodes cannot be distinguished
  cliques.nodes.clear();
  for (NodeId k = 0; k < 14; ++k) cliques.nodes.push_back(star.nodes[0]);
  for (NodeId a = 0; a < 14; ++a)
    for (NodeId b = 0; b < 14; ++b) {
      if (a == b) continue;
      Node node = star.nodes[1];
      node.args = {{Name("self"), Ref{a, {0}}}, {Name("other"), Ref{b, {0}}}};
      cliques.nodes.push_back(node);
    }
  CHECK_FALSE(canonical_text({{}, {cliques}}, Level::kExact, {}).has_value());
}

TEST_CASE("modules come from the record, else from the parameters a node reads, else from what it follows") {
  const GraphFile file = parse_text(
      "graph f\n%0 = input parameter \"a.b.weight\" : f32[2]\n%1 = input user \"0\" : f32[2]\n"
      "%2 = mul(self=%1, other=%0) : f32[2]\n%3 = relu(self=%2) : f32[2]\n"
      "%4 = tanh(self=%3) : f32[2] at(module=\"act\")\noutput \"0\"=%4\n");
  CHECK(modules_of(file.graphs[0]) == std::vector<std::string>{"a.b", "", "a.b", "a.b", "act", ""});
}

}  // namespace
}  // namespace assay
