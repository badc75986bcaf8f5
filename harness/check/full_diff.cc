// full_diff_command: a worktree, a capture in it, two comparisons.
#include "harness/check/full_diff.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/words/shell_command.h"
#include "harness/zoo/case_path.h"
#include "harness/zoo/case_place.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

/// A repository, and where its former sources are to lie.
struct Moved {
  fs::path repository, worktree;

  /// `path` in the worktree where it is in the repository, else where it is.
  fs::path of(const fs::path& path) const {
    const fs::path full = fs::weakly_canonical(fs::absolute(path));
    const fs::path below = full.lexically_relative(repository);
    if (below == ".") return worktree;
    return stays_below(below) ? worktree / below : full;
  }
};

std::optional<Moved> moved_sources(const SummaryDifference& difference) {
  if (difference.selector.empty()) return std::nullopt;
  const auto repository =
      repository_around(fs::weakly_canonical(fs::absolute(difference.golden)).parent_path());
  if (!repository) return std::nullopt;
  return Moved{*repository, repository->parent_path() / (repository->filename().string() + "-agreed")};
}

/// With src/ of the worktree first where there is one: an editable install names that of the repository.
std::string python_path(const std::string& entries, const Moved& moved) {
  std::vector<std::string> paths;
  std::error_code ignored;
  if (fs::is_directory(moved.repository / "src", ignored)) paths.push_back((moved.worktree / "src").string());
  for (std::size_t begin = 0; begin < entries.size();) {
    const std::size_t end = std::min(entries.find(':', begin), entries.size());
    if (end > begin) paths.push_back(moved.of(entries.substr(begin, end - begin)).string());
    begin = end + 1;
  }
  const auto once = [&](auto path) { return std::find(paths.begin(), path, *path) == path; };
  std::vector<std::string> result;
  for (auto path = paths.begin(); path != paths.end(); ++path)
    if (once(path)) result.push_back(*path);
  return result.empty() ? "" : shell_command("PYTHONPATH={} ", fmt::format("{}", fmt::join(result, ":")));
}

/// The case by its id, or its file as the worktree has it.
std::string moved_selector(const std::string& selector, const Moved& moved) {
  const std::size_t colon = std::min(selector.rfind(':'), selector.size());
  std::error_code ignored;
  if (!fs::is_regular_file(selector.substr(0, colon), ignored)) return selector;
  return moved.of(selector.substr(0, colon)).string() + selector.substr(colon);
}

std::string diff_command(const SummaryDifference& difference, const fs::path& agreed) {
  std::string command = shell_command("assay diff {} {}", agreed, difference.captured);
  if (difference.policy.level != Level::kExact)
    command += shell_command(" --level {}", difference.policy.level);
  for (const std::string& policy : policies_on(difference.policy))
    command += shell_command(" --policy {}", policy);
  return command;
}

}  // namespace

std::string full_diff_command(const SummaryDifference& difference) {
  const auto moved = moved_sources(difference);
  if (!moved) return diff_command(difference, difference.golden);
  const auto& [repository, worktree] = *moved;
  const fs::path agreed = worktree / "agreed.json";
  const std::string project =
      difference.project.exists ? shell_command("--project {} ", moved->of(difference.project.root)) : "";
  return shell_command("git -C {} worktree add --detach {} ", repository, worktree) +
         shell_command("\"$(git -C {} log -1 --format=%H -- {})\" && ", repository,
                       fs::weakly_canonical(fs::absolute(difference.golden))) +
         python_path(difference.python_path, *moved) + "assay " + project +
         shell_command("capture {} --method {} --device {} --own-sources -o {} && ",
                       moved_selector(difference.selector, *moved), difference.pair.method,
                       difference.pair.device, agreed) +
         shell_command("assay diff {} {}", difference.golden, agreed) + " && " +
         diff_command(difference, agreed) +
         shell_command("; git -C {} worktree remove --force {}", repository, worktree);
}

}  // namespace assay
