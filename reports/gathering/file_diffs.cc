// Loads and compares files, and folders file by file.
#include "reports/gathering/file_diffs.h"

#include <set>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/graph/json.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

/// The last pair selects from a golden. A graph file has a single pair.
std::string right_pair(const fs::path& file, const std::vector<std::string>& pairs) {
  return !pairs.empty() && is_golden_text(read_file(file).value_or("")) ? pairs.back() : "";
}

std::set<std::string> graph_names(const fs::path& folder) {
  std::set<std::string> names;
  if (!fs::is_directory(folder / "graphs")) {
    throw InputError({.what = "not a results folder",
                      .where = folder.string(),
                      .expected = "a folder with graphs/",
                      .next = Command{"check", {"--results", folder}}});
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder / "graphs")) {
    if (entry.path().extension() == ".json") names.insert(fs::relative(entry.path(), folder / "graphs"));
  }
  return names;
}

}  // namespace

ComparedFiles compared_files(const fs::path& left, const fs::path& right,
                             const std::vector<std::string>& pairs) {
  GraphFile found = load_graph_file(right, right_pair(right, pairs));
  GoldenBody agreed = load_agreed(left, found.header, pairs.empty() ? "" : pairs.front());
  return {std::move(agreed), std::move(found)};
}

std::vector<FileDiff> diff_folders(const fs::path& left, const fs::path& right, const Policy& policy,
                                   const std::vector<std::string>& pairs,
                                   const std::function<void(const FileDiff&)>& on_file) {
  std::set<std::string> names = graph_names(left);
  names.merge(graph_names(right));
  if (names.empty())
    throw InputError(
        {.what = "neither folder holds a graph", .where = left.string() + ", " + right.string()});
  std::vector<FileDiff> files;
  for (const std::string& name : names) {
    using In = FileDiff::In;
    const fs::path a = left / "graphs" / name, b = right / "graphs" / name;
    FileDiff& file = files.emplace_back(FileDiff{name, !fs::exists(b)  ? In::kLeft
                                                       : fs::exists(a) ? In::kBoth
                                                                       : In::kRight});
    if (file.in == In::kBoth) {
      const ComparedFiles both = compared_files(a, b, pairs);
      file.diff = both.left.compare(both.right, policy);
    }
    on_file(file);
  }
  return files;
}

}  // namespace assay
