// Names of goldens, and the choice of a golden by version.
#include "harness/golden_store/golden_name.h"

#include "harness/error/error.h"
#include "harness/zoo/case_path.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".txt";

}  // namespace

std::string pair_name(const PairId& pair) {
  return std::string(to_string(pair.method)) + "@" + std::string(to_string(pair.device));
}

std::string from_text(const Version& version) {
  const std::string text = to_string(version);
  return version.parts[2] == 0 ? text.substr(0, text.rfind('.')) : text;
}

fs::path golden_file(const fs::path& root, const std::string& case_id) {
  if (!is_case_id(case_id))
    throw InputError(
        {"not a case id", "", std::string(kCaseIdForm), "'" + case_id + "'", Command{"list", {"cases"}}});
  return root / (case_id + std::string(kExtension));
}

std::string case_of(const fs::path& root, const fs::path& file) {
  return file.lexically_relative(root).replace_extension().generic_string();
}

std::optional<GoldenKey> golden_holding(const std::vector<GoldenKey>& goldens, const Version& torch) {
  std::optional<GoldenKey> holding;
  for (const GoldenKey& golden : goldens)
    if (!golden.from || *golden.from <= torch) holding = golden;
  return holding;
}

}  // namespace assay
