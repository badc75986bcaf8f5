// Rules: what each alert is called and explained as where people read SARIF.
#pragma once

#include <string_view>

#include "harness/results/alert.h"

namespace assay {

/// Plain text; `title` is one phrase without a full stop, the others are sentences.
struct Rule {
  std::string_view name;    ///< "GraphDiffers", as SARIF wants names: for tools
  std::string_view title;   ///< "The captured graph differs from its golden"
  std::string_view detail;  ///< what the alert is made of
  std::string_view help;    ///< what to do about it
};

const Rule& rule_of(Alert alert);

}  // namespace assay
