// uri_below: normalised, then encoded.
#include "reports/sarif/uri.h"

#include <filesystem>

#include "harness/words/percent_encoded.h"
#include "harness/zoo/case_path.h"

namespace assay {
std::string uri_below(std::string_view path) {
  const std::filesystem::path below(path);
  if (!stays_below(below)) return "";
  return percent_encoded(below.lexically_normal().generic_string());
}

}  // namespace assay
