// Rules: name and explanation of each alert in SARIF.
#pragma once

#include <string_view>

#include "harness/results/alert.h"

namespace assay {

/// Plain text. `title` is a phrase without a full stop, the others are sentences.
struct Rule {
  std::string_view name;    ///< "GraphDiffers": an identifier for tools, in SARIF's style
  std::string_view title;   ///< "The captured graph differs from its golden"
  std::string_view detail;  ///< the condition that raises the alert
  std::string_view help;    ///< next steps
};

const Rule& rule_of(Alert alert);

}  // namespace assay
