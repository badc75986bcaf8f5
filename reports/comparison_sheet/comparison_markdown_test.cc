// comparison_markdown: tables and folded sections for GitHub.
#include "reports/comparison_sheet/comparison_markdown.h"

#include <catch2/catch.hpp>

#include "harness/testing/compared_methods.h"

using namespace assay;

TEST_CASE("a comment has the recommendation first, tables, and the rest folded away") {
  CHECK(comparison_markdown(test::specimen()) == R"(### Capture methods side by side

**Recommended for shapes: `make_fx`**: expresses shapes and replays.

<details><summary>Why no other method</summary>

- `aot_joint`: `diverges / so`

</details>

#### seed/mlp on cpu, torch 2.15.0

| method | graphs | nodes | forward | backward | shapes | mutation | aliasing | dynamic | names | one_graph | functional | without_assay |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
| `make_fx` | 1 | 14 | yes | no | yes | yes | - | no | yes | yes | yes | yes |
| `aot_joint` | 1 | 14 | yes | yes | yes | - | no | no | yes | yes | yes | yes |
| `aot` | 3 | 14 | yes | - | yes | - | no | no | - | - | - | yes |

<sub>yes: it is in the graphs; -: the method can express it, these graphs have none (one_graph, functional: they are not that); no: the method cannot (without_assay: it is Assay's own recorder, the reference)</sub>

| method | replay | largest error | operators | edges | capture | of eager | memory | eager memory |
|---|---|---|---|---|---|---|---|---|
| `make_fx` | bit by bit | 0 | 100 % / 100 % | 100 % / 100 % | 25.0 ms | 12x | 6.0 MB | 1.0 MB |
| `aot_joint` | diverges | 0.25 float16 | 87.5 % / 77.7 % | 75.0 % / 75.0 % | 250.0 ms | not measured | not measured | not measured |
| `aot` | guarded | 0 | not measured | not measured | 25.0 ms | 12x | 6.0 MB | 1.0 MB |

<sub>operators, edges: recall / precision of what the graphs ran against what eager ran, by the dispatcher; of eager: forward, with backward where the method has it; memory: what capturing, or a run of eager, added</sub>

<details><summary>Not captured, or not what ran</summary>

- `symbolic_trace`: `raises: TraceError in stage capture: control flow`
- `aot_joint`: `diverges in run 'fresh values': result 0 / of '2'`

</details>

<details><summary>Graph breaks</summary>

- `aot`: `after forward at lstm.py:14: a skipped function`

</details>

<details><summary>Programs after lowering to ATen, and what lies between them</summary>

**forward**

- A (14 nodes): `make_fx`
- B (15 nodes): `aot_joint`
- A and B: 12 nodes in both, 1 only in A, 2 only in B, 1 changed
  - `target a -> b (at 4 places, explains 3 more)`
  - and 2 more

**joint**

- A (20 nodes): `aot_joint`

- not compared: `aot`: `it is 2 graphs, not one program`

</details>

)");
}

TEST_CASE("every row of a table has the cells of its head, whatever a message holds") {
  ComparisonReport report = test::specimen();
  report.cases[0].methods[0].why = "a | b `c` <details>\nnext";
  const std::string text = comparison_markdown(report);
  CHECK_THAT(text, Catch::Contains("- `symbolic_trace`: `raises: a / b 'c' <details> next`\n"));
}

TEST_CASE("a comment links to the case's view of a report, where there is one, and nowhere else") {
  CHECK_THAT(comparison_markdown(test::specimen(), "https://ci/a (1)/report.html"),
             Catch::Contains("[All of it in the report](https://ci/a%20%281%29/report.html#case/seed/mlp)"));
  CHECK_THAT(comparison_markdown(test::specimen()), !Catch::Contains("]("));
}
