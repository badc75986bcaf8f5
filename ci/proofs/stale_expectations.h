// Stale expectations: entries of a case file that declare nothing, whatever is run.
#pragma once

#include <vector>

#include "harness/error/error.h"
#include "harness/zoo/case.h"

namespace assay {

/// One breach for each entry under "expect" that decides for no pair of its case: its method or device is not
/// among the case's, or an earlier entry always comes first, on every version that the methods support. An
/// entry under a glob is stale when it decides for none of the methods that match, one that a file has beside
/// `each` when it decides for none of the file's cases.
std::vector<ErrorParts> stale_expectations(const std::vector<Case>& cases);

}  // namespace assay
