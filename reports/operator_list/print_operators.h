// Writers of an operator list: totals, Markdown and JSON.
#pragma once

#include <string>

#include "reports/operator_list/operator_list.h"

namespace assay {

/// "1,204 calls, 87 unique signatures, 31 operators"
std::string totals_text(const OperatorList& list);

/// Totals, then a table per operator: number of calls, arguments and origins. Text from models cannot become
/// markup.
std::string operators_markdown(const OperatorList& list);

/// JSON as in operator_list.schema.json beside this header, with a line per signature.
std::string operators_json(const OperatorList& list);

}  // namespace assay
