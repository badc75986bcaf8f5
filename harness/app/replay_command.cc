// assay replay: runs a graph file beside eager, and reports the first difference.
#include <iostream>

#include <fmt/format.h>

#include "harness/app/workers.h"
#include "harness/check/graph_subject.h"
#include "harness/error/error.h"
#include "harness/run/outcome.h"
#include "harness/words/shell_command.h"
#include "harness/zoo/replay_json.h"
#include "reports/console/printable.h"
#include "reports/console/replay_text.h"

namespace assay {

namespace {

struct ReplayOptions {
  std::string file, pair, test;
  std::uint64_t seed = 0;
  bool json = false;
};

std::string as_json(const PairEnding& ending, const ReplayOptions& options) {
  const auto& replay = ending.ended.replay;
  OrderedJson json{{"assay_replay", 1}, {"file", options.file}, {"case", ending.job.pair.case_id}};
  json["method"] = to_string(ending.job.pair.method);
  json["device"] = to_string(ending.job.pair.device);
  json["torch"] = ending.worker.torch;
  json["seed"] = options.seed;
  json["outcome"] = to_string(outcome_of(ending.ended));
  json["stage"] = to_string(ending.ended.stage);
  json["message"] = describe(ending.ended);
  json["replay"] = json_of(replay);
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

std::string named_file(const ReplayOptions& options) {
  return shell_word(options.file) + (options.pair.empty() ? "" : shell_command(" --pair {}", options.pair));
}

std::string as_text(const PairEnding& ending, const ReplayOptions& options, Detail detail) {
  const auto& replay = ending.ended.replay;
  const std::string told = replay ? std::string(to_string(replay->verdict)) : describe(ending.ended);
  std::string text = fmt::format("{}: {}\n", to_string(ending.job.pair), told);
  if (replay && detail != Detail::kTotals) text += replay_text(*replay);
  if (detail == Detail::kAll && !ending.ended.traceback.empty()) text += ending.ended.traceback + "\n";
  if (!replay || !agrees(replay->verdict))
    text += replay ? fmt::format("next: assay export {} --to text\n", named_file(options))
                   : fmt::format("next: assay replay {} -v\n", named_file(options));
  return printable(text);
}

ExitStatus report(const PairEnding& ending, const ReplayOptions& options, Detail detail) {
  const protocol::Ended& ended = ending.ended;
  if (ended.ending == protocol::Ending::kFinished && !ended.replay)
    throw HarnessError({.what = "the worker did not report the replay it was asked for",
                        .where = options.file,
                        .expected = "a replay report",
                        .found = "none",
                        .next = Command{"doctor"}});
  std::cout << (options.json ? as_json(ending, options) : as_text(ending, options, detail));
  return ended.replay && agrees(ended.replay->verdict) ? ExitStatus::kGreen : ExitStatus::kRed;
}

void replay(const ReplayOptions& options, Session& session) {
  const Project project = session.find();
  const GraphSubject graph(options.file, options.pair, options.test, project);
  const protocol::Replay task{
      .subject = graph.subject(), .source_path = graph.source_path(), .seed = options.seed};
  run_job(session, graph.job(task),
          [&](const PairEnding& ending) { return report(ending, options, session.detail()); });
}

}  // namespace

void add_replay(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("replay", "Execute a graph file and compare it with eager");
  command.footer("Example: assay replay golden/seed/linear_relu.txt --pair aot_joint@cuda");
  const auto options = std::make_shared<ReplayOptions>();
  command.add_option("file", options->file, "Graph file: a capture, a pending graph or a golden").required();
  command.add_option("--pair", options->pair, kPairHelp).value("PAIR");
  command
      .add_option("--case", options->test,
                  "Model, weights and inputs: an id, case file or FILE.py:CALLABLE (default: the case that "
                  "the file names)")
      .value("CASE");
  command.add_option("--seed", options->seed, "Seed of all random numbers, as for torch.manual_seed");
  command.add_flag("--json", options->json, "Print the report as JSON");
  command.callback([options, &session] { replay(*options, session); });
}

}  // namespace assay
