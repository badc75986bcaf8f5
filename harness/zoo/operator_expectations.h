// Expectations of operators under capture methods, from a data file. Each entry has a reason and its PyTorch
// versions.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/zoo/case_expect.h"
#include "harness/zoo/operator_list.h"

namespace assay::operators {

/// An entry: expectations of some operators (names or globs) in some classes of dtype.
struct OperatorExpectation {
  std::vector<std::string> operators;
  std::vector<DTypeClass> classes;  ///< All classes if the file names none.
  ExpectationsByMethod expect;      ///< The place of each is "FILE:LINE".
};

/// Reads {"assay_operators": 1, "expect": [{"operators": [NAME, ..], "dtypes"?: [CLASS, ..], "expect":
/// {METHOD: [ENTRY, ..]}}]}. An ENTRY is that of a case file with "torch" required. Causes are those of
/// causes.json beside the file. InputError for any other form.
std::vector<OperatorExpectation> operator_expectations_from(const std::filesystem::path& file);

/// Appends the expectations of its operator to each case, in file order.
void expect_of_operators(const std::vector<OperatorExpectation>& expectations, std::vector<Case>& cases);

}  // namespace assay::operators
