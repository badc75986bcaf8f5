// comparison_markdown: a comparison as a pull request comment.
#pragma once

#include <string>

#include "harness/methods/recommend.h"

namespace assay {

/// The recommendation, then two tables per case. Failures, graph breaks, lowered programs and rejected
/// methods are folded away. Text from models is escaped and cannot become markup. `page` is the address of an
/// `assay report` page, to whose case views it links. Empty: no links.
std::string comparison_markdown(const ComparisonReport& report, const std::string& page = "");

}  // namespace assay
