// project_line: the project, and the golden folders of the cases.
#include "harness/app/project_line.h"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {

std::string project_line(const Project& project, const std::vector<Case>& cases) {
  std::set<std::string> elsewhere;
  for (const Case& test : cases) {
    const std::filesystem::path goldens = golden_root(project, test);
    if (!project.exists || goldens != project.golden()) elsewhere.insert(goldens.string());
  }
  if (!project.exists) return fmt::format("no project: goldens in {}", fmt::join(elsewhere, ", "));
  std::string line = fmt::format("project {}: models/, golden/", project.root.string());
  if (!elsewhere.empty()) line += fmt::format("; other goldens in {}", fmt::join(elsewhere, ", "));
  return line;
}

}  // namespace assay
