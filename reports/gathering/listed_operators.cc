// Operators that a file, a case or a results folder calls.
#include "reports/gathering/listed_operators.h"

#include <algorithm>
#include <map>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/golden_store/case_goldens.h"
#include "harness/golden_store/golden_body.h"
#include "harness/graph/json.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::string capture_command(const Header& header) {
  return shell_command("assay capture {} --method {} --device {} -o graph.json", header.case_id,
                       header.method, header.device);
}

void add(OperatorListBuilder& builder, const GoldenBody& body) {
  body.is_summary() ? builder.add_summary(body.header()) : builder.add(*body.graphs());
}

/// Constants are not read, so their files may be missing.
OperatorList of_file(const std::string& path, const std::string& pair) {
  const std::string bytes = read_file(path).value_or("");
  if (is_golden_text(bytes) && GoldenBody::load(path, pair).is_summary())
    throw InputError({.what = "a summary, which has no nodes to list operators of",
                      .where = path,
                      .expected = "a graph file",
                      .next = capture_command(GoldenBody::load(path, pair).header())});
  OperatorListBuilder builder;
  builder.add(read_graph_file(bytes, path, pair));
  return builder.finish();
}

OperatorList of_folder(const fs::path& folder, const std::string& pair) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "graphs"))
    if (entry.path().extension() == ".json" && (pair.empty() || entry.path().stem() == pair))
      files.push_back(entry.path());
  if (files.empty())
    throw InputError({.what = pair.empty() ? "a results folder without graphs" : "no graph of " + pair,
                      .where = folder.string(),
                      .next = Command{"check", {"--results", folder}}});
  std::ranges::sort(files);
  OperatorListBuilder builder;
  for (const fs::path& file : files)
    builder.add(read_graph_file(read_file(file).value_or(""), file.string()));
  return builder.finish();
}

OperatorList of_cases(const std::string& selector, const std::string& pair, const Project& project) {
  OperatorListBuilder builder;
  std::size_t graphs = 0;
  std::optional<Header> summary;
  const std::vector<Case> cases = select_cases(project, {selector});
  for (const Case& test : cases) {
    const CaseGoldens goldens(golden_root(project, test), test.id);
    std::map<std::string, GoldenKey> newest;
    for (const GoldenKey& key : goldens.all()) newest.insert_or_assign(key.pair, key);
    for (const auto& [name, key] : newest) {
      if (!pair.empty() && name != pair) continue;
      const GoldenBody body = goldens.load(key);
      add(builder, body);
      if (!body.is_summary()) ++graphs;
      if (body.is_summary() && !summary) summary = body.header();
    }
  }
  if (graphs > 0) return builder.finish();
  if (summary)
    throw InputError({.what = "all goldens are summaries, which have no nodes to list operators of",
                      .where = selector,
                      .expected = "a golden with nodes, a graph file or a results folder",
                      .next = capture_command(*summary)});
  throw InputError({.what = pair.empty() ? "no goldens" : "no golden of " + pair,
                    .where = selector,
                    .next = Command{"check", {selector}}});
}

}  // namespace

OperatorList operators_of(const std::string& path, const std::string& pair,
                          const std::function<Project()>& project) {
  if (fs::is_directory(fs::path(path) / "graphs")) return of_folder(path, pair);
  if (fs::is_regular_file(path)) return of_file(path, pair);
  return of_cases(path, pair, project());
}

}  // namespace assay
