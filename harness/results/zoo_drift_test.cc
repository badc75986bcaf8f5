// Known drifts between the zoo's own goldens: each has a single cause. `assay accept` on these versions
// renews the goldens, so no fixture can go stale.
#include <algorithm>

#include <catch2/catch.hpp>

#include "harness/results/drift.h"
#include "harness/testing/every_golden.h"
#include "harness/testing/results_on_disk.h"
#include "reports/drift_text/print_drift.h"

namespace assay {
namespace {

/// "seed/mlp/make_fx@cpu.from-2.14".
GraphFile golden(const std::string& name) {
  const auto goldens = std::filesystem::path(ASSAY_SOURCE_DIR) / "golden";
  for (const ZooGolden& golden : goldens_in(goldens / (name.substr(0, name.rfind('/')) + ".txt")))
    if (golden.name == name) return golden.file;
  throw std::runtime_error("no golden " + name);
}

bool verified_with(const GraphFile& file, const std::string& torch) {
  const auto& all = file.header.verified;
  return std::ranges::any_of(all, [&](const VerifiedWith& with) { return with.torch == torch; });
}

/// `run` as a check with `torch` leaves it, for a pair with the golden `name`.
Run run_of(ResultsOnDisk& run, const std::string& name, const std::string& torch) {
  const GraphFile file = golden(name);
  INFO(name << " for " << torch);
  CHECK(verified_with(file, torch));
  run.captured("zoo", print_text({{}, file.graphs}));
  return read_run(torch, run.written());
}

std::string drift_of(const std::string& pair, const std::string& before, const std::string& after,
                     const std::string& after_suffix, const Policy& policy = {}) {
  ResultsOnDisk left, right;
  return print_drift(drift(run_of(left, pair, before), run_of(right, pair + after_suffix, after), policy));
}

const std::string kConvBnRelu = "seed/conv_bn_relu/make_fx@cpu";

TEST_CASE("detach became alias in 2.14, behind the relu of Conv-BN-ReLU") {
  CHECK(drift_of(kConvBnRelu, "2.13.0", "2.14.1", ".from-2.14") ==
        "2.13.0 to 2.14.1: 0 same, 1 changed, 0 newly failing, 0 newly passing\n"
        "  `aten.detach.default` became `aten.alias.default`: 1 node in 1 graph, first in 2.14.1\n");
}

TEST_CASE("fold=alias,detach makes Conv-BN-ReLU one graph from 2.11.0 to 2.15.0") {
  Policy fold;
  fold.fold_alias = fold.fold_detach = true;
  CHECK(drift_of(kConvBnRelu, "2.11.0", "2.15.0", ".from-2.14", fold) ==
        "2.11.0 to 2.15.0: 1 same, 0 changed, 0 newly failing, 0 newly passing\n");
  Policy half;
  half.fold_detach = true;
  CHECK(drift_of(kConvBnRelu, "2.11.0", "2.15.0", ".from-2.14", half).find("0 same, 1 changed") !=
        std::string::npos);
}

TEST_CASE("an argument of the backward of pairwise distances was renamed in 2.14") {
  CHECK(
      drift_of("drift/pairwise_distance/aot_joint@cpu", "2.13.0", "2.14.1", ".from-2.14") ==
      "2.13.0 to 2.14.1: 0 same, 1 changed, 0 newly failing, 0 newly passing\n"
      "  renamed argument of `aten._pdist_backward.default`: `grad` became `grad_output`: 1 node in 1 graph, "
      "first in 2.14.1\n");
}

TEST_CASE("an assigned number is filled in since 2.15, where a lifted constant was copied") {
  CHECK(drift_of("drift/item_assignment/dispatch@cpu", "2.14.1", "2.15.0", ".from-2.15")
            .find("  `aten.copy_.default` became `aten.fill_.Scalar`: 1 node in 1 graph, first in 2.15.0; "
                  "explains "
                  "2 more\n") != std::string::npos);
}

}  // namespace
}  // namespace assay
