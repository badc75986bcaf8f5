// Golden file names: built and parsed.
#include "harness/golden_store/golden_name.h"

#include <algorithm>

#include "harness/error/error.h"
#include "harness/spec/case_path.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFrom = ".from-";

}  // namespace

std::string pair_name(const PairId& pair) {
  return std::string(to_string(pair.method)) + "@" + std::string(to_string(pair.device));
}

std::string from_text(const Version& version) {
  const std::string text = to_string(version);
  return version.parts[2] == 0 ? text.substr(0, text.rfind('.')) : text;
}

fs::path case_folder(const fs::path& root, const std::string& case_id) {
  if (!is_case_id(case_id))
    throw InputError(
        {"not a case id", "", std::string(kCaseIdForm), "'" + case_id + "'", "assay list cases"});
  return root / case_id;
}

std::string golden_file_name(const GoldenKey& key) {
  return key.pair + (key.from ? std::string(kFrom) + from_text(*key.from) : "") + ".txt";
}

std::optional<GoldenKey> key_of(const fs::path& file) {
  const std::string stem = file.stem().string();
  const std::size_t at = stem.find('@'), end = std::min(stem.find('.'), stem.size());
  const bool is_golden = file.extension() == ".txt" || file.extension() == ".json";
  if (!is_golden || at == 0 || at > end) return std::nullopt;
  const std::string pair = stem.substr(0, end), rest = stem.substr(end);
  if (rest.empty()) return GoldenKey{pair};
  if (!rest.starts_with(kFrom)) return std::nullopt;
  const auto from = version_from_string(std::string_view(rest).substr(kFrom.size()));
  if (!from)
    throw InputError({"a golden whose name has no version", file.string(),
                      "a name such as " + golden_file_name({pair, Version{{2, 14, 0}}}),
                      "'" + rest.substr(kFrom.size()) + "'", shell_command("git log -- {}", file)});
  return GoldenKey{pair, from};
}

std::optional<GoldenKey> golden_holding(const std::vector<GoldenKey>& goldens, const Version& torch) {
  std::optional<GoldenKey> holding;
  for (const GoldenKey& golden : goldens)
    if (!golden.from || *golden.from <= torch) holding = golden;
  return holding;
}

}  // namespace assay
