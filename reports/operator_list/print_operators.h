// An operator list for people and for programs.
#pragma once

#include <string>

#include "reports/operator_list/operator_list.h"

namespace assay {

/// "1,204 calls, 87 unique signatures, 31 operators"
std::string totals_text(const OperatorList& list);

/// Totals, then a table for each operator: how often, with which arguments, and where. Text from models
/// cannot become markup.
std::string operators_markdown(const OperatorList& list);

/// operator_list.schema.json beside this header; a line for each signature.
std::string operators_json(const OperatorList& list);

}  // namespace assay
