// assay diff: two graph files, or the graphs of two results folders.
#include <iostream>
#include <set>

#include <nlohmann/json.hpp>

#include "harness/app/session.h"
#include "harness/diff/diff.h"
#include "harness/golden_store/golden_body.h"
#include "harness/graph/error.h"
#include "harness/graph/json.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 20;

struct DiffOptions {
  std::string left, right, level = "exact", format = "text";
  std::vector<std::string> policies;
};

Policy policy_of(const DiffOptions& options) {
  const std::optional<Level> level = level_from_string(options.level);
  if (!level)
    throw InputError({.what = "unknown level",
                      .where = "--level",
                      .expected = "structure, shapes or exact",
                      .found = options.level});
  if (!options.policies.empty()) {
    throw InputError({.what = "unknown policy",
                      .where = "--policy",
                      .expected = "none are known yet",
                      .found = options.policies[0]});
  }
  return {.level = *level};
}

nlohmann::ordered_json counts(const SetCount& count) {
  return {{"matched", count.matched},
          {"missing", count.missing},
          {"extra", count.extra},
          {"changed", count.changed}};
}

nlohmann::ordered_json as_json(const DiffResult& result) {
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const DiffEntry& entry : result.entries) {
    entries.push_back({{"kind", to_string(entry.kind)},
                       {"graph", entry.graph},
                       {"left_path", entry.left_path},
                       {"right_path", entry.right_path},
                       {"left", entry.left},
                       {"right", entry.right},
                       {"module", entry.module},
                       {"source", entry.source},
                       {"matcher", to_string(entry.matcher)}});
  }
  return {{"assay_diff", 1},
          {"equal", result.equal},
          {"nodes", counts(result.nodes)},
          {"edges", counts(result.edges)},
          {"entries", entries}};
}

bool diff_files(const fs::path& left, const fs::path& right, const Policy& policy,
                const std::string& format) {
  const DiffResult result = GoldenBody::load(left).compare(load_graph_file(right), policy);
  if (format == "json") {
    std::cout << as_json(result).dump(2) << "\n";
  } else if (result.equal) {
    std::cout << "equal at level " << to_string(policy.level) << ": " << result.nodes.matched << " nodes, "
              << result.edges.matched << " edges\n";
  } else {
    std::cout << print_diff(result, kMostEntries);
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
                  const std::string& format) {
  std::set<std::string> names = graph_names(left);
  names.merge(graph_names(right));
  if (names.empty())
    throw InputError(
        {.what = "neither folder holds a graph", .where = left.string() + ", " + right.string()});
  bool all_equal = true;
  for (const std::string& name : names) {
    const fs::path sides[] = {left / "graphs" / name, right / "graphs" / name};
    if (format == "text") std::cout << name << ": ";
    if (!fs::exists(sides[0]) || !fs::exists(sides[1])) {
      std::cout << "only in " << (fs::exists(sides[0]) ? left : right).string() << "\n";
      all_equal = false;
    } else {
      all_equal = diff_files(sides[0], sides[1], policy, format) && all_equal;
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
  command->add_option("--policy", options->policies, "KEY=VALUE: what to ignore");
  command->add_option("--format", options->format, "text or json")->check(CLI::IsMember({"text", "json"}));
  command->callback([options, &session] {
    const Policy policy = policy_of(*options);
    const auto run =
        fs::is_directory(options->left) && fs::is_directory(options->right) ? diff_folders : diff_files;
    session.status =
        run(options->left, options->right, policy, options->format) ? ExitStatus::kGreen : ExitStatus::kRed;
  });
}

}  // namespace assay
