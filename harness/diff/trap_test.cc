// Known traps of graph comparison, each with a test: text graphs in, text diff out.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/graph/text.h"
#include "harness/testing/random_graph.h"
#include "reports/diff_text/print_diff.h"

namespace assay {
namespace {

/// A line per root cause: kind, place, operator, reach. "equal" without causes.
std::string causes(const GraphFile& left, const GraphFile& right, const Policy& policy = {}) {
  DiffResult result = diff(left, right, policy);
  CHECK(result.equal == equal(left, right, policy));
  std::string text = result.equal ? "equal\n" : "";
  for (const Hidden& hidden : result.hidden) text += print_hidden(hidden);
  for (const RootCause& root : result.roots) {
    const DiffEntry& entry = result.entries[root.places.front()];
    text += fmt::format("{} {} {} x{} +{}\n", to_string(root.kind), place_text(entry), subject_text(entry),
                        root.places.size(), root.consequences);
  }
  return text;
}
std::string causes(const std::string& left, const std::string& right, const Policy& policy = {}) {
  return causes(parse_text("graph f\n" + left), parse_text("graph f\n" + right), policy);
}

const std::string kTwo = "%0 = input user \"0\" : f32[2]\n%1 = input user \"1\" : f32[2]\n";

std::string ended(const std::string& text) { return kTwo + text + "output \"0\"=%2\n"; }

TEST_CASE("x*x has two edges: one of them led elsewhere is rewired") {
  std::string square = ended("%2 = aten.mul.Tensor(self=%0, other=%0) : f32[2]\n");
  CHECK(causes(square, square) == "equal\n");
  CHECK(causes(square, ended("%2 = aten.mul.Tensor(self=%0, other=%1) : f32[2]\n")) ==
        "rewired f/%2 aten.mul.Tensor x1 +0\n");
}

TEST_CASE("f(a,b,a) is not f(b,b,a)") {
  std::string where = ended("%2 = aten.where.self(condition=%0, self=%1, other=%0) : f32[2]\n");
  CHECK(causes(where, where) == "equal\n");
  CHECK(causes(where, ended("%2 = aten.where.self(condition=%1, self=%1, other=%0) : f32[2]\n")) ==
        "rewired f/%2 aten.where.self x1 +0\n");
}

TEST_CASE("sub(a,b) is not sub(b,a), and no policy makes it so") {
  std::string left = ended("%2 = aten.sub.Tensor(self=%0, other=%1) : f32[2]\n");
  std::string right = ended("%2 = aten.sub.Tensor(self=%1, other=%0) : f32[2]\n");
  CHECK(causes(left, right) == "rewired f/%2 aten.sub.Tensor x1 +0\n");
  CHECK(causes(left, right, {.commutative = true}) ==
        "policy commutative=true: set aside 0 on the left, 0 on the right\nrewired f/%2 aten.sub.Tensor x1 "
        "+0\n");
}

TEST_CASE("add(a,b) is add(b,a) only by policy, and only with alpha 1") {
  std::string left = ended("%2 = aten.add.Tensor(self=%0, other=%1) : f32[2]\n");
  std::string right = ended("%2 = aten.add.Tensor(self=%1, other=%0) : f32[2]\n");
  CHECK(causes(left, right) == "rewired f/%2 aten.add.Tensor x1 +0\n");
  CHECK(causes(left, right, {.commutative = true}) ==
        "equal\npolicy commutative=true: set aside 1 on the left, 1 on the right\n");
  CHECK(causes(ended("%2 = aten.add.Tensor(self=%0, other=%1, alpha=2) : f32[2]\n"),
               ended("%2 = aten.add.Tensor(self=%1, other=%0, alpha=2) : f32[2]\n"), {.commutative = true}) ==
        "policy commutative=true: set aside 0 on the left, 0 on the right\nrewired f/%2 aten.add.Tensor x1 "
        "+0\n");
}

TEST_CASE("under the commutative policy an edit above an addition does not turn it round") {
  auto net = [](const char* op, const char* operands) {
    return kTwo + fmt::format(
                      "%2 = aten.{}.default(self=%0) : f32[2]\n%3 = aten.add.Tensor({}) : f32[2]\n"
                      "output \"0\"=%3\n",
                      op, operands);
  };
  for (const char* other : {"gelu", "silu", "tanh", "exp", "log", "sin", "cos", "neg"})
    CHECK(causes(net("relu", "self=%2, other=%1"), net(other, "self=%1, other=%2"), {.commutative = true}) ==
          "policy commutative=true: set aside 1 on the left, 1 on the right\n"
          "target f/%2 aten.relu.default x1 +0\n");
}

TEST_CASE("a constant that two share is not two constants") {
  auto constant = [](int id) {
    return fmt::format("%{} = input constant \"c{}\" data(\"AACAPw==\") : f32[]\n", id, id);
  };
  std::string shared = constant(0) +
                       "%1 = aten.sin.default(self=%0) : f32[]\n%2 = aten.cos.default(self=%0) : f32[]\n"
                       "output \"0\"=%1, \"1\"=%2\n";
  std::string twice = constant(0) + constant(1) +
                      "%2 = aten.sin.default(self=%0) : f32[]\n%3 = aten.cos.default(self=%1) : f32[]\n"
                      "output \"0\"=%2, \"1\"=%3\n";
  CHECK(causes(shared, shared) == "equal\n");
  CHECK(causes(shared, twice) == "extra f/%1 input constant x1 +1\n");
}

/// Linear layers with own weights, or without weights.
std::string layers(int count, bool weights, const char* odd_op = "relu", int odd = -1) {
  std::string text = "%0 = input user \"0\" : f32[4,4]\n";
  int id = 0, before = 0;
  for (int layer = 0; weights && layer < count; ++layer)
    text += fmt::format("%{} = input parameter \"{}.weight\" : f32[4,4]\n", ++id, layer);
  for (int layer = 0; layer < count; ++layer) {
    ++id;
    text += weights
                ? fmt::format("%{} = aten.mm.default(self=%{}, mat2=%{}) : f32[4,4]\n", id, before, layer + 1)
                : fmt::format("%{} = aten.sin.default(self=%{}) : f32[4,4]\n", id, before);
    text += fmt::format("%{} = aten.{}.default(self=%{}) : f32[4,4]\n", id + 1,
                        layer == odd || odd == -2 ? odd_op : "relu", id);
    before = ++id;
  }
  return text + fmt::format("output \"0\"=%{}\n", before);
}

TEST_CASE("one of 24 equal layers removed is one cause") {
  CHECK(causes(layers(24, false), layers(24, false)) == "equal\n");
  std::string text = causes(layers(24, false), layers(23, false));
  CHECK(text.starts_with("missing f/%"));
  CHECK(std::ranges::count(text, '\n') == 1);
}

TEST_CASE("the same change in 24 layers is one cause with 24 places") {
  CHECK(causes(layers(24, true), layers(24, true, "gelu", -2)) == "target f/%26 aten.relu.default x24 +0\n");
  CHECK(causes(layers(24, false), layers(24, false, "gelu", -2)) == "target f/%2 aten.relu.default x24 +0\n");
  CHECK(causes(layers(24, false), layers(24, false, "gelu", 7)) == "target f/%16 aten.relu.default x1 +0\n");
}

TEST_CASE("q, k and v swapped are found, each where it is used") {
  auto attention = [](const char* order) {
    return std::string(
               "%0 = input user \"0\" : f32[4,4]\n%1 = input parameter \"q\" : f32[4,4]\n"
               "%2 = input parameter \"k\" : f32[4,4]\n%3 = input parameter \"v\" : f32[4,4]\n"
               "%4 = aten.mm.default(self=%0, mat2=%1) : f32[4,4]\n"
               "%5 = aten.mm.default(self=%0, mat2=%2) : f32[4,4]\n"
               "%6 = aten.mm.default(self=%0, mat2=%3) : f32[4,4]\n%7 = attend(") +
           order + ") : f32[4,4]\noutput \"0\"=%7\n";
  };
  CHECK(causes(attention("q=%4, k=%5, v=%6"), attention("q=%4, k=%5, v=%6")) == "equal\n");
  CHECK(causes(attention("q=%4, k=%5, v=%6"), attention("q=%5, k=%4, v=%6")) ==
        "rewired f/%7 attend x1 +0\n");
}

TEST_CASE("another batch size is one cause at the input, sizes among the constants included") {
  auto net = [](int batch) {
    return fmt::format(
        "%0 = input user \"0\" : f32[{0},4]\n%1 = aten.relu.default(self=%0) : f32[{0},4]\n"
        "%2 = aten.view.default(self=%1, size=[{1}]) : f32[{1}]\noutput \"0\"=%2\n",
        batch, 4 * batch);
  };
  CHECK(causes(net(2), net(9)) == "shape f/%0 output 0 input user x1 +3\n");
  CHECK(causes(net(2), net(9), {.level = Level::kStructure}) == "equal\n");
}

TEST_CASE("a size that did not follow the batch size is a cause of its own") {
  auto net = [](int batch, int size) {
    return fmt::format(
        "%0 = input user \"0\" : f32[{0},4]\n%1 = aten.relu.default(self=%0) : f32[{0},4]\n"
        "%2 = aten.view.default(self=%1, size=[{1}]) : f32[{1}]\noutput \"0\"=%2\n",
        batch, size);
  };
  CHECK(causes(net(2, 8), net(9, 7)) ==
        "shape f/%0 output 0 input user x1 +1\nconstant f/%2 size aten.view.default x1 +1\n");
}

TEST_CASE("a renamed operator is a target, a renamed argument is that") {
  CHECK(causes(ended("%2 = aten.detach.default(self=%0) : f32[2]\n"),
               ended("%2 = aten.alias.default(self=%0) : f32[2]\n")) ==
        "target f/%2 aten.detach.default x1 +0\n");
  CHECK(causes(ended("%2 = aten._pdist_backward.default(grad=%0, self=%1, p=2.0) : f32[2]\n"),
               ended("%2 = aten._pdist_backward.default(grad_output=%0, self=%1, p=2.0) : f32[2]\n")) ==
        "renamed argument f/%2 grad aten._pdist_backward.default x1 +0\n");
}

TEST_CASE("the other output of a multi-output operator is rewired") {
  auto net = [](const char* path) {
    return fmt::format(
        "%0 = input user \"0\" : f32[2]\n%1 = aten.max.dim(self=%0, dim=0) : (f32[], f32[])\n"
        "%2 = aten.neg.default(self={}) : f32[]\noutput \"0\"=%2\n",
        path);
  };
  CHECK(causes(net("%1.0"), net("%1.0")) == "equal\n");
  CHECK(causes(net("%1.0"), net("%1.1")) == "rewired f/%2 aten.neg.default x1 +0\n");
}

TEST_CASE("a change inside a sub-graph is told there") {
  auto net = [](const char* op) {
    return fmt::format(
        "%0 = input user \"0\" : f32[2]\n%1 = cond(yes=graph(\"f/a\"), x=%0) : f32[2]\noutput \"0\"=%1\n"
        "graph \"f/a\" of %1\n%0 = input user \"0\" : f32[2]\n%1 = aten.{}.default(self=%0) : f32[2]\n"
        "output \"0\"=%1\n",
        op);
  };
  CHECK(causes(net("sin"), net("sin")) == "equal\n");
  CHECK(causes(net("sin"), net("cos")) == "target f/a/%1 aten.sin.default x1 +0\n");
}

TEST_CASE("a chain of 100,000 nodes with one edit is walked without recursion") {
  GraphFile left = chain(100'000), right = left;
  right.graphs[0].nodes[50'000].target.name = Name("aten.neg.default");
  CHECK(causes(left, left) == "equal\n");
  CHECK(causes(left, right) == "target forward/%50000 aten.relu.default x1 +0\n");
}

TEST_CASE("graphs without a single anchor are still told apart at one node") {
  auto net = [](const char* op) {
    return fmt::format(
        "%0 = aten.rand.default(size=[2]) : f32[2]\n%1 = aten.sin.default(self=%0) : f32[2]\n"
        "%2 = aten.{}.default(self=%1) : f32[2]\n%3 = aten.exp.default(self=%2) : f32[2]\n",
        op);
  };
  CHECK(causes(net("cos"), net("cos")) == "equal\n");
  CHECK(causes(net("cos"), net("tan")) == "target f/%2 aten.cos.default x1 +0\n");
}

TEST_CASE(
    "of three equal dead operators without inputs one changed is one cause, one that reads an input is "
    "another") {
  const auto net = [](const std::string& last) {
    return ended(
        "%2 = aten.sin.default(self=%0) : f32[2]\n%3 = aten.empty.memory_format(size=[2]) : f32[2]\n"
        "%4 = aten.empty.memory_format(size=[2]) : f32[2]\n%5 = " +
        last);
  };
  const std::string same = net("aten.empty.memory_format(size=[2]) : f32[2]\n");
  CHECK(causes(same, same) == "equal\n");
  CHECK(causes(same, net("aten.empty.memory_format(size=[4]) : f32[4]\n")) ==
        "constant f/%5 size aten.empty.memory_format x1 +1\n");
  CHECK(causes(same, net("aten.empty.memory_format(size=[2]) : f64[2]\n")) ==
        "dtype f/%5 output 0 aten.empty.memory_format x1 +0\n");
  CHECK(causes(same, net("aten.ones.default(size=[2]) : f32[2]\n")) ==
        "target f/%5 aten.empty.memory_format x1 +0\n");
  CHECK(causes(same, net("aten.cos.default(self=%0) : f32[2]\n")) ==
        "missing f/%5 aten.empty.memory_format x1 +0\nextra f/%5 aten.cos.default x1 +0\n");
}

TEST_CASE("a view read before a write to its base is not one read after") {
  const std::string view =
      "%0 = input user \"0\" : f32[4]\n%1 = aten.view.default(self=%0, size=[4]) alias(0:self) : f32[4]\n";
  std::string after = view +
                      "%2 = aten.add_.Tensor(self=%0, other=1) mutates(self) alias(0:self) : f32[4]\n"
                      "%3 = aten.mul.Tensor(self=%1, other=2) : f32[4]\noutput \"0\"=%3\n";
  std::string before =
      view +
      "%2 = aten.mul.Tensor(self=%1, other=2) : f32[4]\n"
      "%3 = aten.add_.Tensor(self=%0, other=1) mutates(self) alias(0:self) : f32[4]\noutput \"0\"=%2\n";
  CHECK(causes(after, after) == "equal\n");
  CHECK(causes(after, before) == "order f/%2 aten.add_.Tensor x1 +0\n");
}

TEST_CASE("alias and detach fold by policy, and what they pass on stays compared") {
  auto net = [](const char* through, const char* op) {
    return kTwo + fmt::format("{}%3 = aten.{}.default(self=%{}) : f32[2]\noutput \"0\"=%3\n", through, op,
                              *through ? 2 : 0);
  };
  std::string bare = kTwo + "%2 = aten.relu.default(self=%0) : f32[2]\noutput \"0\"=%2\n";
  std::string detached = net("%2 = aten.detach.default(self=%0) alias(0:self) : f32[2]\n", "relu");
  Policy fold{.fold_alias = true, .fold_detach = true};
  CHECK(causes(bare, detached) == "extra f/%2 aten.detach.default x1 +1\n");
  CHECK(causes(bare, detached, fold) ==
        "equal\npolicy fold=alias,detach: set aside 0 on the left, 1 on the right\n");
  CHECK(causes(bare, net("%2 = aten.detach.default(self=%0) alias(0:self) : f32[2]\n", "gelu"), fold) ==
        "policy fold=alias,detach: set aside 0 on the left, 1 on the right\n"
        "target f/%2 aten.relu.default x1 +0\n");
  CHECK(causes(bare, net("%2 = aten.detach.default(self=%1) alias(0:self) : f32[2]\n", "relu"), fold) ==
        "policy fold=alias,detach: set aside 0 on the left, 1 on the right\n"
        "rewired f/%2 aten.relu.default x1 +0\n");
}

TEST_CASE("device indices and parameter names are ignored by policy, devices and roles are not") {
  auto net = [](const char* role, const char* name, const char* device) {
    return fmt::format(
        "%0 = input {} \"{}\" : f32[2] {}\n%1 = aten.sin.default(self=%0) : f32[2] {}\noutput \"0\"=%1\n",
        role, name, device, device);
  };
  Policy device{.device_index = true}, names{.parameter_names = true};
  std::string left = net("parameter", "w", "cuda");
  CHECK(causes(left, net("parameter", "w", "cuda:1")) == "device f/%0 output 0 input parameter x1 +1\n");
  CHECK(causes(left, net("parameter", "w", "cuda:1"), device) ==
        "equal\npolicy device_index=ignore: set aside 2 on the left, 2 on the right\n");
  CHECK_FALSE(
      diff(parse_text("graph f\n" + left), parse_text("graph f\n" + net("parameter", "w", "cpu")), device)
          .equal);
  CHECK(causes(left, net("parameter", "fc.w", "cuda"), names) ==
        "equal\npolicy parameter_names=ignore: set aside 1 on the left, 1 on the right\n");
  CHECK_FALSE(
      diff(parse_text("graph f\n" + left), parse_text("graph f\n" + net("buffer", "fc.w", "cuda")), names)
          .equal);
}

}  // namespace
}  // namespace assay
