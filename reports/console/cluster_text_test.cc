// cluster_text: a block per cluster, and no more lines than there is room for.
#include "reports/console/cluster_text.h"

#include <algorithm>

#include <catch2/catch.hpp>

namespace assay {
namespace {

Cluster cluster(const std::string& case_id, std::size_t pairs, const std::string& what) {
  Cluster made;
  made.first.pair = {case_id, MethodId::kMakeFx, Device::kCpu};
  made.first.verdict = Verdict::kDiffers;
  made.pairs = pairs;
  made.what = what;
  made.next = "assay look";
  return made;
}

ClusterView lines(std::size_t most) { return {.most_lines = most, .most_reasons = 0}; }

TEST_CASE("a block has the number of pairs, the cause, a pair and the command") {
  Cluster differs = cluster("seed/mlp", 1041, "target tanh -> relu"), timed_out = cluster("b", 1, "");
  differs.causes = {"1a2b3c4d"};
  timed_out.first.verdict = Verdict::kUnexpectedFailure;
  timed_out.first.outcome = Outcome::kTimesOut;
  CHECK(cluster_text({differs, timed_out}, lines(9)) ==
        "DIFFERS 1,041 pairs, cause 1a2b3c4d: target tanh -> relu\n"
        "  seed/mlp make_fx cpu and 1,040 more\n"
        "  next: assay look\n"
        "TIMES OUT b make_fx cpu\n"
        "  next: assay look\n");
}

TEST_CASE("with room the first pair is explained") {
  Cluster differs = cluster("net", 2, "target");
  differs.first.explanation = "nodes: 1 changed\nedges: 0 changed\nmore\n";
  CHECK(cluster_text({differs}, {.most_lines = 9, .most_reasons = 2}) ==
        "DIFFERS 2 pairs: target\n  net make_fx cpu and 1 more\n  nodes: 1 changed\n  edges: 0 changed\n"
        "  ... and 1 more line\n  next: assay look\n");
}

TEST_CASE("long lines are broken at blanks, commands so that they can be pasted") {
  Cluster differs = cluster("net", 2, "target");
  differs.next = "assay diff golden/net.txt build/results/pending/net/make_fx@cpu.json";
  CHECK(cluster_text({differs}, {.width = 50, .most_lines = 9, .most_reasons = 0}) ==
        "DIFFERS 2 pairs: target\n  net make_fx cpu and 1 more\n  next: assay diff golden/net.txt \\\n"
        "      build/results/pending/net/make_fx@cpu.json\n");
}

TEST_CASE("blocks that do not fit are counted, and the first is always printed") {
  const std::vector<Cluster> three = {cluster("a", 3, "x"), cluster("b", 2, "y"), cluster("c", 1, "z")};
  const auto last_of = [&](std::size_t most) {
    const std::string text = cluster_text(three, lines(most));
    return std::pair(std::ranges::count(text, '\n'), text.substr(text.rfind('\n', text.size() - 2) + 1));
  };
  CHECK(last_of(8) == std::pair(std::ptrdiff_t{8}, std::string("  next: assay look\n")));
  CHECK(last_of(7) == std::pair(std::ptrdiff_t{7}, std::string("... and 1 more cause\n")));
  CHECK(last_of(6) == std::pair(std::ptrdiff_t{4}, std::string("... and 2 more causes\n")));
  CHECK(last_of(0) == std::pair(std::ptrdiff_t{4}, std::string("... and 2 more causes\n")));
}

TEST_CASE("a model's text cannot steer the terminal") {
  CHECK(cluster_text({cluster("a", 2, "bad \x1b[31m")}, lines(9)).find('\x1b') == std::string::npos);
}

}  // namespace
}  // namespace assay
