// Causes: differences with equal and with different keys.
#include "harness/results/causes.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

PairId pair(const std::string& id) { return {id, MethodId::kMakeFx, Device::kCpu}; }

/// relu against `op` after `before` further nodes, so that node numbers differ between graphs.
DiffResult relu_becomes(const std::string& op, int before) {
  const auto graph = [&](const std::string& last) {
    std::string text = "graph f\n%0 = input user \"0\" : f32[2]\n";
    for (int k = 1; k <= before; ++k)
      text += "%" + std::to_string(k) + " = aten.neg(self=%" + std::to_string(k - 1) + ") : f32[2]\n";
    const std::string number = std::to_string(before + 1);
    return parse_text(text + "%" + number + " = " + last + "(self=%" + std::to_string(before) +
                      ") : f32[2]\noutput \"0\"=%" + number + "\n");
  };
  return diff(graph("aten.relu"), graph(op));
}

std::vector<Cause> folded(const std::vector<std::pair<std::string, DiffResult>>& results) {
  std::vector<CauseSeen> all;
  for (const auto& [id, result] : results)
    for (CauseSeen& seen : causes_of(pair(id), result)) all.push_back(std::move(seen));
  return fold_causes(all);
}

TEST_CASE("the same change in three graphs is one cause, whatever the numbers of the nodes") {
  const auto causes = folded({{"a", relu_becomes("aten.tanh", 0)},
                              {"b", relu_becomes("aten.tanh", 5)},
                              {"c", relu_becomes("aten.tanh", 9)}});
  REQUIRE(causes.size() == 1);
  CHECK(causes[0].key ==
        CauseKey{CauseKind::kDifference, DiffKind::kTarget, "aten.relu", "target aten.relu -> aten.tanh"});
  CHECK(causes[0].pairs == std::vector<PairId>{pair("a"), pair("b"), pair("c")});
  CHECK(causes[0].places.size() == 3);
  CHECK(causes[0].places[0].right == "%1 = aten.tanh(self=%0) : f32[2]");
}

TEST_CASE("another operator found is another cause with another id, those that touch most come first") {
  const auto causes = folded({{"a", relu_becomes("aten.tanh", 0)},
                              {"b", relu_becomes("aten.silu", 5)},
                              {"c", relu_becomes("aten.silu", 9)}});
  REQUIRE(causes.size() == 2);
  CHECK(causes[0].key.change == "target aten.relu -> aten.silu");
  CHECK(causes[1].key.change == "target aten.relu -> aten.tanh");
  CHECK(causes[0].id != causes[1].id);
}

/// A line per cause: places, change, consequences.
std::string told(const std::string& left, const std::string& right) {
  std::string text;
  for (const Cause& cause :
       folded({{"a", diff(parse_text("graph f\n" + left), parse_text("graph f\n" + right))}}))
    text += std::to_string(cause.places.size()) + " x " + cause.key.change + ", explains " +
            std::to_string(consequences_of(cause)) + "\n";
  return text;
}

/// Two chains of three operators over inputs of `size`. Their first operator is `op`.
std::string chains(const std::string& size, const std::string& op = "aten.exp(self=%0)") {
  return "%0 = input user \"0\" : f32[" + size + "]\n%1 = " + op + " : f32[" + size +
         "]\n%2 = aten.cos(self=%1) : f32[" + size + "]\n%3 = aten.sin(self=%2) : f32[" + size +
         "]\noutput \"0\"=%3\n";
}

TEST_CASE("what only follows from a root is no cause: an input's size changed, three operators follow") {
  CHECK(told(chains("2"), chains("4")) == "1 x shape input user output 0: f32[2] -> f32[4], explains 3\n");
  CHECK(told(chains("2"), chains("2")).empty());
}

TEST_CASE("a change beside an earlier one is a cause of its own, what follows belongs to the nearer") {
  CHECK(told(chains("2"), chains("4", "aten.tanh(self=%0)")) ==
        "1 x shape input user output 0: f32[2] -> f32[4], explains 0\n"
        "1 x target aten.exp -> aten.tanh, explains 2\n");
}

TEST_CASE("an argument with another name is one cause, also one with another value") {
  const std::string old_name = "aten.pdist(self=%0, grad=3)", new_name = "aten.pdist(self=%0, grad_output=";
  CHECK(told(chains("2", old_name), chains("2", new_name + "3)")) ==
        "1 x renamed argument aten.pdist grad: grad -> grad_output, explains 0\n");
  CHECK(told(chains("2", old_name), chains("2", new_name + "4)")) ==
        "1 x renamed argument aten.pdist grad: grad -> grad_output, explains 1\n");
}

TEST_CASE("ids come from the content alone, and parts that run together are told apart") {
  CHECK(id_of({CauseKind::kDifference, DiffKind::kTarget, "aten.relu", "target aten.relu -> aten.tanh"}) ==
        "c3cc3cad");
  CHECK(id_of({CauseKind::kDifference, DiffKind::kTarget, "ab", "c"}) !=
        id_of({CauseKind::kDifference, DiffKind::kTarget, "a", "bc"}));
}

TEST_CASE("a whole node is the same cause at other sizes, a size that changed is another one") {
  const std::string none = "%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n";
  const auto neg = [](const std::string& size) {
    return "%0 = input user \"0\" : f32[" + size + "]\n%1 = aten.neg(self=%0) : f32[" + size +
           "]\noutput \"0\"=%0\n";
  };
  const std::string bare = "%0 = input user \"0\" : f32[4]\noutput \"0\"=%0\n";
  CHECK(told(none, neg("2")) == "1 x extra aten.neg, explains 0\n");
  CHECK(told(neg("4"), bare) == "1 x missing aten.neg, explains 0\n");
  CHECK(told(none, neg("2")) == told(bare, neg("4")));
  CHECK(told(neg("2"), neg("4")) != told(neg("2"), neg("8")));
}

TEST_CASE("operators that are new at one place are one cause that names them all, in any order") {
  const std::string inputs = "%0 = input user \"0\" : f32[2]\n%1 = input user \"1\" : f32[2]\n";
  const std::string none = inputs + "output \"0\"=%0\n";
  const std::string exp_first = inputs +
                                "%2 = aten.exp(self=%0) : f32[2]\n%3 = aten.neg(self=%1) : f32[2]\n"
                                "%4 = aten.add(self=%2, other=%3) : f32[2]\noutput \"0\"=%4\n";
  const std::string neg_first = inputs +
                                "%2 = aten.neg(self=%1) : f32[2]\n%3 = aten.exp(self=%0) : f32[2]\n"
                                "%4 = aten.add(self=%3, other=%2) : f32[2]\noutput \"0\"=%4\n";
  CHECK(told(none, exp_first) == "1 x extra aten.add, aten.exp, aten.neg, explains 3\n");
  CHECK(told(none, neg_first) == told(none, exp_first));
  const std::string twice = inputs +
                            "%2 = aten.exp(self=%0) : f32[2]\n%3 = aten.exp(self=%1) : f32[2]\n"
                            "%4 = aten.add(self=%2, other=%3) : f32[2]\noutput \"0\"=%4\n";
  CHECK(told(none, twice) == "1 x extra aten.add, 2 aten.exp, explains 3\n");
}

TEST_CASE("a summary that differs is one cause, whatever the number of its modules") {
  DiffResult result;
  for (const char* module : {"a", "b", "c", "d"}) {
    DiffEntry& entry = result.entries.emplace_back();
    entry.subject = DiffSubject::kModule;
    entry.module = module;
    entry.left = "4 nodes, sha256 1";
    entry.right = "4 nodes, sha256 2";
  }
  DiffEntry& op = result.entries.emplace_back();
  op.op = "aten.relu.default";
  op.left = "4 times";
  op.right = "3 times";
  const CauseSeen seen = cause_of_summary(pair("a"), result);
  CHECK(seen.place.left.starts_with("aten.relu.default 4 times; sha256 "));
  CHECK(seen.place.right.starts_with("aten.relu.default 3 times; sha256 "));
  CHECK(seen.place.module == "a, b, c and 1 more");
  result.entries[3].right = "4 nodes, sha256 3";
  CHECK(cause_of_summary(pair("a"), result).key != seen.key);
}

TEST_CASE("graphs without a golden are one cause per case") {
  const auto causes =
      fold_causes({cause_of_new(pair("a"), ""), cause_of_new({"a", MethodId::kAot, Device::kCuda}, ""),
                   cause_of_new(pair("b"), "")});
  REQUIRE(causes.size() == 2);
  CHECK(causes[0].pairs.size() == 2);
  CHECK(causes[0].key.change == "no golden -> the first graph of a");
  CHECK(causes[0].places[0].right == "the first graph of a");
}

TEST_CASE("records name causes by their id, each once, so many and no more") {
  const auto seen = [](const std::string& change) {
    return CauseSeen{{CauseKind::kDifference, DiffKind::kTarget, "op", change},
                     {{"a", MethodId::kAot, Device::kCpu}, "", "", "", "", "", 0}};
  };
  const std::vector<NamedCause> named = named_causes({seen("x"), seen("y"), seen("x")});
  REQUIRE(named.size() == 2);
  CHECK(named[0] == NamedCause{id_of(seen("x").key), "x"});
  CHECK(named[1].what == "y");
  CHECK(named_causes({seen(std::string(999, 'z'))})[0].what.size() < 200);
  std::vector<CauseSeen> many;
  for (int i = 0; i < 20; ++i) many.push_back(seen(std::to_string(i)));
  CHECK(named_causes(many).size() == 8);
}

}  // namespace
}  // namespace assay
