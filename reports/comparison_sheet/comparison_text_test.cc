// comparison_text: a whole text with every section.
#include "reports/comparison_sheet/comparison_text.h"

#include <catch2/catch.hpp>

#include "harness/testing/compared_methods.h"
#include "reports/comparison_sheet/cells.h"

using namespace assay;

TEST_CASE("a comparison is read from what was captured to what is recommended") {
  CHECK(comparison_text(test::specimen(), Color::kOff) == R"(seed/mlp on cpu, torch 2.15.0

method     graphs  nodes  forward  backward  shapes  mutation  aliasing  dynamic  names  one_graph  functional  without_assay
make_fx         1     14  yes      no        yes     yes       -         no       yes    yes        yes         yes
aot_joint       1     14  yes      yes       yes     -         no        no       yes    yes        yes         yes
aot             3     14  yes      -         yes     -         no        no       -      -          -           yes
yes: it is in the graphs; -: the method can express it, these graphs have none (one_graph, functional: they are not that); no: the method cannot (without_assay: it is Assay's own recorder, the reference)

method     replay      largest error        operators            edges   capture      of eager        memory  eager memory
make_fx    bit by bit              0    100 % / 100 %    100 % / 100 %   25.0 ms           12x        6.0 MB        1.0 MB
aot_joint  diverges     0.25 float16  87.5 % / 77.7 %  75.0 % / 75.0 %  250.0 ms  not measured  not measured  not measured
aot        guarded                 0     not measured     not measured   25.0 ms           12x        6.0 MB        1.0 MB
operators, edges: recall / precision of what the graphs ran against what eager ran, by the dispatcher; of eager: forward, with backward where the method has it; memory: what capturing, or a run of eager, added

symbolic_trace  raises: TraceError in stage capture: control flow
aot_joint       diverges in run 'fresh values': result 0 | of `2`

graph breaks
  aot  after forward at lstm.py:14: a skipped function

forward part, lowered to ATen: 2 programs
  A  14 nodes: make_fx
  B  15 nodes: aot_joint
  A and B: 12 nodes in both, 1 only in A, 2 only in B, 1 changed
    target a -> b (at 4 places, explains 3 more)
    ... and 2 more

joint part, lowered to ATen: one program
  A  20 nodes: aot_joint

not compared after lowering: aot: it is 2 graphs, not one program

recommended for shapes: make_fx
  expresses shapes and replays
  not aot_joint  diverges | so
)");
}

TEST_CASE("what is recommended stands out, and that nothing is says so") {
  ComparisonReport report = test::specimen();
  CHECK_THAT(comparison_text(report, Color::kOn), Catch::Contains("recommended for shapes: \033[32mmake_fx"));
  report.recommendation.method.reset();
  report.recommendation.needs.clear();
  CHECK_THAT(comparison_text(report, Color::kOff), Catch::Contains("recommended for no stated need: none\n"));
}

TEST_CASE("many differences are bounded, and it is said where the rest is") {
  ComparisonReport report = test::specimen();
  auto& differences = report.cases[0].lowered[0].differences;
  differences.resize(13, differences[0]);
  CHECK_THAT(comparison_text(report, Color::kOff),
             Catch::Contains("  ... and 3 more differences: --format json has them\n"));
}

TEST_CASE("programs are lettered beyond Z") {
  CHECK(letter_of(0) == "A");
  CHECK(letter_of(25) == "Z");
  CHECK(letter_of(26) == "AA");
  CHECK(letter_of(52) == "BA");
}
