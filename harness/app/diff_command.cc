// assay diff: two graph files, or the graphs of two results folders.
#include <iostream>
#include <set>
#include <unistd.h>

#include "harness/app/session.h"
#include "harness/diff/diff.h"
#include "harness/error/error.h"
#include "harness/golden_store/golden_body.h"
#include "harness/graph/json.h"
#include "reports/diff_text/print_diff.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostCauses = 20;

struct DiffOptions {
  std::string left, right, level = "exact", format = "text";
  std::vector<std::string> policies;
  Color color = Color::kOff;  ///< of the text form, as --color and NO_COLOR say
};

Policy policy_of(const DiffOptions& options) {
  Policy policy;
  set_policy(policy, "level", options.level, "--level");
  for (const std::string& text : options.policies) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw InputError({.what = "a policy without a value",
                        .where = "--policy",
                        .expected = "KEY=VALUE, such as fold=alias,detach",
                        .found = text});
    set_policy(policy, text.substr(0, equals), text.substr(equals + 1), "--policy " + text.substr(0, equals));
  }
  return policy;
}

bool diff_files(const fs::path& left, const fs::path& right, const Policy& policy,
                const DiffOptions& options) {
  const DiffResult result = GoldenBody::load(left).compare(load_graph_file(right), policy);
  if (options.format == "json") {
    std::cout << print_diff_json(result) << "\n";
  } else if (result.equal) {
    std::cout << "equal at level " << to_string(policy.level) << ": " << result.nodes.matched << " nodes, "
              << result.edges.matched << " edges\n";
    for (const Hidden& hidden : result.hidden) std::cout << print_hidden(hidden);
  } else {
    std::cout << print_diff(result, kMostCauses, options.color);
  }
  return result.equal;
}

std::set<std::string> graph_names(const fs::path& folder) {
  std::set<std::string> names;
  if (!fs::is_directory(folder / "graphs")) {
    throw InputError({.what = "not a results folder",
                      .where = folder.string(),
                      .expected = "a folder with graphs/",
                      .next = "assay check --results " + folder.string()});
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder / "graphs")) {
    if (entry.path().extension() == ".json") names.insert(fs::relative(entry.path(), folder / "graphs"));
  }
  return names;
}

bool diff_folders(const fs::path& left, const fs::path& right, const Policy& policy,
                  const DiffOptions& options) {
  std::set<std::string> names = graph_names(left);
  names.merge(graph_names(right));
  if (names.empty())
    throw InputError(
        {.what = "neither folder holds a graph", .where = left.string() + ", " + right.string()});
  bool all_equal = true;
  for (const std::string& name : names) {
    const fs::path sides[] = {left / "graphs" / name, right / "graphs" / name};
    if (options.format == "text") std::cout << name << ": ";
    if (!fs::exists(sides[0]) || !fs::exists(sides[1])) {
      std::cout << "only in " << (fs::exists(sides[0]) ? left : right).string() << "\n";
      all_equal = false;
    } else {
      all_equal = diff_files(sides[0], sides[1], policy, options) && all_equal;
    }
  }
  return all_equal;
}

}  // namespace

void add_diff(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("diff", "What differs between two graph files, or two results folders");
  command->footer(
      "Example: assay diff golden/seed/mlp/make_fx@cpu.json build/results/graphs/seed/mlp/make_fx@cpu.json");
  const auto options = std::make_shared<DiffOptions>();
  command->add_option("left", options->left, "Expected: a graph file or results folder")->required();
  command->add_option("right", options->right, "Found: a graph file or results folder")->required();
  command->add_option("--level", options->level, "structure, shapes or exact");
  command->add_option("--policy", options->policies,
                      "KEY=VALUE: what to ignore: commutative=true, fold=alias,detach, device_index=ignore, "
                      "parameter_names=ignore");
  command->add_option("--format", options->format, "text or json")->check(CLI::IsMember({"text", "json"}));
  command->callback([options, &session] {
    const Policy policy = policy_of(*options);
    options->color = wants_color(session, STDOUT_FILENO) ? Color::kOn : Color::kOff;
    const auto run =
        fs::is_directory(options->left) && fs::is_directory(options->right) ? diff_folders : diff_files;
    session.status =
        run(options->left, options->right, policy, *options) ? ExitStatus::kGreen : ExitStatus::kRed;
  });
}

}  // namespace assay
