// cluster_text: two lines a cluster, and never more lines than there is room for.
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

TEST_CASE("a cluster says how, how many, which cause, what, one pair and the command") {
  Cluster differs = cluster("seed/mlp", 1041, "target tanh -> relu"), timed_out = cluster("b", 1, "");
  differs.cause = "1a2b3c4d";
  timed_out.first.verdict = Verdict::kUnexpectedFailure;
  timed_out.first.outcome = Outcome::kTimesOut;
  CHECK(cluster_text({differs, timed_out}, 9, Color::kOff) ==
        "DIFFERS 1,041 pairs, cause 1a2b3c4d: target tanh -> relu\n"
        "  seed/mlp make_fx cpu and 1,040 more; next: assay look\n"
        "TIMES OUT 1 pair\n"
        "  b make_fx cpu; next: assay look\n");
}

TEST_CASE("there are no more lines than there is room for, and what is left out is counted") {
  const std::vector<Cluster> three = {cluster("a", 3, "x"), cluster("b", 2, "y"), cluster("c", 1, "z")};
  const auto lines = [&](std::size_t most) {
    const std::string text = cluster_text(three, most, Color::kOff);
    return std::pair(std::ranges::count(text, '\n'), text.substr(text.rfind('\n', text.size() - 2) + 1));
  };
  CHECK(lines(6) == std::pair(std::ptrdiff_t{6}, std::string("  c make_fx cpu; next: assay look\n")));
  CHECK(lines(5) == std::pair(std::ptrdiff_t{5}, std::string("... and 1 more cause\n")));
  CHECK(lines(4) == std::pair(std::ptrdiff_t{3}, std::string("... and 2 more causes\n")));
  CHECK(lines(0) == std::pair(std::ptrdiff_t{3}, std::string("... and 2 more causes\n")));
}

TEST_CASE("what a model says cannot steer the terminal") {
  CHECK(cluster_text({cluster("a", 1, "bad \x1b[31m")}, 9, Color::kOff).find('\x1b') == std::string::npos);
}

}  // namespace
}  // namespace assay
