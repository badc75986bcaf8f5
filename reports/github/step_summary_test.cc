// step_summary: a run as Markdown.
#include "reports/github/step_summary.h"

#include <algorithm>

#include <catch2/catch.hpp>

namespace assay {
namespace {

Cluster differing(const std::string& what) {
  Cluster made;
  made.first.pair = {"seed/mlp", MethodId::kAot, Device::kCpu};
  made.first.verdict = Verdict::kDiffers;
  made.pairs = 3;
  made.causes = {"1a2b3c4d"};
  made.what = what;
  made.next = "assay diff A B";
  return made;
}

std::string summary_of(const std::vector<Cluster>& clusters) {
  Summary summary;
  summary.totals[Verdict::kMatch] = 17;
  summary.totals[Verdict::kDiffers] = 3;
  summary.nodes = {257, 260};
  return step_summary(summary, clusters, {"2.15.0", "build/results", "assay check -v"});
}

TEST_CASE("totals are a list, and what is not green a table with the next command") {
  CHECK(summary_of({differing("tanh to relu")}) == R"(### Assay, torch <code>2&#46;15&#46;0</code>

- FAILED  20 pairs: 17 match, 3 differs
- agreement: nodes 98.8 % (257 of 260), edges not compared
- zoo coverage: no pair was to be captured

| | pairs | why, and the first pair | next |
|---|--:|---|---|
| differs | 3 | <code>tanh to relu</code> <code>cause 1a2b3c4d</code><br><code>seed&#47;mlp aot cpu</code> and 2 more | <code>assay diff A B</code> |

)");
}

TEST_CASE("a green run has no table") { CHECK(summary_of({}).find('|') == std::string::npos); }

TEST_CASE("rows are bounded, and the rest is counted with the command that prints it") {
  CHECK(summary_of(std::vector(kMostSummaryRows, differing("x"))).find("more cause") == std::string::npos);
  CHECK_THAT(summary_of(std::vector(kMostSummaryRows + 2, differing("x"))),
             Catch::EndsWith(
                 "\nand 2 more causes; all of them: <code>build&#47;results&#47;results&#46;json</code>, "
                 "printed by <code>assay check &#45;v</code>\n\n"));
}

TEST_CASE("what a model says is neither Markdown nor HTML, and ends no row") {
  for (const std::string text : {"</code><script>", "`x` | y |", "a\n\n# b", "![x](https://x.example/y.png)",
                                 "&lt;@user #12", "\\|", "a\u202eb\x1b[31m"}) {
    INFO(text);
    Cluster bad = differing(text);
    bad.causes = {text};
    bad.next = text;
    const std::string with = summary_of({bad}), without = summary_of({differing("x")});
    for (const char mark : {'|', '`', '<', '>', '\n', '!', '[', '@', '\\', '\x1b'})
      CHECK(std::ranges::count(with, mark) == std::ranges::count(without, mark));
  }
  CHECK(summary_of({differing("a < b")}).find("<code>a &#60; b</code>") != std::string::npos);
}

}  // namespace
}  // namespace assay
