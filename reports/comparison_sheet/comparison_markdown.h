// comparison_markdown: a comparison as a comment on a pull request.
#pragma once

#include <string>

#include "harness/methods/recommend.h"

namespace assay {

/// The recommendation first, then per case the two tables; what needs no reading to decide (failures,
/// programs after lowering, why no other method) is folded away. Text from models is escaped: it cannot
/// become markup. `page` is the address of a page of `assay report`, to whose views of the cases it links;
/// empty: there is none.
std::string comparison_markdown(const ComparisonReport& report, const std::string& page = "");

}  // namespace assay
