// ExaminedFinding: a shrunk finding with its outcome for every method.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/check/planned_run.h"
#include "harness/fuzz/finding.h"
#include "harness/fuzz/known_errors.h"

namespace assay::fuzz {

struct ExaminedFinding {
  Finding finding;
  std::map<MethodId, Outcome> methods;                                ///< outcomes of the smallest program
  std::map<std::string, std::map<MethodId, Outcome>> elsewhere = {};  ///< the same, by other PyTorch versions
};

enum class ShrinkKnown : std::uint8_t { kNo, kYes };

/// Shrinks the programs of the first ten findings: of new findings only, or also of known findings. Each
/// costs up to a few hundred pairs of `plan`. An interrupted finding stays unchanged.
void shrink_findings(std::vector<ExaminedFinding>& findings, const PlanOptions& plan,
                     ShrinkKnown shrink_known, const KnownErrors& known, const RunPlace& place);

/// Adds the outcomes of each finding under the place's version. Adds nothing if interrupted.
void examine_elsewhere(std::vector<ExaminedFinding>& findings, const PlanOptions& plan,
                       const RunPlace& place);

}  // namespace assay::fuzz
