// Drift between two small results folders.
#include "harness/results/drift.h"

#include <catch2/catch.hpp>

#include "harness/testing/results_on_disk.h"
#include "reports/drift_text/print_drift.h"

namespace assay {
namespace {

class RunOnDisk : public ResultsOnDisk {
 public:
  explicit RunOnDisk(std::string name) : name_(std::move(name)) {}
  Run read() const { return read_run(name_, written()); }

 private:
  std::string name_;
};

/// relu, `op` of it, and an output.
std::string graph_with(const std::string& op) {
  return "graph forward\n"
         "%0 = input user \"0\" : f32[2,3]\n"
         "%1 = aten.relu.default(self=%0) : f32[2,3]\n"
         "%2 = " +
         op +
         "(self=%1) alias(0:self) : f32[2,3]\n"
         "output \"0\"=%2\n";
}

std::string told(const RunOnDisk& before, const RunOnDisk& after) {
  return print_drift(drift(before.read(), after.read()));
}

TEST_CASE("an operator renamed in two graphs is one cause with its nodes and graphs") {
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.captured("a", graph_with("aten.detach.default")).captured("b", graph_with("aten.detach.default"));
  after.captured("a", graph_with("aten.alias.default")).captured("b", graph_with("aten.alias.default"));
  CHECK(told(before, after) ==
        "2.13.0 to 2.14.1: 0 same, 2 changed, 0 newly failing, 0 newly passing\n"
        "  `aten.detach.default` became `aten.alias.default`: 2 nodes in 2 graphs, first in 2.14.1\n");
}

TEST_CASE("two operators renamed differently are two causes") {
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.captured("a", graph_with("aten.detach.default")).captured("b", graph_with("aten.detach.default"));
  after.captured("a", graph_with("aten.alias.default")).captured("b", graph_with("aten.t.default"));
  const Drift found = drift(before.read(), after.read());
  REQUIRE(found.causes.size() == 2);
  CHECK(found.causes[0].pairs == std::vector<PairId>{{"a", MethodId::kMakeFx, Device::kCpu}});
  CHECK(found.causes[1].change == "`aten.detach.default` became `aten.t.default`");
}

TEST_CASE("equal graphs are the same, whatever their headers and node numbers say") {
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.captured("a", "torch 2.13.0\n" + graph_with("aten.alias.default"));
  after.captured("a", "torch 2.14.1\n" + graph_with("aten.alias.default"));
  CHECK(told(before, after) == "2.13.0 to 2.14.1: 1 same, 0 changed, 0 newly failing, 0 newly passing\n");
}

TEST_CASE("a changed constant is told with both values, which are part of the cause") {
  const auto graph = [](const std::string& alpha) {
    return "graph forward\n%0 = input user \"0\" : f32[2]\n"
           "%1 = aten.add.Tensor(self=%0, other=%0, alpha=" +
           alpha + ") : f32[2]\noutput \"0\"=%1\n";
  };
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.captured("a", graph("1")).captured("b", graph("1")).captured("c", graph("1"));
  after.captured("a", graph("2")).captured("b", graph("3")).captured("c", graph("2"));
  const Drift found = drift(before.read(), after.read());
  REQUIRE(found.causes.size() == 2);
  CHECK(found.causes[0].kind == "constant");
  CHECK(found.causes[0].pairs.size() == 2);
  CHECK(found.causes[0].change != found.causes[1].change);
}

/// An input, `first` of it, a sine, and an output.
std::string chain(const std::string& size, const std::string& first) {
  return "graph forward\n%0 = input user \"0\" : f32[" + size + "]\n%1 = " + first + "(self=%0) : f32[" +
         size + "]\n%2 = aten.sin.default(self=%1) : f32[" + size + "]\noutput \"0\"=%2\n";
}

TEST_CASE("what only follows from a change is counted with it, not told") {
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.captured("a", chain("2", "aten.exp.default")).captured("b", chain("3", "aten.exp.default"));
  after.captured("a", chain("4", "aten.exp.default")).captured("b", chain("6", "aten.exp.default"));
  CHECK(told(before, after) ==
        "2.13.0 to 2.14.1: 0 same, 2 changed, 0 newly failing, 0 newly passing\n"
        "  shape of `input user` changed: 2 nodes in 2 graphs, first in 2.14.1; explains 4 more\n");
}

TEST_CASE("a change of its own beside one that explains much is told as well") {
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.captured("a", chain("2", "aten.exp.default"));
  after.captured("a", chain("4", "aten.tanh.default"));
  const Drift found = drift(before.read(), after.read());
  REQUIRE(found.causes.size() == 2);
  CHECK(found.causes[0].change == "shape of `input user` changed");
  CHECK(found.causes[1].change == "`aten.exp.default` became `aten.tanh.default`");
}

TEST_CASE("an argument renamed is one cause, given another value as well, that follows") {
  const auto graph = [](const std::string& argument) {
    return "graph forward\n%0 = input user \"0\" : f32[2]\n%1 = aten._pdist_backward.default(" + argument +
           ", p=2.0) : f32[2]\noutput \"0\"=%1\n";
  };
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.captured("a", graph("grad=%0")).captured("b", graph("grad=%0"));
  after.captured("a", graph("grad_output=%0")).captured("b", graph("grad_output=%0"));
  CHECK(told(before, after) ==
        "2.13.0 to 2.14.1: 0 same, 2 changed, 0 newly failing, 0 newly passing\n"
        "  renamed argument of `aten._pdist_backward.default`: `grad` became `grad_output`: 2 nodes in 2 "
        "graphs, first in 2.14.1\n");
}

TEST_CASE("operators that are gone together are one cause with all their names") {
  const auto graph = [](const std::string& middle, const std::string& last) {
    return "graph forward\n%0 = input user \"0\" : f32[2]\n" + middle + "output \"0\"=%" + last + "\n";
  };
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.captured("a",
                  graph("%1 = aten.exp.default(self=%0) : f32[2]\n%2 = aten.sin.default(self=%1) : f32[2]\n"
                        "%3 = aten.sin.default(self=%2) : f32[2]\n",
                        "3"));
  after.captured("a", graph("", "0"));
  CHECK(told(before, after) ==
        "2.13.0 to 2.14.1: 0 same, 1 changed, 0 newly failing, 0 newly passing\n"
        "  `aten.exp.default`, 2 `aten.sin.default` are gone: 3 nodes in 1 graph, first in 2.14.1; explains "
        "1 more\n");
}

TEST_CASE("a pair that loses its graph is newly failing, and one that gains it newly passing") {
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.captured("a", graph_with("aten.t.default")).raises("b", "TraceError");
  after.raises("a", "TypeError").captured("b", graph_with("aten.t.default"));
  CHECK(told(before, after) ==
        "2.13.0 to 2.14.1: 0 same, 0 changed, 1 newly failing, 1 newly passing\n"
        "  newly failing: a make_fx cpu: raises TypeError, was captured\n"
        "  newly passing: b make_fx cpu: captured, was raises TraceError\n");
}

TEST_CASE("failing in the same way is the same, failing otherwise is a change") {
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.raises("a", "TraceError").raises("b", "TraceError");
  after.raises("a", "TraceError").raises("b", "TypeError");
  CHECK(told(before, after) ==
        "2.13.0 to 2.14.1: 1 same, 1 changed, 0 newly failing, 0 newly passing\n"
        "  `raises TraceError` became `raises TypeError`: 1 pair, first in 2.14.1\n");
}

TEST_CASE("a pair that diverges on both versions has its graphs compared") {
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.diverges("a", graph_with("aten.detach.default")).diverges("b", graph_with("aten.t.default"));
  after.diverges("a", graph_with("aten.alias.default")).diverges("b", graph_with("aten.t.default"));
  CHECK(told(before, after) ==
        "2.13.0 to 2.14.1: 1 same, 1 changed, 0 newly failing, 0 newly passing\n"
        "  `aten.detach.default` became `aten.alias.default`: 1 node in 1 graph, first in 2.14.1\n");
}

TEST_CASE("a capture that no longer agrees with eager is newly failing, though it still has a graph") {
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.captured("a", graph_with("aten.t.default"));
  after.diverges("a", graph_with("aten.t.default"));
  CHECK(told(before, after) ==
        "2.13.0 to 2.14.1: 0 same, 0 changed, 1 newly failing, 0 newly passing\n"
        "  newly failing: a make_fx cpu: diverges, was captured\n");
}

TEST_CASE("a pair that did not run on one side is neither the same nor failing") {
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.raises("a", "TraceError").skipped("b");
  after.raises("b", "TraceError").skipped("a");
  CHECK(told(before, after) ==
        "2.13.0 to 2.14.1: 0 same, 0 changed, 0 newly failing, 0 newly passing\n"
        "  1 pair only in 2.13.0\n"
        "  1 pair only in 2.14.1\n");
}

TEST_CASE("a record whose graph file is gone is an error that names the file") {
  RunOnDisk before("2.13.0"), after("2.14.1");
  before.captured("a", graph_with("aten.t.default"));
  const Run one = before.read();
  Run other = one;
  other.records[0].graph = "graphs/gone.json";
  CHECK_THROWS_WITH(drift(one, other), Catch::Contains("graphs/gone.json"));
}

}  // namespace
}  // namespace assay
