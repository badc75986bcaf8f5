// Finds projects, reads their cases, and selects among them.
#include "harness/zoo/project.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/words/glob.h"
#include "harness/words/shell_command.h"
#include "harness/zoo/case_path.h"
#include "harness/zoo/graphnet_samples.h"
#include "harness/zoo/operator_samples.h"
#include "harness/zoo/shared_causes.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestCaseFile = 1 << 22;  // larger files are data among the models

constexpr int kDeepestFamily = 4;  // deeper folders have weights

/// A JSON file that names a case, well-formed or not. Other projects keep JSON in `models` too.
bool names_case(const fs::directory_entry& entry) {
  std::error_code unreadable;
  if (entry.path().extension() != ".json" || !entry.is_regular_file(unreadable)) return false;
  if (entry.file_size(unreadable) > kLargestCaseFile || unreadable) return false;
  return read_file(entry.path()).value_or("").find("\"case\"") != std::string::npos;
}

bool has_case_file(const fs::path& folder) {
  std::error_code unreadable;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, unreadable);
  for (; !unreadable && entry != fs::recursive_directory_iterator(); entry.increment(unreadable)) {
    if (names_case(*entry)) return true;
    if (entry.depth() >= kDeepestFamily) entry.disable_recursion_pending();
  }
  return false;
}

bool is_project(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "models", ignored) &&
         (fs::is_directory(folder / "golden", ignored) || has_case_file(folder / "models"));
}

Project named_project(const fs::path& root, const std::string& named_by) {
  if (std::error_code ignored; fs::is_directory(root / "models", ignored))
    return {fs::absolute(root).lexically_normal()};
  throw InputError({"not a project", root.string() + " (" + named_by + ")", "a folder with models/",
                    fs::exists(root) ? "a folder without it" : "no such folder",
                    shell_command("mkdir -p {}", root / "models")});
}

[[noreturn]] void no_project_at(const fs::path& folder) {
  std::error_code ignored;
  throw InputError(
      {"no project", folder.string(), "a folder with models/*.json, here or above, or --project DIR",
       fs::is_directory(folder / "models", ignored) ? "models/ without a case file" : "no models/",
       Command{"init", {"FILE.py:CALLABLE", "-o", "models/NAME.json"}}});
}

std::vector<fs::path> json_files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// Sorted by id, each case once. InputError that names both files for two cases with the same id.
std::vector<Case> in_order(std::vector<Case> cases) {
  std::ranges::stable_sort(cases, {}, &Case::id);
  std::vector<Case> result;
  for (Case& test : cases) {
    if (result.empty() || result.back().id != test.id) {
      result.push_back(std::move(test));
      continue;
    }
    const Case& first = result.back();
    // The same file by two paths. For FILE.py:CALLABLE the id is the rest of the identity.
    if (fs::weakly_canonical(first.file) == fs::weakly_canonical(test.file)) continue;
    throw InputError({"two cases have the id '" + test.id + "'", test.file.string(), "an id of its own",
                      "the same id in " + first.file.string(), "change \"case\" in one of the two files"});
  }
  return result;
}

std::vector<std::string> ids_of(const std::vector<Case>& cases) {
  std::vector<std::string> ids;
  for (const Case& test : cases) ids.push_back(test.id);
  return ids;
}

/// The selector without glob characters, to look for the nearest names.
std::string plain(const std::string& selector) {
  std::string text = selector;
  std::erase_if(text, [](char c) { return c == '*' || c == '?' || c == '[' || c == ']'; });
  return text;
}

std::string found_nearest(const std::string& selector, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : nearest(plain(selector), names))
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

std::vector<Case> cases_of_file(const std::string& selector) {
  const auto home = enclosing_project(selector);
  std::vector<Case> cases = read_case_file(selector, home ? home->models() : fs::path());
  for (Case& test : cases) test.selector = selector;
  return cases;
}

std::vector<Case> cases_by_id(const std::vector<Case>& all, const std::string& selector,
                              const Project& project) {
  std::vector<Case> chosen;
  const auto matches = [&](const Case& test) { return selects(selector, test.id); };
  std::ranges::copy_if(all, std::back_inserter(chosen), matches);
  if (!chosen.empty()) return chosen;
  const std::string near = found_nearest(selector, ids_of(all));
  throw InputError(
      {"no case '" + selector + "'" + (near.empty() ? "" : "; did you mean " + near + "?"),
       project.models().string(),
       "an id, a glob over ids, a case file, FILE.py:CALLABLE, op_db/NAME/DTYPE or a folder of samples",
       "'" + selector + "'", Command{"list", {"cases"}}});
}

bool is_file_name(const std::string& selector, const char* extension) {
  std::error_code ignored;
  return fs::path(selector).extension() == extension && fs::exists(selector, ignored);
}

}  // namespace

Project find_project(const std::string& explicit_root, const fs::path& start) {
  if (!explicit_root.empty()) return named_project(explicit_root, "--project");
  const char* variable = std::getenv("ASSAY_PROJECT");
  if (variable != nullptr && *variable != '\0') return named_project(variable, "ASSAY_PROJECT");
  // The search starts at the folder of a file, so it needs a file name in `start`.
  if (const auto around = enclosing_project(start / "any")) return *around;
  return {.root = start, .exists = false};
}

std::optional<Project> enclosing_project(const fs::path& file) {
  fs::path folder = fs::weakly_canonical(fs::absolute(file)).parent_path();
  while (!is_project(folder)) {
    if (folder == folder.parent_path()) return std::nullopt;
    folder = folder.parent_path();
  }
  return Project{folder};
}

std::vector<Case> all_cases(const Project& project) {
  if (!project.exists) no_project_at(project.root);
  const fs::path models = project.models();
  if (!fs::is_directory(models))
    throw InputError({"no folder of cases", models.string(), "a folder with case files", "nothing",
                      shell_command("mkdir -p {}", models)});
  std::vector<Case> cases;
  std::vector<SharedCauses> causes;
  for (const fs::path& file : json_files_below(models)) {
    if (is_causes_file(file)) {
      causes.push_back(SharedCauses::beside(file));
      continue;
    }
    for (Case& test : read_case_file(file, models)) cases.push_back(std::move(test));
  }
  if (cases.empty())
    throw InputError({"a folder of cases without a case", models.string(), "at least one case file NAME.json",
                      "none", Command{"init", {"FILE.py:CALLABLE", "-o", models / "NAME.json"}}});
  for (const SharedCauses& each : causes) each.require_used(cases);
  return in_order(std::move(cases));
}

std::vector<Case> select_cases(const Project& project, const std::vector<std::string>& selectors) {
  if (selectors.empty()) return all_cases(project);
  std::optional<std::vector<Case>> all;  // read on demand: a user's own case needs no project
  std::vector<Case> chosen;
  for (const std::string& selector : selectors) {
    std::vector<Case> more;
    if (selector.ends_with(".py") || selector.find(".py:") != std::string::npos) {
      more = {case_of_callable(selector)};
    } else if (names_operator(selector)) {
      more = {case_of_operator(operator_samples_from(selector))};
    } else if (is_file_name(selector, ".json")) {
      more = cases_of_file(selector);
    } else if (std::error_code ignored; fs::is_directory(selector, ignored)) {
      more = cases_of_samples(selector);
    } else {
      if (!all) all = all_cases(project);
      more = cases_by_id(*all, selector, project);
    }
    std::move(more.begin(), more.end(), std::back_inserter(chosen));
  }
  return in_order(std::move(chosen));
}

fs::path golden_root(const Project& project, const Case& test) {
  if (project.exists && lies_in(test.file, project.root)) return project.golden();
  if (const auto home = enclosing_project(test.file)) return home->golden();
  return fs::absolute(test.file).parent_path().lexically_normal() / "golden";
}

std::vector<MethodId> select_methods(const std::vector<std::string>& selectors) {
  std::set<MethodId> chosen;
  std::vector<std::string> names;
  for (const Method& each : all_methods()) {
    names.emplace_back(each.name);
    if (selectors.empty()) chosen.insert(each.id);
  }
  for (const std::string& selector : selectors) {
    bool any = false;
    for (const Method& each : all_methods()) {
      if (!selects(selector, each.name)) continue;
      chosen.insert(each.id);
      any = true;
    }
    if (any) continue;
    std::string known;
    for (const std::string& name : names) known += (known.empty() ? "'" : ", '") + name + "'";
    throw InputError({"no method '" + selector + "'" + did_you_mean(plain(selector), names), "",
                      "one of " + known + ", or a glob", "'" + selector + "'", Command{"list", {"methods"}}});
  }
  return {chosen.begin(), chosen.end()};
}

}  // namespace assay
