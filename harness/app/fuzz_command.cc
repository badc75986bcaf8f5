// assay fuzz: finds silent errors with generated programs.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "harness/app/check_options.h"
#include "harness/app/workers.h"
#include "harness/fuzz/fuzz_run.h"
#include "harness/fuzz/program_pair.h"
#include "harness/methods/own_capabilities.h"
#include "harness/results/write_file.h"
#include "harness/run/interruption.h"
#include "harness/words/quantity.h"
#include "harness/words/shell_command.h"
#include "reports/finding_list/finding_text.h"
#include "reports/run_screen/first_lines.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

struct FuzzOptions {
  std::vector<std::string> methods;
  std::string space = "enumerate", device = "cpu";
  /// PyTorch versions, with a worker each. The first runs the programs, all run the findings. Empty: the
  /// worker of the session.
  std::vector<std::string> versions = {};
  fuzz::FuzzTerms terms;
  std::string results = {};
  bool resume = false, shrink = true;
  int parallel = 0;
};

/// The methods that differ most in how they capture.
const std::vector<MethodId> kUsualMethods{
    MethodId::kSymbolicTrace, MethodId::kMakeFx,   MethodId::kMakeFxGrad, MethodId::kNative,
    MethodId::kDispatch,      MethodId::kAotJoint, MethodId::kAotMinCut,  MethodId::kAotJointCompile,
    MethodId::kExport,        MethodId::kDynamo};

void add_options(Subcommand command, FuzzOptions& options) {
  fuzz::FuzzTerms& terms = options.terms;
  command
      .add_option(
          "--space", options.space,
          "enumerate: all short programs with writes through aliases; regions, random, float: random ones")
      .one_of({"enumerate", "regions", "random", "float"});
  command.add_option("--count", terms.count, "Number of programs").positive();
  command.add_option("--seed", terms.seed, "Seed of the order, or of the random programs");
  command
      .add_option("--seconds", terms.seconds, "Start no program after this time; findings are still shrunk")
      .value("SECONDS")
      .positive();
  command.add_option("--program", terms.program, "Run one program, by the numbers that a finding prints");
  command.add_option("--methods,--method", options.methods, "Capture methods")
      .value("METHOD")
      .comma_separated();
  command.add_option("--device", options.device, "cpu, cuda or all").value("DEVICE");
  command
      .add_option("--torch", options.versions,
                  "PyTorch versions, with a worker each: programs run on the first, findings on all")
      .value("VERSION")
      .comma_separated();
  command
      .add_option("--results", options.results,
                  "Results folder (default: build/fuzz; with --program build/fuzz-program)")
      .value("DIR");
  command.add_flag("--resume", options.resume, "Continue an interrupted run");
  command.add_option("--shard", terms.shards.shard, "I/N: run the I-th of N parts of the programs")
      .value("I/N");
  command.add_option("-j,--jobs", options.parallel, "Pairs at a time (default: number of cores)").positive();
  command.add_option("--timeout", terms.plan.seconds, "Time per pair").value("SECONDS").positive();
  command.add_option("--memory", terms.plan.memory_gb, "Memory per pair").value("GB").positive();
  command.add_flag("!--no-shrink", options.shrink, "Do not shrink the programs of findings");
}

/// The first worker runs the programs.
std::vector<Worker> workers_of(const Session& session, const FuzzOptions& options) {
  if (options.versions.empty()) return {chosen_worker(session)};
  std::vector<Worker> workers;
  for (const std::string& version : options.versions)
    workers.push_back(select_worker(session.workers_root(), {.torch = version}));
  return workers;
}

std::vector<std::string> method_names(const FuzzOptions& options) {
  std::vector<std::string> names;
  for (const MethodId method : options.terms.plan.methods) names.emplace_back(to_string(method));
  return names;
}

std::string command_of(const Session& session, const FuzzOptions& options) {
  const fuzz::FuzzTerms& terms = options.terms;
  const std::string further = terms.program.empty()
                                  ? shell_command(" --space {} --seed {} --count {}", to_string(terms.space),
                                                  std::to_string(terms.seed), std::to_string(terms.count))
                                  : shell_command(" --program {}", terms.program);
  const auto& devices = terms.plan.devices;
  const std::string device = devices.size() == 1 ? std::string(to_string(devices.front())) : "all";
  return selection_command(session, {.methods = method_names(options),
                                     .plan = terms.plan,
                                     .command = "assay fuzz",
                                     .further = list_flag("--device", {device}) + further +
                                                list_flag("--torch", options.versions)});
}

RunHead head_of_fuzz(const std::string& command, const FuzzOptions& options, const fuzz::FuzzRun& run,
                     const RunPlace& place) {
  RunHead head = head_of(run.list(), options.terms.plan, run.project(), place.worker, place.gpu);
  head.command = command;
  head.results = options.results;
  head.replay = true;
  return head;
}

/// Writes the folder of the finding.
FindingShown written(const fuzz::ExaminedFinding& examined, const FuzzOptions& options,
                     const std::string& torch, std::size_t number) {
  const auto& [coded, record, line] = examined.finding.smallest;
  const Device device = record.pair.device;
  std::vector<std::string> devices;  // none: the CPU, by default
  if (device != Device::kCpu) devices.emplace_back(to_string(device));
  const fs::path folder = fs::path(options.results) / "findings" / fmt::format("{:03}", number);
  const FindingShown shown{
      .finding = examined.finding,
      .methods = examined.methods,
      .torch = torch,
      .elsewhere = examined.elsewhere,
      .folder = folder,
      .command = shell_command("assay fuzz --program {}", fuzz::to_text(coded.sequence, coded.vocabulary)) +
                 list_flag("--methods", method_names(options)) + list_flag("--device", devices)};
  for (const FindingFile& file : finding_files(shown, number)) write_file(folder / file.name, file.text);
  return shown;
}

std::string_view why_unfinished(RunEnd end) {
  if (end == RunEnd::kInterrupted) return "interrupted";
  return end == RunEnd::kStopped ? "time is over" : "some pairs got no process";
}

/// Red for a new finding or missing pairs.
ExitStatus report(const std::vector<FindingShown>& findings, const FuzzTotals& totals, RunEnd end,
                  const std::string& resume_command) {
  const bool lacks_pairs = totals.outcomes.contains(Outcome::kSkipped);
  std::cout << findings_text(totals, findings);
  if (end != RunEnd::kAllDone || lacks_pairs)
    std::cout << why_unfinished(end) << "; next: " << resume_command << "\n";
  if (end == RunEnd::kInterrupted) return ExitStatus::kInterrupted;
  const bool has_new =
      std::ranges::any_of(findings, [](const FindingShown& shown) { return shown.finding.known.empty(); });
  return has_new || lacks_pairs ? ExitStatus::kRed : ExitStatus::kGreen;
}

/// Shrinks the findings, and runs them with the other versions.
void examine(std::vector<fuzz::ExaminedFinding>& findings, const FuzzOptions& options, bool quiet,
             const fuzz::KnownErrors& known, const std::vector<RunPlace>& places) {
  const fuzz::FuzzTerms& terms = options.terms;
  const auto shrink_known = terms.program.empty() ? fuzz::ShrinkKnown::kNo : fuzz::ShrinkKnown::kYes;
  if (options.shrink) fuzz::shrink_findings(findings, terms.plan, shrink_known, known, places.front());
  for (std::size_t i = 1; i < places.size() && !findings.empty() && !places[i].interrupted; ++i) {
    if (!quiet)
      std::cout << fmt::format("torch {}: {}", places[i].worker.torch, counted(findings.size(), "finding"))
                << std::endl;
    fuzz::examine_elsewhere(findings, terms.plan, places[i]);
  }
}

ExitStatus run_fuzz(const Session& session, const FuzzOptions& options) {
  const fuzz::NamedPrograms programs = fuzz::programs_of(options.terms);
  const Shard shard = shard_asked_for(options.terms.shards);
  const std::vector<Worker> workers = workers_of(session, options);
  fuzz::FuzzRun::require_own_folder(options.results);
  ResultsFolder results(options.results, options.resume ? OpenFor::kResume : OpenFor::kFresh);
  fuzz::FuzzRun run(options.terms, programs, shard, results);
  const Interruption interruption;
  std::vector<RunPlace> places;
  for (const Worker& worker : workers)
    places.push_back(place_of(session, worker, interruption, options.parallel));
  const RunPlace& place = places.front();
  const fuzz::KnownErrors known(
      own_capabilities(session.own_tree(), {torch_of(place.worker), place.gpu == Gpu::kAbsent}));
  if (!session.quiet)
    std::cout << announcement(run.list().cases.size(), run.list().pairs.size(), place.worker) << "\n";
  const std::string command = command_of(session, options);
  results.begin(head_of_fuzz(command, options, run, place));
  const RunEnd end = run.run(known, place, [&](const fuzz::FuzzStep& step) {
    if (!session.quiet) std::cout << step_text(step) << std::flush;
  });
  std::vector<fuzz::ExaminedFinding> findings = run.findings(known);
  if (end != RunEnd::kInterrupted) examine(findings, options, session.quiet, known, places);
  fs::remove_all(fs::path(options.results) / "findings");
  std::vector<FindingShown> shown;
  for (const fuzz::ExaminedFinding& finding : findings)
    shown.push_back(written(finding, options, place.worker.torch, shown.size() + 1));
  return report(shown, totals_of(options.terms, run, results.records()), end,
                command + shard_flag(shard) + shell_command(" --resume --results {}", options.results));
}

}  // namespace

void add_fuzz(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("fuzz", "Search for silent capture errors with generated programs");
  command.footer("Example: assay fuzz --count 50 --seed 3 --methods make_fx,aot_joint --results build/fuzz");
  const auto options = std::make_shared<FuzzOptions>();
  add_options(command, *options);
  command.callback([options, &session] {
    fuzz::FuzzTerms& terms = options->terms;
    terms.space = *fuzz::kSpaceNames.find(options->space);
    terms.plan.methods = options->methods.empty() ? kUsualMethods : select_methods(options->methods);
    terms.plan.devices = devices_from(options->device);
    if (options->results.empty())
      options->results = terms.program.empty() ? "build/fuzz" : "build/fuzz-program";
    session.status = run_fuzz(session, *options);
  });
}

}  // namespace assay
