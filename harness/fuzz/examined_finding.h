// ExaminedFinding: a finding made small, with what all methods make of it.
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
  std::map<MethodId, Outcome> methods;  ///< what each makes of the smallest program
  std::map<std::string, std::map<MethodId, Outcome>> elsewhere = {};  ///< the same, by other versions
};

enum class ShrinkKnown : std::uint8_t { kNo, kYes };

/// Makes the programs of the first findings smaller, of new ones alone unless known ones are asked for. Each
/// costs up to some hundred pairs of `plan`. An interrupted one stays as it was.
void shrink_findings(std::vector<ExaminedFinding>& findings, const PlanOptions& plan,
                     ShrinkKnown shrink_known, const KnownErrors& known, const RunPlace& place);

/// What the place's version makes of each finding; nothing is said where the run is interrupted.
void examine_elsewhere(std::vector<ExaminedFinding>& findings, const PlanOptions& plan,
                       const RunPlace& place);

}  // namespace assay::fuzz
