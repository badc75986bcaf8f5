// usual_arguments.json, which is part of the program.
#pragma once

#include <string_view>

namespace assay {

extern const std::string_view kUsualArgumentsTable;

}  // namespace assay
