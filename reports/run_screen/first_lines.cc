// First lines of a run: project, golden folders and worker.
#include "reports/run_screen/first_lines.h"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/words/quantity.h"

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

std::string announcement(std::size_t cases, std::size_t pairs, const Worker& worker) {
  return fmt::format("assay: {}, {}; worker {} (torch {}, Python {})", counted(cases, "case"),
                     counted(pairs, "pair"), worker.name, worker.torch, worker.python);
}

}  // namespace assay
