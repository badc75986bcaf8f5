// Order of effects: where it is identity, and where it is free.
#include <catch2/catch.hpp>

#include "harness/diff/diff.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

std::string with_two_inputs(std::string_view body) {
  return "graph f\n%0 = input user \"0\" : f32[2]\n%1 = input user \"1\" : f32[2]\n" + std::string(body);
}

bool same_order(std::string_view left, std::string_view right, Level level = Level::kExact) {
  GraphFile a = parse_text(with_two_inputs(left)), b = parse_text(with_two_inputs(right));
  bool answer = equal(a, b, Policy{level});
  REQUIRE(equal(b, a, Policy{level}) == answer);
  REQUIRE(diff(a, b, Policy{level}).equal == answer);
  return answer;
}

/// The kinds of all entries, and the texts of the first.
std::string order_of(std::string_view left, std::string_view right) {
  DiffResult result = diff(parse_text(with_two_inputs(left)), parse_text(with_two_inputs(right)));
  std::string text;
  for (const DiffEntry& entry : result.entries) text += std::string(to_string(entry.kind)) + "\n";
  if (!result.entries.empty()) text += result.entries[0].left + "\n" + result.entries[0].right + "\n";
  return text;
}

TEST_CASE("a view read before a write to its base is not one read after it") {
  std::string_view before =
      "%2 = aten.view.default(self=%0) alias(0:self) : f32[2]\n"
      "%3 = aten.neg.default(self=%2) : f32[2]\n"
      "%4 = aten.add_.Tensor(self=%0, other=%1) mutates(self) alias(0:self) : f32[2]\n"
      "output \"0\"=%3, \"1\"=%4\n";
  std::string_view after =
      "%2 = aten.view.default(self=%0) alias(0:self) : f32[2]\n"
      "%3 = aten.add_.Tensor(self=%0, other=%1) mutates(self) alias(0:self) : f32[2]\n"
      "%4 = aten.neg.default(self=%2) : f32[2]\n"
      "output \"0\"=%4, \"1\"=%3\n";
  CHECK(same_order(before, before));
  for (Level level : {Level::kStructure, Level::kShapes, Level::kExact})
    CHECK_FALSE(same_order(before, after, level));
  CHECK(order_of(before, after) ==
        "order\n"
        "%3 = aten.neg.default(self=%2) : f32[2]  before  "
        "%4 = aten.add_.Tensor(self=%0, other=%1) mutates(self) alias(0:self) : f32[2]\n"
        "%3 = aten.add_.Tensor(self=%0, other=%1) mutates(self) alias(0:self) : f32[2]  before  "
        "%4 = aten.neg.default(self=%2) : f32[2]\n");
}

TEST_CASE("a write that nobody reads is still ordered after a read of the same storage") {
  std::string_view before =
      "%2 = aten.neg.default(self=%0) : f32[2]\n"
      "%3 = aten.zero_.default(self=%0) mutates(self) alias(0:self) : f32[2]\n"
      "output \"0\"=%2\n";
  std::string_view after =
      "%2 = aten.zero_.default(self=%0) mutates(self) alias(0:self) : f32[2]\n"
      "%3 = aten.neg.default(self=%0) : f32[2]\n"
      "output \"0\"=%3\n";
  CHECK(same_order(before, before));
  CHECK_FALSE(same_order(before, after));
}

TEST_CASE("two in-place writes to different bases may change places") {
  std::string_view first =
      "%2 = aten.sin_.default(self=%0) mutates(self) alias(0:self) : f32[2]\n"
      "%3 = aten.cos_.default(self=%1) mutates(self) alias(0:self) : f32[2]\noutput \"0\"=%2, \"1\"=%3\n";
  std::string_view second =
      "%2 = aten.cos_.default(self=%1) mutates(self) alias(0:self) : f32[2]\n"
      "%3 = aten.sin_.default(self=%0) mutates(self) alias(0:self) : f32[2]\noutput \"0\"=%3, \"1\"=%2\n";
  CHECK(same_order(first, second));
}

TEST_CASE("two in-place writes through two views of one base may not") {
  std::string_view views =
      "%2 = aten.view.default(self=%0) alias(0:self) : f32[2]\n"
      "%3 = aten.t.default(self=%0) alias(0:self) : f32[2]\n";
  std::string first = std::string(views) +
                      "%4 = aten.sin_.default(self=%2) mutates(self) alias(0:self) : f32[2]\n"
                      "%5 = aten.cos_.default(self=%3) mutates(self) alias(0:self) : f32[2]\n"
                      "output \"0\"=%0\n";
  std::string second = std::string(views) +
                       "%4 = aten.cos_.default(self=%3) mutates(self) alias(0:self) : f32[2]\n"
                       "%5 = aten.sin_.default(self=%2) mutates(self) alias(0:self) : f32[2]\n"
                       "output \"0\"=%0\n";
  CHECK(same_order(first, first));
  CHECK_FALSE(same_order(first, second));
  CHECK(order_of(first, second).starts_with("order\n%4 = aten.sin_"));
}

TEST_CASE("elements of a list are different storages, each written for itself") {
  std::string_view made = "%2 = aten.make.default(self=%0) : [f32[1], f32[1]]\n";
  auto writes = [&](std::string_view first, std::string_view second) {
    return std::string(made) + "%3 = aten.zero_.default(self=" + std::string(first) +
           ") mutates(self) alias(0:self) : f32[1]\n" +
           "%4 = aten.zero_.default(self=" + std::string(second) +
           ") mutates(self) alias(0:self) : f32[1]\n" + "output \"0\"=%2.0.0, \"1\"=%2.0.1\n";
  };
  CHECK(same_order(writes("%2.0.0", "%2.0.1"), writes("%2.0.1", "%2.0.0")));
  CHECK_FALSE(same_order(writes("%2.0.0", "%2.0.1"), writes("%2.0.0", "%2.0.0")));
}

TEST_CASE("mutates(tensors[1]) writes that element only") {
  auto body = [](std::string_view path, std::string_view order) {
    std::string write = "aten.f_.default(tensors=[%0, %1]) mutates(\"" + std::string(path) + "\") : f32[2]\n";
    std::string read = "aten.neg.default(self=%0) : f32[2]\n";
    return order == "read first" ? "%2 = " + read + "%3 = " + write + "output \"0\"=%2, \"1\"=%3\n"
                                 : "%2 = " + write + "%3 = " + read + "output \"0\"=%3, \"1\"=%2\n";
  };
  CHECK(same_order(body("tensors[1]", "read first"), body("tensors[1]", "write first")));
  CHECK_FALSE(same_order(body("tensors[0]", "read first"), body("tensors[0]", "write first")));
  CHECK_FALSE(same_order(body("tensors", "read first"), body("tensors", "write first")));
}

TEST_CASE("two draws from one generator may not change places") {
  std::string_view first =
      "%2 = aten.rand.default() rng : f32[2]\n%3 = aten.randn.default() rng : f32[2]\n"
      "output \"0\"=%2, \"1\"=%3\n";
  std::string_view second =
      "%2 = aten.randn.default() rng : f32[2]\n%3 = aten.rand.default() rng : f32[2]\n"
      "output \"0\"=%3, \"1\"=%2\n";
  CHECK(same_order(first, first));
  CHECK_FALSE(same_order(first, second));
  CHECK(order_of(first, second) ==
        "order\n"
        "%2 = aten.rand.default() rng : f32[2]  before  %3 = aten.randn.default() rng : f32[2]\n"
        "%2 = aten.randn.default() rng : f32[2]  before  %3 = aten.rand.default() rng : f32[2]\n");
}

TEST_CASE("two equal draws are told apart by who uses which") {
  std::string_view straight =
      "%2 = aten.rand.default() rng : f32[2]\n%3 = aten.rand.default() rng : f32[2]\n"
      "output \"0\"=%2, \"1\"=%3\n";
  std::string_view crossed =
      "%2 = aten.rand.default() rng : f32[2]\n%3 = aten.rand.default() rng : f32[2]\n"
      "output \"0\"=%3, \"1\"=%2\n";
  CHECK(same_order(straight, straight));
  CHECK_FALSE(same_order(straight, crossed));
}

TEST_CASE("draws from two generators may change places, from one they may not") {
  auto draws = [](std::string_view a, std::string_view of_a, std::string_view b, std::string_view of_b,
                  std::string_view out) {
    auto text = [](std::string_view op, std::string_view generator) {
      return "aten." + std::string(op) + ".generator(generator=" + std::string(generator) +
             ") rng : f32[2]\n";
    };
    return parse_text(
        "graph f\n%0 = input generator \"g\" : opaque(Generator)\n%1 = input generator \"h\" : "
        "opaque(Generator)\n%2 = " +
        text(a, of_a) + "%3 = " + text(b, of_b) + "output " + std::string(out) + "\n");
  };
  std::string_view straight = "\"0\"=%2, \"1\"=%3", crossed = "\"0\"=%3, \"1\"=%2";
  CHECK(equal(draws("rand", "%0", "randn", "%1", straight), draws("randn", "%1", "rand", "%0", crossed)));
  CHECK_FALSE(
      equal(draws("rand", "%0", "randn", "%0", straight), draws("randn", "%0", "rand", "%0", crossed)));
  CHECK_FALSE(
      equal(draws("rand", "%0", "randn", "%1", straight), draws("rand", "%1", "randn", "%0", straight)));
}

TEST_CASE("an operator moved across the end of an autocast region is another program") {
  std::string_view inside =
      "%2 = fn:torch.amp._enter_autocast() state : None\n"
      "%3 = aten.mm.default(self=%0, mat2=%1) : f32[2]\n"
      "%4 = fn:torch.amp._exit_autocast() state : None\n"
      "output \"0\"=%3\n";
  std::string_view outside =
      "%2 = fn:torch.amp._enter_autocast() state : None\n"
      "%3 = fn:torch.amp._exit_autocast() state : None\n"
      "%4 = aten.mm.default(self=%0, mat2=%1) : f32[2]\n"
      "output \"0\"=%4\n";
  CHECK(same_order(inside, inside));
  for (Level level : {Level::kStructure, Level::kExact}) CHECK_FALSE(same_order(inside, outside, level));
  CHECK(order_of(inside, outside) ==
        "order\n"
        "%3 = aten.mm.default(self=%0, mat2=%1) : f32[2]  before  %4 = fn:torch.amp._exit_autocast() state : "
        "None\n"
        "%3 = fn:torch.amp._exit_autocast() state : None  before  %4 = aten.mm.default(self=%0, mat2=%1) : "
        "f32[2]\n");
}

TEST_CASE("within one region pure operators may change places") {
  std::string_view enter = "%2 = fn:torch.enter() state : None\n";
  CHECK(same_order(std::string(enter) +
                       "%3 = aten.sin.default(self=%0) : f32[2]\n%4 = aten.cos.default(self=%1) : f32[2]\n"
                       "%5 = fn:torch.leave() state : None\noutput \"0\"=%3, \"1\"=%4\n",
                   std::string(enter) +
                       "%3 = aten.cos.default(self=%1) : f32[2]\n%4 = aten.sin.default(self=%0) : f32[2]\n"
                       "%5 = fn:torch.leave() state : None\noutput \"0\"=%4, \"1\"=%3\n"));
}

TEST_CASE("a change of state that was added or lost is a difference") {
  std::string_view with = "%2 = fn:torch.set_grad_enabled(0=False) state : None\noutput \"0\"=%0\n";
  CHECK(same_order(with, with));
  CHECK_FALSE(same_order(with, "output \"0\"=%0\n"));
  CHECK_FALSE(same_order(with, "%2 = fn:torch.set_grad_enabled(0=True) state : None\noutput \"0\"=%0\n"));
}

TEST_CASE("storages that a later alias joins are one from the start") {
  // The time of an alias is ignored on purpose: %4 declares that %0 and %1 may share memory, so the write and
  // the read are ordered.
  auto body = [](std::string_view first, std::string_view alias) {
    std::string write = "aten.zero_.default(self=%0) mutates(self) alias(0:self) : f32[2]\n";
    std::string read = "aten.neg.default(self=%1) : f32[2]\n";
    std::string last = "%4 = aten.pick.default(tensors=[%0, %1])" + std::string(alias) + " : f32[2]\n";
    return first == "read" ? "%2 = " + read + "%3 = " + write + last + "output \"0\"=%2, \"1\"=%4\n"
                           : "%2 = " + write + "%3 = " + read + last + "output \"0\"=%3, \"1\"=%4\n";
  };
  CHECK(same_order(body("read", ""), body("write", "")));
  CHECK(same_order(body("read", " alias(0:tensors)"), body("read", " alias(0:tensors)")));
  CHECK_FALSE(same_order(body("read", " alias(0:tensors)"), body("write", " alias(0:tensors)")));
}

}  // namespace
}  // namespace assay
