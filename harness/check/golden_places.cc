// GoldenPlaces: this project in place of the run's, else the current folder.
#include "harness/check/golden_places.h"

#include "harness/results/run_head.h"
#include "harness/zoo/case_path.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

bool is_same(const fs::path& left, const fs::path& right) {
  std::error_code unknown;
  return left == right || fs::equivalent(left, right, unknown);
}

/// Empty for results without a run head, or without a project.
fs::path golden_of_run(const fs::path& results) {
  const std::optional<RunHead> head = read_head(results);
  return head && !head->project.empty() ? fs::path(head->project) / "golden" : fs::path();
}

}  // namespace

GoldenPlaces::GoldenPlaces(Project project, const fs::path& results)
    : results_(results), project_(std::move(project)), of_run_(golden_of_run(results)) {}

PairResult GoldenPlaces::placed(PairResult record) const {
  const fs::path root = record.golden_root, own = project_.golden();
  if (!project_.exists || root.empty() || root != of_run_ || is_same(root, own)) return record;
  const fs::path below = fs::path(record.golden).lexically_relative(root);
  if (stays_below(below)) record.golden = own / below;
  record.golden_root = own;
  return record;
}

std::optional<Refusal> GoldenPlaces::refusal(const PairId& pair, const fs::path& root) const {
  if (project_.exists && is_same(root, project_.golden())) return std::nullopt;
  if (root.filename() == "golden" && lies_in(root, fs::current_path())) return std::nullopt;
  const std::string here = project_.exists
                               ? ", neither of the project " + project_.root.string() + " nor below the "
                               : ", not below the ";
  return Refusal{
      "its golden belongs in " + (root.empty() ? "no folder" : root.string()) + here + "current folder",
      ShellLine("cd ") + ShellLine::Word{root.parent_path()} + " && " +
          Command{"accept",
                  {"--case", pair.case_id, "--results", fs::absolute(results_).lexically_normal()}}};
}

}  // namespace assay
