// Golden file names: built and parsed.
#include "harness/golden_store/golden_name.h"

#include <algorithm>

#include "harness/error/error.h"
#include "harness/spec/case_path.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFrom = ".from-", kExtension = ".json";

std::string stem(const PairId& pair) {
  return std::string(to_string(pair.method)) + "@" + std::string(to_string(pair.device));
}

std::string from_text(const Version& version) {
  const std::string text = to_string(version);
  return version.parts[2] == 0 ? text.substr(0, text.rfind('.')) : text;
}

std::optional<GoldenName> parse(const fs::path& file, const std::string& wanted) {
  std::string name = file.filename().string();
  if (!name.starts_with(wanted) || !name.ends_with(kExtension)) return std::nullopt;
  name = name.substr(wanted.size(), name.size() - wanted.size() - kExtension.size());
  if (name.empty()) return GoldenName{std::nullopt, file};
  if (!name.starts_with(kFrom)) return std::nullopt;
  const auto from = version_from_string(std::string_view(name).substr(kFrom.size()));
  if (!from)
    throw InputError({"a golden whose name has no version", file.string(),
                      "a name such as " + wanted + ".from-2.14.json", "'" + name.substr(kFrom.size()) + "'",
                      "git mv " + file.string() + " to such a name"});
  return GoldenName{from, file};
}

}  // namespace

fs::path case_folder(const fs::path& root, const std::string& case_id) {
  if (!is_case_id(case_id))
    throw InputError(
        {"not a case id", "", std::string(kCaseIdForm), "'" + case_id + "'", "assay list cases"});
  return root / case_id;
}

fs::path golden_file(const fs::path& root, const PairId& pair, const std::optional<Version>& from) {
  const std::string version = from ? std::string(kFrom) + from_text(*from) : "";
  return case_folder(root, pair.case_id) / (stem(pair) + version + std::string(kExtension));
}

std::vector<GoldenName> goldens_of(const fs::path& root, const PairId& pair) {
  const fs::path folder = case_folder(root, pair.case_id);
  std::vector<GoldenName> goldens;
  if (!fs::is_directory(folder)) return goldens;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (auto golden = parse(entry.path(), stem(pair))) goldens.push_back(std::move(*golden));
  }
  std::sort(goldens.begin(), goldens.end(),
            [](const GoldenName& left, const GoldenName& right) { return left.from < right.from; });
  return goldens;
}

std::optional<GoldenName> golden_holding(const std::vector<GoldenName>& goldens, const Version& torch) {
  std::optional<GoldenName> holding;
  for (const GoldenName& golden : goldens)
    if (!golden.from || *golden.from <= torch) holding = golden;
  return holding;
}

}  // namespace assay
