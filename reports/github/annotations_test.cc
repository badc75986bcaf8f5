// annotations: clusters in, workflow commands out.
#include "reports/github/annotations.h"

#include <algorithm>

#include <catch2/catch.hpp>

namespace assay {
namespace {

Cluster cluster(Verdict verdict, Outcome outcome, const std::string& case_id, std::size_t pairs) {
  Cluster made;
  made.first.pair = {case_id, MethodId::kMakeFx, Device::kCpu};
  made.first.verdict = verdict;
  made.first.outcome = outcome;
  made.pairs = pairs;
  made.what = "what of " + case_id;
  made.next = "assay look";
  return made;
}

Cluster differing(const std::string& case_id, std::size_t pairs) {
  return cluster(Verdict::kDiffers, Outcome::kCaptured, case_id, pairs);
}

const AnnotationContext kContext{.places = {{"seed/mlp", {"models/seed.json", 7}}},
                                 .results = "build/results",
                                 .everything = "assay check -v"};

TEST_CASE("a cluster is an error at the case of its first pair, with what, which and the command") {
  Cluster differs = differing("seed/mlp", 41);
  differs.causes = {"1a2b3c4d"};
  CHECK(annotations({differs}, kContext) ==
        "::error file=models/seed.json,line=7,title=differs%3A 41 pairs%2C cause 1a2b3c4d::"
        "what of seed/mlp%0Aseed/mlp make_fx cpu and 40 more%0Anext: assay look\n");
}

TEST_CASE("what only awaits a decision is a warning, a case without a place has no file") {
  CHECK(annotations({cluster(Verdict::kNew, Outcome::kCaptured, "b", 1)}, kContext) ==
        "::warning title=new%3A 1 pair::what of b%0Ab make_fx cpu%0Anext: assay look\n");
}

TEST_CASE("no clusters, no annotations") { CHECK(annotations({}, kContext).empty()); }

/// The cases in the order of their annotations.
std::string order_of(const std::vector<Cluster>& clusters) {
  std::string text = annotations(clusters, {}), order;
  for (std::size_t at = text.find("::what of "); at != std::string::npos;
       at = text.find("::what of ", at + 1))
    order += text.substr(at + 10, text.find('%', at) - at - 10) + " ";
  return order;
}

TEST_CASE("silently wrong comes before changed, that before missing, and what awaits a decision last") {
  CHECK(order_of({cluster(Verdict::kNew, Outcome::kCaptured, "new", 90), differing("many", 50),
                  cluster(Verdict::kMissing, Outcome::kSkipped, "missing", 40), differing("few", 2),
                  cluster(Verdict::kUnexpectedFailure, Outcome::kDiverges, "diverges", 1)}) ==
        "diverges many few missing new ");
}

TEST_CASE(
    "GitHub shows ten errors of a step: the others are counted in one notice that says where they are") {
  std::vector<Cluster> clusters;
  for (std::size_t i = 0; i < kMostAnnotations; ++i)
    clusters.push_back(differing(std::string(1, static_cast<char>('a' + i)), 20 - i));
  CHECK(annotations(clusters, kContext).find("::notice") == std::string::npos);
  clusters.push_back(differing("x", 1));
  clusters.push_back(differing("y", 1));
  const std::string text = annotations(clusters, kContext);
  CHECK(std::ranges::count(text, '\n') == 11);
  CHECK(text.ends_with(
      "::notice title=assay::2 more causes not shown; all of them: build/results/results.json, "
      "printed by: assay check -v\n"));
}

TEST_CASE("errors leave room for warnings") {
  std::vector<Cluster> clusters(kMostAnnotations, differing("a", 2));
  clusters.push_back(cluster(Verdict::kNew, Outcome::kCaptured, "b", 1));
  CHECK(annotations(clusters, kContext).find("::warning") != std::string::npos);
}

TEST_CASE("nothing that a model says makes a command of its own, or moves the annotation") {
  Cluster bad = differing("seed/mlp", 1);
  for (const std::string text :
       {"x\n::add-mask::y", "x\r::error file=z::", "##[add-mask]y", "%0A::error::y", "a\u202e,file=z"}) {
    INFO(text);
    bad.causes = {text};
    bad.what = text;
    bad.next = text;
    const std::string line = annotations({bad}, kContext);
    CHECK(std::ranges::count(line, '\n') == 1);
    CHECK(line.starts_with("::error file=models/seed.json,line=7,title=differs%3A 1 pair%2C cause "));
    CHECK(line.find("##[") == std::string::npos);
    CHECK(line.find("\u202e") == std::string::npos);
  }
  bad.what = std::string(5000, '%');
  bad.next = bad.what;
  CHECK(annotations({bad}, kContext).size() < 20000);
}

}  // namespace
}  // namespace assay
