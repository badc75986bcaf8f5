// assay diff: compares two graph files, or the graphs of two results folders.
#include <algorithm>
#include <iostream>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/app/session.h"
#include "harness/diff/diff.h"
#include "harness/error/error.h"
#include "harness/words/quantity.h"
#include "harness/words/shell_command.h"
#include "reports/diff_text/print_diff.h"
#include "reports/gathering/file_diffs.h"
#include "reports/model_explorer/model_explorer.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostCauses = 20;

struct DiffOptions {
  std::string left, right, level = "exact", format = "text", output;
  std::vector<std::string> pairs, policies;
  Color color = Color::kOff;  ///< of the text form, by --color and NO_COLOR
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

std::string text_of(const DiffResult& result, const Policy& policy, const DiffOptions& options) {
  if (!result.equal) return print_diff(result, kMostCauses, options.color);
  std::string text =
      fmt::format("equal at level {}: {}, {}\n", to_string(policy.level),
                  counted(result.nodes.matched, "node"), counted(result.edges.matched, "edge"));
  for (const Hidden& hidden : result.hidden) text += print_hidden(hidden);
  return text;
}

std::string text_of(const FileDiff& file, const Policy& policy, const DiffOptions& options) {
  if (file.in == FileDiff::In::kBoth) return text_of(file.diff, policy, options);
  return "only in " + (file.in == FileDiff::In::kLeft ? options.left : options.right) + "\n";
}

/// Writes both graphs, and the mapping between their nodes, for Model Explorer.
bool write_explorer(const Policy& policy, const DiffOptions& options) {
  if (options.output.empty())
    throw InputError(
        {.what = "no folder to write the two graphs to",
         .where = "--format model-explorer",
         .next =
             Command{"diff", {options.left, options.right, "--format", "model-explorer", "-o", "explorer"}}});
  const auto [left, right] = compared_files(options.left, options.right, options.pairs);
  if (left.is_summary())
    throw InputError({.what = "a summary, which has no nodes to show",
                      .where = options.left,
                      .expected = "a graph file",
                      .next = Command{"capture",
                                      {left.header().case_id, "--method", left.header().method, "--device",
                                       left.header().device, "-o", "left.json"}}});
  const PairedDiff diff = paired_diff(*left.graphs(), right, policy);
  const ExplorerDifference files = print_model_explorer(*left.graphs(), right, diff);
  const fs::path folder = options.output;
  write_text(folder / "left.json", files.left);
  write_text(folder / "right.json", files.right);
  write_text(folder / "mapping.json", files.mapping);
  std::cout << text_of(diff.result, policy, options)
            << "next: " << shell_command("model-explorer {} {}", folder / "left.json", folder / "right.json")
            << ", both panes open, and " << (folder / "mapping.json").string() << " as sync navigation\n";
  return diff.result.equal;
}

/// Prints the differences. Returns whether there are none.
bool compare(const Policy& policy, const DiffOptions& options) {
  if (options.format == "model-explorer") return write_explorer(policy, options);
  const bool json = options.format == "json";
  if (fs::is_directory(options.left) && fs::is_directory(options.right)) {
    const std::vector<FileDiff> files =
        diff_folders(options.left, options.right, policy, options.pairs, [&](const FileDiff& file) {
          if (options.format == "text") std::cout << file.file << ": " << text_of(file, policy, options);
        });
    if (json) std::cout << print_diff_json(files) << "\n";
    return std::ranges::all_of(files, [](const FileDiff& each) { return each.equal(); });
  }
  const auto [left, right] = compared_files(options.left, options.right, options.pairs);
  const DiffResult result = left.compare(right, policy);
  std::cout << (json ? print_diff_json(result) + "\n" : text_of(result, policy, options));
  return result.equal;
}

}  // namespace

void add_diff(Subcommand app, Session& session) {
  Subcommand command =
      app.add_subcommand("diff", "Show the differences between two graph files or two results folders");
  command.footer(
      "Example: assay diff golden/seed/linear_relu.txt "
      "build/results/graphs/seed/mlp/make_fx@cpu.json");
  const auto options = std::make_shared<DiffOptions>();
  command.add_option("left", options->left, "Expected: graph file or results folder").required();
  command.add_option("right", options->right, "Found: graph file or results folder").required();
  command
      .add_option("--pair", options->pairs,
                  "Pair of a golden: METHOD@DEVICE or METHOD@DEVICE.from-2.14 (default: that of the other "
                  "graph file, else "
                  "the newest of the first pair); twice: for left and right")
      .value("PAIR");
  command.add_option("--level", options->level, "structure, shapes or exact").value("LEVEL");
  command.add_option("--policy", options->policies, "KEY=VALUE: differences to ignore: " + policy_forms())
      .value("KEY=VALUE");
  command.add_option("--format", options->format, "Output format; model-explorer: both graphs with a mapping")
      .one_of({"text", "json", "model-explorer"});
  command.add_option("-o,--output", options->output, "model-explorer: folder to write").value("DIR");
  command.callback([options, &session] {
    const Policy policy = policy_of(*options);
    options->color = session.color_on(STDOUT_FILENO);
    session.status = compare(policy, *options) ? ExitStatus::kGreen : ExitStatus::kRed;
  });
}

}  // namespace assay
