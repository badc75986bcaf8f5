// assay lower: lowers a graph file to ATen operators.
#include <iostream>

#include <fmt/format.h>

#include "harness/app/workers.h"
#include "harness/check/graph_subject.h"
#include "harness/run/outcome.h"
#include "harness/words/quantity.h"
#include "harness/words/shell_command.h"
#include "reports/console/printable.h"

namespace assay {

namespace {

struct LowerOptions {
  std::string file, pair, test, output;
};

ExitStatus report(const PairEnding& ending, const LowerOptions& options, Detail detail) {
  const protocol::Ended& ended = ending.ended;
  if (ended.ending == protocol::Ending::kFinished) {
    if (detail != Detail::kTotals)
      std::cout << fmt::format("{}: {}, {}, lowered from {}\n", options.output, counted(ended.nodes, "node"),
                               counted(ended.edges, "edge"), options.file);
    return ExitStatus::kGreen;
  }
  std::cerr << printable(fmt::format("assay: {}: {}\nnext: {}{}\n", options.file, describe(ended),
                                     shell_command("assay replay {}", options.file),
                                     options.pair.empty() ? "" : shell_command(" --pair {}", options.pair)));
  if (detail == Detail::kAll) std::cerr << printable(ended.traceback) << "\n";
  return ExitStatus::kRed;
}

void lower(const LowerOptions& options, Session& session) {
  const Project project = session.find();
  const GraphSubject graph(options.file, options.pair, options.test, project);
  const protocol::Lower task{
      .subject = graph.subject(), .source_path = graph.source_path(), .graph_path = options.output};
  run_job(session, graph.job(task),
          [&](const PairEnding& ending) { return report(ending, options, session.detail()); });
}

}  // namespace

void add_lower(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("lower", "Lower a graph file to ATen operators");
  command.footer(
      "Example: assay lower golden/seed/linear_relu.txt --pair symbolic_trace@cpu -o lowered.json");
  const auto options = std::make_shared<LowerOptions>();
  command.add_option("file", options->file, "Graph file: a capture, a pending graph or a golden").required();
  command.add_option("--pair", options->pair, kPairHelp).value("PAIR");
  command
      .add_option(
          "--case", options->test,
          "Model and inputs: an id, case file or FILE.py:CALLABLE (default: the case that the file names)")
      .value("CASE");
  command.add_option("-o,--output", options->output, "Graph file to write").value("FILE").required();
  command.callback([options, &session] { lower(*options, session); });
}

}  // namespace assay
