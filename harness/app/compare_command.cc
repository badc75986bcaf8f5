// assay compare: all capture methods on a case, side by side, with a recommendation.
#include <chrono>
#include <iostream>
#include <unistd.h>

#include "harness/app/workers.h"
#include "harness/check/side_by_side.h"
#include "harness/error/error.h"
#include "harness/methods/recommend.h"
#include "harness/results/aliases.h"
#include "harness/run/interruption.h"
#include "harness/zoo/need.h"
#include "reports/comparison_sheet/comparison_json.h"
#include "reports/comparison_sheet/comparison_markdown.h"
#include "reports/comparison_sheet/comparison_text.h"
#include "reports/console/printable.h"
#include "reports/console/progress.h"
#include "reports/run_screen/first_lines.h"

namespace assay {

namespace {

constexpr std::size_t kProgressWidth = 100;

struct CompareOptions {
  std::vector<std::string> cases, methods, needs;
  std::string device = "cpu", format = "text", page = {};
};

Device one_device(const std::string& text) {
  const std::vector<Device> devices = devices_from(text);
  if (devices.size() == 1) return devices.front();
  throw InputError({.what = "compare takes one device",
                    .where = "--device",
                    .expected = "cpu or cuda",
                    .found = text,
                    .next = Command{"compare", {"CASE", "--device", "cpu"}}});
}

void print(const Session& session, const CompareOptions& options, const ComparisonReport& report) {
  if (options.format == "json") {
    std::cout << comparison_json(report);
  } else if (options.format == "markdown") {
    std::cout << comparison_markdown(report, options.page);
  } else {
    std::cout << comparison_text(report, session.color_on(STDOUT_FILENO));
    if (session.verbose) std::cout << "\n" << print_operator_aliases();
  }
}

/// Shows progress in a line on stderr.
class CompareScreen {
 public:
  CompareScreen(const Session& session, const std::vector<PlannedPair>& pairs)
      : session_(session),
        progress_(std::cerr, isatty(STDERR_FILENO) != 0 ? Stream::kTerminal : Stream::kPlain,
                  session.color_on(STDERR_FILENO), workload(pairs), kProgressWidth) {}

  void ended(const TaskEnding& ending, const MethodResult& result) {
    if (session_.verbose && !ending.pair.ended.traceback.empty())
      std::cerr << printable(ending.pair.ended.traceback) << "\n";
    PairResult shown;
    shown.pair = ending.planned.pair;
    shown.outcome = result.outcome;
    shown.verdict = Verdict::kMatch;  // nothing is expected here, so nothing is red
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    if (!session_.quiet) progress_.ended(shown, elapsed.count());
  }
  void finish() { progress_.finish(); }

 private:
  static Workload workload(const std::vector<PlannedPair>& pairs) {
    Workload load;
    for (const PlannedPair& planned : pairs) load.add(blank_record(planned));
    return load;
  }

  const Session& session_;
  Progress progress_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

ExitStatus compare(const Session& session, const CompareOptions& options) {
  const std::vector<Need> needs = needs_from(options.needs, "--need");
  const Device device = one_device(options.device);
  const Project project = session.find();
  const std::vector<Case> cases = select_cases(project, options.cases);
  const std::vector<MethodId> methods =
      options.methods.empty() ? std::vector<MethodId>{} : select_methods(options.methods);
  const std::vector<PlannedPair> pairs = plan_pairs(cases, {.methods = methods, .devices = {device}});
  const Worker worker = chosen_worker(session);
  const Interruption interruption;
  CompareScreen screen(session, pairs);
  if (!session.quiet) std::cerr << announcement(cases.size(), pairs.size(), worker) << "\n";
  // Runs pairs one by one, since parallel pairs would distort each other's measurements.
  SideBySide run(project, pairs, place_of(session, worker, interruption));
  const RunEnd end =
      run.run([&](const TaskEnding& ending, const MethodResult& result) { screen.ended(ending, result); });
  screen.finish();
  if (end == RunEnd::kInterrupted) {
    std::cerr << "interrupted; nothing was compared\n";
    return ExitStatus::kInterrupted;
  }
  ComparisonReport report;
  report.cases = run.comparisons(cases, device);
  report.recommendation = recommend(report.cases, needs);
  print(session, options, report);
  return report.recommendation.method ? ExitStatus::kGreen : ExitStatus::kRed;
}

}  // namespace

void add_compare(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("compare", "Compare capture methods on a case and recommend one");
  command.footer(
      "Example: assay compare seed/conv_bn_relu --need backward,shapes\n"
      "Exit: 0 a method is recommended, 1 none meets the need");
  const auto options = std::make_shared<CompareOptions>();
  command
      .add_option("case", options->cases,
                  "Ids, globs, case files, FILE.py:CALLABLE, folders of GraphNet samples")
      .required();
  command
      .add_option("--need", options->needs,
                  "Needs that a method must meet: " + print_needs(kNeedNames.values()))
      .value("NEED")
      .comma_separated();
  command.add_option("--methods,--method", options->methods, "Only these methods")
      .value("METHOD")
      .comma_separated();
  command.add_option("--device", options->device, "cpu or cuda").value("DEVICE");
  command.add_option("--format", options->format, "Output format").one_of({"text", "markdown", "json"});
  command.add_option("--report", options->page, "Address of a report page, for links in Markdown")
      .value("URL");
  command.callback([options, &session] { session.status = compare(session, *options); });
}

}  // namespace assay
