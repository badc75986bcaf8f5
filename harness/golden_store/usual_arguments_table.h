// usual_arguments.json, embedded in the program.
#pragma once

#include <string_view>

namespace assay {

extern const std::string_view kUsualArgumentsTable;

}  // namespace assay
