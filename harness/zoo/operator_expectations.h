// What is expected of operators under capture methods: one data file, each entry with its reason and the
// PyTorch it is true of.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/zoo/case_expect.h"
#include "harness/zoo/operator_list.h"

namespace assay::operators {

/// One entry: of these operators (names or globs) in these classes of dtype.
struct OperatorExpectation {
  std::vector<std::string> operators;
  std::vector<DTypeClass> classes;  ///< all where the file names none
  ExpectationsByMethod expect;      ///< each one's place is "FILE:LINE", the line to change
};

/// Strictly, as {"assay_operators": 1, "expect": [{"operators": [NAME, ..], "dtypes"?: [CLASS, ..], "expect":
/// {METHOD: [ENTRY, ..]}}]}, an ENTRY as a case file has it, but that it must name the PyTorch versions it
/// holds for; causes are those of causes.json beside the file. InputError for anything else.
std::vector<OperatorExpectation> operator_expectations_from(const std::filesystem::path& file);

/// Gives each case what is expected of its operator; entries earlier in the file come first.
void expect_of_operators(const std::vector<OperatorExpectation>& expectations, std::vector<Case>& cases);

}  // namespace assay::operators
