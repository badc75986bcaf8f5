// case_of_graph: from --case, the project, or the header's case file.
#include "harness/zoo/graph_case.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/graph/digest.h"
#include "harness/words/quantity.h"
#include "harness/zoo/case_path.h"
#include "harness/zoo/operator_samples.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

Case named_case(const std::string& selector, const Project& project) {
  const std::vector<Case> cases = select_cases(project, {selector});
  if (cases.size() == 1) return cases[0];
  throw InputError({.what = "a graph is replayed with one case",
                    .where = "--case " + selector,
                    .expected = "one case",
                    .found = counted(cases.size(), "case"),
                    .next = Command{"list", {"cases", selector}}});
}

const Case* case_with_id(const std::vector<Case>& cases, const std::string& id) {
  const auto found = std::ranges::find(cases, id, &Case::id);
  return found == cases.end() ? nullptr : &*found;
}

/// Whether the header's case file is below `folder` and has the header's digest.
bool is_the_file(const fs::path& folder, const Header& header) {
  const fs::path named = header.case_file;
  if (!stays_below(named)) return false;
  std::error_code unreadable;
  if (!fs::is_regular_file(folder / named, unreadable)) return false;
  const std::optional<std::string> bytes = read_file(folder / named);
  return bytes && sha256_hex(*bytes) == header.case_sha256;
}

/// FILE.py:CALLABLE has the id STEM/CALLABLE and its Python file as case file.
std::vector<Case> cases_in(const fs::path& file, const Header& header) {
  if (file.extension() != ".py") return select_cases({}, {file.string()});
  return {case_of_callable(file.string() + ":" + fs::path(header.case_id).filename().string())};
}

}  // namespace

Case case_of_graph(const Header& header, const fs::path& file, const std::string& selector,
                   const Project& project) {
  if (!selector.empty()) return named_case(selector, project);
  const bool has_cases = project.exists && fs::is_directory(project.models());
  const std::vector<Case> all = has_cases ? all_cases(project) : std::vector<Case>{};
  if (const Case* found = case_with_id(all, header.case_id)) return *found;
  if (names_operator(header.case_id)) return case_of_operator(operator_samples_from(header.case_id));
  for (const fs::path& folder : {project.root, fs::current_path()}) {
    if (!is_the_file(folder, header)) continue;
    const std::vector<Case> cases = cases_in(folder / header.case_file, header);
    if (const Case* found = case_with_id(cases, header.case_id)) return *found;
  }
  throw InputError(
      {.what = fmt::format("{} was captured from case '{}', which {} does not have; pass --case CASE.json",
                           file.string(), header.case_id,
                           (project.exists ? "project " : "the current folder ") + project.root.string())});
}

}  // namespace assay
