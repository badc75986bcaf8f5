// Entries of PyTorch's operator database (op_db) as cases: an entry with its sample inputs in one dtype.
//
// Knows no entry: capture/sources/operators.py does, when a case is built. A name that the database does not
// have fails to load there, with the nearest one.
#pragma once

#include <string>
#include <string_view>

#include "harness/zoo/case.h"

namespace assay {

/// The family of these cases. A project's own cases that begin so are not reached by their ids.
inline constexpr std::string_view kOperatorFamily = "op_db";

/// What of an entry is run. `name` has the variant behind a hyphen: "std-unbiased".
struct OperatorSamples {
  std::string name, dtype;
  std::string samples = "few";  ///< "few", "all", or one: "0", "1", .., "noncontiguous", "inplace", "out", ..
  friend bool operator==(const OperatorSamples&, const OperatorSamples&) = default;
};

/// "op_db/add/float32"; with "all" or one sample "op_db/add/float32/out".
std::string id_of(const OperatorSamples& samples);

/// Whether a selector is meant for these cases.
bool names_operator(std::string_view selector);

/// The parts of such a selector; an InputError for one that is not of the form.
OperatorSamples operator_samples_from(std::string_view selector);

/// The case of the samples; its own selector is its id.
Case case_of_operator(const OperatorSamples& samples);

}  // namespace assay
