// CapabilitySheet: a table of declared capabilities and its writers. capability_check tests the declarations.
#pragma once

#include <string>
#include <vector>

#include "harness/methods/capability.h"
#include "reports/console/paint.h"

namespace assay {

struct CapabilitySheet {
  Setting setting;
  std::vector<MethodId> methods;  ///< columns, in the order of the table of methods
  std::vector<CapabilityRow> rows;
};

/// A sign per cell: methods as columns, features by group. A feature whose signs differ on cuda has a second
/// line. The legend and the unsupported methods follow.
std::string capability_text(const CapabilitySheet& sheet, Color color);

/// Per feature: its meaning, its probe, and its outcomes with their reasons. Methods of equal outcome are
/// grouped. A sheet of several features ends with a list of those that every method captures.
std::string capability_details(const CapabilitySheet& sheet, Color color);

/// A table per group for GitHub, methods as columns.
std::string capability_markdown(const CapabilitySheet& sheet);

/// An array of features with their cells: method, device, outcome, exception, message, reason and
/// `expresses`. `expresses` is a boolean for features that methods declare, else null.
std::string capability_json(const CapabilitySheet& sheet);

}  // namespace assay
