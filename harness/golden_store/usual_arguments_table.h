// The table of usual_arguments.h: one JSON object, targets in order.
#pragma once

#include <string_view>

namespace assay {

extern const std::string_view kUsualArgumentsTable;

}  // namespace assay
