// Entries of PyTorch's operator database (op_db) as cases: an entry with its sample inputs in a dtype.
//
// Names are not checked here: capture/sources/operators.py looks them up when a case is built. An unknown
// name fails to load there, with the nearest name.
#pragma once

#include <string>
#include <string_view>

#include "harness/zoo/case.h"

namespace assay {

/// The family of these cases. Ids of a project's own cases that begin with op_db/ are not selectable.
inline constexpr std::string_view kOperatorFamily = "op_db";

/// An entry and the samples to run. `name` has the variant behind a hyphen: "std-unbiased".
struct OperatorSamples {
  std::string name, dtype;
  std::string samples = "few";  ///< "few", "all", or a sample: "0", .., "noncontiguous", "inplace", "out", ..
  friend bool operator==(const OperatorSamples&, const OperatorSamples&) = default;
};

/// "op_db/add/float32". For samples other than "few": "op_db/add/float32/out".
std::string id_of(const OperatorSamples& samples);

/// Whether a selector begins with the family.
bool names_operator(std::string_view selector);

/// The parts of such a selector. InputError for another form.
OperatorSamples operator_samples_from(std::string_view selector);

/// The case of the samples. Its selector is its id.
Case case_of_operator(const OperatorSamples& samples);

}  // namespace assay
