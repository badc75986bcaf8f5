// full_diff: a worktree, a capture there, two comparisons.
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

/// A repository, and the worktree for its earlier sources.
struct Moved {
  fs::path repository, worktree;

  /// `path` moved into the worktree if it lies in the repository, else unchanged.
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

/// Puts the worktree's src/ first, if there is one, because an editable install names the repository's src/.
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

/// The case id, or the path of its file in the worktree.
std::string moved_selector(const std::string& selector, const Moved& moved) {
  const std::size_t colon = std::min(selector.rfind(':'), selector.size());
  std::error_code ignored;
  if (!fs::is_regular_file(selector.substr(0, colon), ignored)) return selector;
  return moved.of(selector.substr(0, colon)).string() + selector.substr(colon);
}

Command diff_by_policy(const SummaryDifference& difference, const fs::path& agreed) {
  Command command = diff_of(agreed, difference.captured);
  const auto add = [&](const char* option, std::string value) {
    command.arguments.emplace_back(option);
    command.arguments.push_back(std::move(value));
  };
  const Policy& policy = difference.policy;
  if (policy.level != Level::kExact) add("--level", std::string(to_string(policy.level)));
  for (const std::string& name : policies_on(policy)) add("--policy", name);
  return command;
}

Command capture_in(const Moved& moved, const SummaryDifference& difference, const fs::path& agreed) {
  Command command{
      .verb = "capture",
      .arguments = {moved_selector(difference.selector, moved), "--method",
                    std::string(to_string(difference.pair.method)), "--device",
                    std::string(to_string(difference.pair.device)), "--own-sources", "-o", agreed}};
  if (difference.project.exists) command.options = {"--project", moved.of(difference.project.root)};
  return command;
}

}  // namespace

Command diff_of(const fs::path& left, const fs::path& right) {
  return {.verb = "diff", .arguments = {left, right}};
}

ShellLine full_diff(const SummaryDifference& difference) {
  using Word = ShellLine::Word;
  const auto moved = moved_sources(difference);
  if (!moved) return diff_by_policy(difference, difference.golden);
  const Word repository{moved->repository}, worktree{moved->worktree};
  const Word golden{fs::weakly_canonical(fs::absolute(difference.golden))};
  const fs::path agreed = moved->worktree / "agreed.json";
  return ShellLine(std::vector<ShellLine::Part>{
      "git -C ", repository, " worktree add --detach ", worktree, " \"$(git -C ", repository,
      " log -1 --format=%H -- ", golden, ")\" && " + python_path(difference.python_path, *moved),
      capture_in(*moved, difference, agreed), " && ", diff_of(difference.golden, agreed), " && ",
      diff_by_policy(difference, agreed), "; git -C ", repository, " worktree remove --force ", worktree});
}

}  // namespace assay
