// CapabilitySheet: a declared table of capabilities and its writers. Writes what is declared; whether it is
// true is asked by capability_check.
#pragma once

#include <string>
#include <vector>

#include "harness/methods/capability.h"
#include "reports/console/paint.h"

namespace assay {

struct CapabilitySheet {
  Setting setting;
  std::vector<MethodId> methods;  ///< its columns, in the order of the table of methods
  std::vector<CapabilityRow> rows;
};

/// One sign per cell under the methods' names, features by group, a second line where `cuda` differs from
/// `cpu`; then what the signs mean.
std::string capability_text(const CapabilitySheet& sheet, Color color);

/// Per feature what it means, its probe, and what becomes of it with the reason, methods of one outcome
/// together; at the end the features that every method of the sheet captures.
std::string capability_details(const CapabilitySheet& sheet, Color color);

/// One table per group for GitHub, methods as columns.
std::string capability_markdown(const CapabilitySheet& sheet);

/// An array of features, each with its cells: method, device, outcome, exception, message, reason, and
/// `expresses` for what methods declare (else null).
std::string capability_json(const CapabilitySheet& sheet);

}  // namespace assay
