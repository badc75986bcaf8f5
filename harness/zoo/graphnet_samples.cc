// Finds samples and makes the case of each from a case file text.
#include "harness/zoo/graphnet_samples.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/graph/digest.h"
#include "harness/words/shell_command.h"
#include "harness/zoo/case_path.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::array kFiles{"model.py", "weight_meta.py", "input_meta.py"};

bool is_sample(const fs::path& folder) {
  return fs::is_regular_file(folder / kFiles[0]) && fs::is_regular_file(folder / kFiles[1]);
}

std::vector<fs::path> samples_below(const fs::path& folder) {
  std::vector<fs::path> found;
  if (is_sample(folder)) found.push_back(folder);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_directory() && is_sample(entry.path())) found.push_back(entry.path());
  return found;
}

Case case_of_sample(const fs::path& sample, const fs::path& root) {
  const fs::path below = sample.lexically_relative(root.parent_path());
  const nlohmann::ordered_json source{{"case", case_id_from(below.generic_string())},
                                      {"factory", "assay_python.sources.graphnet:sample"},
                                      {"kwargs", {{"folder", sample.string()}}},
                                      {"train", false},
                                      {"tiers", {"full"}}};
  const fs::path file = sample / kFiles[0];
  Case test = read_case_text(source.dump(), file).at(0);
  test.family = below.parent_path().empty() ? "." : below.parent_path().generic_string();
  test.selector = sample.string();
  std::string bytes;
  for (const char* name : kFiles) bytes += read_file(sample / name).value_or("");
  test.sha256 = sha256_hex(bytes);
  return test;
}

}  // namespace

std::vector<Case> cases_of_samples(const fs::path& folder) {
  const fs::path given = fs::weakly_canonical(fs::absolute(folder));
  std::vector<Case> cases;
  for (const fs::path& sample : samples_below(given)) cases.push_back(case_of_sample(sample, given));
  if (cases.empty())
    throw InputError({"a folder without a sample of GraphNet", folder.string(),
                      "folders with model.py and weight_meta.py", "none", shell_command("ls {}", folder)});
  std::ranges::sort(cases, {}, &Case::id);
  return cases;
}

}  // namespace assay
