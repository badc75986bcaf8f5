// assay merge: merges the results folders of shards, as if from a single machine.
#include <algorithm>
#include <iostream>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/app/run_report.h"
#include "harness/app/session.h"
#include "harness/check/project_digest.h"
#include "harness/error/error.h"
#include "harness/results/merge.h"
#include "harness/words/quantity.h"
#include "harness/words/shell_command.h"
#include "reports/console/printable.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

struct MergeOptions {
  std::vector<std::string> folders;
  std::string into;
  RunReports reports;
};

/// The output folder is emptied first.
void require_another_folder(const MergeOptions& options) {
  for (const std::string& folder : options.folders) {
    const fs::path from = fs::weakly_canonical(folder), to = fs::weakly_canonical(options.into);
    const auto holds = [](const fs::path& outer, const fs::path& inner) {
      return std::ranges::mismatch(outer, inner).in1 == outer.end();
    };
    if (!holds(from, to) && !holds(to, from)) continue;
    throw InputError({.what = "the merged results would replace a shard's",
                      .where = "-o " + options.into,
                      .expected = "a folder beside those of the shards",
                      .found = folder,
                      .next = Command{"merge"} + " with another -o DIR"});
  }
}

/// The current project, if it is the project of the shards.
fs::path project_of(const Session& session, const RunHead& head) {
  const Project project = session.find();
  if (!project.exists) return {};
  std::vector<Case> cases;
  for (const Case& test : all_cases(project)) {
    const auto is_of_test = [&](const ListedPair& listed) { return listed.pair.case_id == test.id; };
    if (std::ranges::any_of(head.pairs, is_of_test)) cases.push_back(test);
  }
  return project_digest(project, cases) == head.digest ? project.root : fs::path();
}

std::string merge_command(const MergeOptions& options) {
  std::string command = "assay merge";
  for (const std::string& folder : options.folders) command += " " + shell_word(folder);
  return command + shell_command(" -o {}", options.into);
}

ExitStatus merge(const Session& session, const MergeOptions& options) {
  require_another_folder(options);
  std::vector<ShardResults> shards;
  for (const std::string& folder : options.folders) shards.push_back(read_shard(folder));
  const RunHead head = head_of_whole(shards, options.into);
  const std::vector<MissingShard> missing = missing_shards(shards);
  const fs::path project = project_of(session, head);
  const std::vector<PairResult> records =
      joined_records(shards, {.results = options.into, .project = project});
  ResultsFolder whole(options.into, OpenFor::kFresh);
  write_merged(shards, head, records, whole);
  const RunShown shown{.results = options.into,
                       .everything = merge_command(options) + " -v",
                       .also = "results: " + options.into + "\n"};
  print_run(records, shown, session.detail(), session.color_on(STDOUT_FILENO));
  tell_elsewhere(records, head, shown, options.reports, session.version);
  if (project.empty() && !head.project.empty())
    std::cout << "goldens: of the project as it was in " << printable(head.project)
              << ", which is not the one here\n";
  for (const MissingShard& shard : missing)
    std::cout << fmt::format("shard {} is missing, {}; next: {}\n", to_string(shard.shard),
                             counted(shard.pairs, "pair"), printable(shard.next));
  std::cout << fmt::format("merged {} of {}: {}\n", shards.size(),
                           counted(shards.size() + missing.size(), "shard"), counted(records.size(), "pair"));
  const ExitStatus judged = judge_run(records, MaySkipAll::kNo);
  return missing.empty() ? judged : ExitStatus::kRed;
}

}  // namespace

void add_merge(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("merge", "Merge the results of shards and report the whole run");
  command.footer("Example: assay merge shard-1 shard-2 -o build/results");
  const auto options = std::make_shared<MergeOptions>();
  command.add_option("folder", options->folders, "Results folders, one per shard").required();
  command.add_option("-o,--output", options->into, "Results folder to write; emptied first")
      .value("DIR")
      .required();
  add_run_reports(command, options->reports);
  command.callback([options, &session] { session.status = merge(session, *options); });
}

}  // namespace assay
