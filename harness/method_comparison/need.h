// Needs: what a user asks of a capture method, named as methods declare what they can express.
#pragma once

#include <string>
#include <vector>

#include "harness/spec/method.h"

namespace assay {

/// Every feature that some method declares, in the order of the enumeration.
const std::vector<Feature>& all_needs();

/// Features of `names`, each once, in the order of all_needs(). InputError at `where` for a name that is
/// none, with the needs there are.
std::vector<Feature> needs_from(const std::vector<std::string>& names, const std::string& where);

/// "backward, shapes"
std::string print_needs(const std::vector<Feature>& needs);

}  // namespace assay
