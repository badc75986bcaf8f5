// assay compare: every capture method on a case, side by side, and the one to use.
#include <chrono>
#include <iostream>
#include <map>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/app/interruption.h"
#include "harness/app/residence.h"
#include "harness/app/session.h"
#include "harness/app/workers.h"
#include "harness/check/ending_record.h"
#include "harness/check/planned_run.h"
#include "harness/check/program_records.h"
#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/methods/capture_facts.h"
#include "harness/methods/lowered_programs.h"
#include "harness/methods/recommend.h"
#include "harness/results/aliases.h"
#include "harness/run/outcome.h"
#include "harness/run/scratch_root.h"
#include "harness/zoo/need.h"
#include "reports/comparison_sheet/comparison_json.h"
#include "reports/comparison_sheet/comparison_markdown.h"
#include "reports/comparison_sheet/comparison_text.h"
#include "reports/console/printable.h"
#include "reports/console/progress.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

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
                    .next = "assay compare CASE --device cpu"});
}

/// What one pair gave; `lowered` gets its lowered graph where that is one program.
MethodResult result_of(const TaskEnding& ending, std::vector<LoweredFile>& lowered) {
  const protocol::Ended& ended = ending.pair.ended;
  PairResult record = record_of(ending.planned, ending.pair);
  record.outcome = outcome_of(ended);  // a replay that is not reported is told by its absence
  MethodResult result = method_result(record, record.outcome == Outcome::kCaptured ? "" : describe(ended));
  if (!has_graph(result.outcome)) return result;
  const auto& task = std::get<protocol::Capture>(ending.pair.job.request.task);
  result.facts = facts_of(load_graph_file(task.graph_path), method(result.method));
  result.not_lowered = ended.lowering_failure;
  if (result.not_lowered.empty()) result.not_lowered = add_lowered(result.method, task.lowered_path, lowered);
  return result;
}

/// The pairs of one run, gathered by case.
class Compare {
 public:
  Compare(const Session& session, const CompareOptions& options)
      : session_(session),
        options_(options),
        needs_(needs_from(options.needs, "--need")),
        device_(one_device(options.device)),
        project_(session.find()),
        cases_(select_cases(project_, options.cases)),
        pairs_(plan_pairs(cases_, {.methods = options.methods.empty() ? std::vector<MethodId>{}
                                                                      : select_methods(options.methods),
                                   .devices = {device_}})),
        worker_(chosen_worker(session)),
        gpu_(device_ == Device::kCuda ? find_gpu() : Gpu::kAbsent),
        progress_(std::cerr, isatty(STDERR_FILENO) != 0 ? Stream::kTerminal : Stream::kPlain,
                  wants_color(session, STDERR_FILENO) ? Color::kOn : Color::kOff, workload(),
                  kProgressWidth) {}

  ExitStatus run() {
    announce();
    const Interruption interruption;
    // One at a time: what is measured is compared, and must not share the machine with its neighbours.
    PlannedRun pairs({.worker = worker_,
                      .gpu = gpu_,
                      .residence = residence_of(session_),
                      .interrupted = interruption.came()});
    plan(pairs);
    const RunEnd end = pairs.run([this](const TaskEnding& ending) {
      record(ending);
      return Proceed::kGoOn;
    });
    progress_.finish();
    if (end == RunEnd::kInterrupted) {
      std::cerr << "interrupted; nothing was compared\n";
      return ExitStatus::kInterrupted;
    }
    return report();
  }

 private:
  void announce() const {
    if (session_.quiet) return;
    std::cerr << announcement(cases_.size(), pairs_.size(), worker_) << "\n";
  }

  Workload workload() const {
    Workload load;
    for (const PlannedPair& planned : pairs_) load.add(blank_record(planned));
    return load;
  }

  void plan(PlannedRun& run) {
    for (const PlannedPair& planned : pairs_) {
      if (const std::string reason = run.unsupported(planned.pair); !reason.empty()) {
        comparisons_[planned.pair.case_id].methods.push_back(
            method_result(unsupported(planned, worker_, reason), reason));
        continue;
      }
      const fs::path folder = scratch_.path() / "graphs" / std::to_string(run.size());
      run.add(planned, protocol::Capture{.subject = subject_of(planned, project_),
                                         .graph_path = folder / "graph.json",
                                         .lowered_path = folder / "lowered" / "graph.json",
                                         .replay = true});
      fs::create_directories(folder / "lowered");
    }
  }

  void record(const TaskEnding& ending) {
    const PairId& pair = ending.planned.pair;
    Comparison& comparison = comparisons_[pair.case_id];
    comparison.torch = ending.pair.worker.torch;
    comparison.phantom = ending.pair.worker.phantom;
    comparison.methods.push_back(result_of(ending, lowered_[pair.case_id]));
    if (session_.verbose && !ending.pair.ended.traceback.empty())
      std::cerr << printable(ending.pair.ended.traceback) << "\n";
    PairResult shown;
    shown.pair = pair;
    shown.outcome = comparison.methods.back().outcome;
    shown.verdict = Verdict::kMatch;  // nothing is expected here, so nothing is red
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    if (!session_.quiet) progress_.ended(shown, elapsed.count());
  }

  ExitStatus report() {
    ComparisonReport report;
    for (const Case& test : cases_) {
      Comparison& comparison = comparisons_[test.id];
      comparison.case_id = test.id;
      comparison.device = device_;
      std::ranges::sort(comparison.methods, {}, &MethodResult::method);
      comparison.lowered = compare_lowered(lowered_[test.id]);
      report.cases.push_back(std::move(comparison));
    }
    report.recommendation = recommend(report.cases, needs_);
    print(report);
    return report.recommendation.method ? ExitStatus::kGreen : ExitStatus::kRed;
  }

  void print(const ComparisonReport& report) const {
    if (options_.format == "json") {
      std::cout << comparison_json(report);
    } else if (options_.format == "markdown") {
      std::cout << comparison_markdown(report, options_.page);
    } else {
      std::cout << comparison_text(report, wants_color(session_, STDOUT_FILENO) ? Color::kOn : Color::kOff);
      if (session_.verbose) std::cout << "\n" << print_operator_aliases();
    }
  }

  const Session& session_;
  const CompareOptions& options_;
  std::vector<Need> needs_;
  Device device_;
  Project project_;
  std::vector<Case> cases_;
  std::vector<PlannedPair> pairs_;
  Worker worker_;
  Gpu gpu_;
  ScratchRoot scratch_;
  Progress progress_;
  std::map<std::string, Comparison> comparisons_;
  std::map<std::string, std::vector<LoweredFile>> lowered_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

void add_compare(Command app, Session& session) {
  Command command =
      app.add_subcommand("compare", "Show capture methods side by side on a case, and recommend one");
  command.footer(
      "Example: assay compare seed/conv_bn_relu --need backward,shapes\n"
      "Exit: 0 a method is recommended, 1 none meets the need");
  const auto options = std::make_shared<CompareOptions>();
  command
      .add_option("case", options->cases,
                  "Ids, globs, case files, FILE.py:CALLABLE, folders of GraphNet samples")
      .required();
  command.add_option("--need", options->needs, "What a method must meet: " + print_needs(kNeedNames.values()))
      .comma_separated();
  command.add_option("--methods,--method", options->methods, "Only these methods").comma_separated();
  command.add_option("--device", options->device, "cpu or cuda");
  command.add_option("--format", options->format, "How to print it").one_of({"text", "markdown", "json"});
  command.add_option("--report", options->page,
                     "Address of a page of assay report, to whose views of the cases markdown links");
  command.callback([options, &session] { session.status = Compare(session, *options).run(); });
}

}  // namespace assay
