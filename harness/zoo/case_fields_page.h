// docs/case_files.md, embedded in the program.
#pragma once

#include <string_view>

namespace assay {

extern const std::string_view kCaseFieldsPage;

}  // namespace assay
