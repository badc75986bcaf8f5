// FuzzRun: the pairs, their records, shrinking, the folders of findings.
#include "harness/app/fuzz_run.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "harness/app/check_options.h"
#include "harness/app/generated_project.h"
#include "harness/app/interruption.h"
#include "harness/app/known_errors.h"
#include "harness/app/residence.h"
#include "harness/app/workers.h"
#include "harness/check/ending_record.h"
#include "harness/check/pair_list.h"
#include "harness/check/planned_run.h"
#include "harness/check/program_records.h"
#include "harness/error/error.h"
#include "harness/fuzz/print.h"
#include "harness/fuzz/shrink.h"
#include "harness/methods/agreement.h"
#include "harness/results/results_folder.h"
#include "harness/run/scratch_root.h"
#include "harness/words/quantity.h"
#include "harness/words/shell_command.h"
#include "reports/console/printable.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using fuzz::CodedProgram;

constexpr std::size_t kMostShrunk = 10;  // findings; each costs up to some hundred pairs
constexpr std::size_t kTenths = 10;
constexpr const char *kPrograms = "programs", *kFindings = "findings";  // below the results folder

/// They go together.
struct NamedPrograms {
  std::vector<std::string> ids;
  std::vector<CodedProgram> programs;
};

NamedPrograms named_programs(const FuzzOptions& options) {
  if (!options.program.empty()) return {{"fuzz/program"}, {fuzz::program_from_text(options.program)}};
  NamedPrograms named{.ids = {}, .programs = fuzz::programs_of(options.space, options.seed, options.count)};
  for (std::size_t i = 0; i < named.programs.size(); ++i)
    named.ids.push_back(fmt::format("fuzz/{}_{}_{:06}", to_string(options.space), options.seed, i));
  return named;
}

/// A run removes what the one before has left. Of a folder that no run has left, nothing is removed.
const std::string& own_folder(const std::string& results) {
  for (const char* name : {kPrograms, kFindings}) {
    const fs::path folder = fs::path(results) / name;
    if (has_records(results) || !fs::exists(fs::symlink_status(folder))) continue;
    throw InputError({.what = "a folder that no run has left here",
                      .where = folder.string(),
                      .expected = "a results folder, or a new one",
                      .next = "assay fuzz --results build/fuzz"});
  }
  return results;
}

/// Where the second capture goes: beside the first.
fs::path again_file(fs::path graph) { return graph.replace_extension(".again.json"); }

/// Where it is lowered into, for a method that is held against others.
fs::path lowered_file(fs::path graph) { return graph.replace_extension(".lowered.json"); }

std::string device_flag(Device device) {
  return device == Device::kCpu ? "" : list_flag("--device", {std::string(to_string(device))});
}

/// The record of a pair that no golden is asked for.
PairResult judged(PairResult record, const ResultsFolder& results, const Project& project) {
  const fs::path graph = results.graph_file(record.pair), again = again_file(graph);
  if (record.outcome == Outcome::kUnsupported) record.reason = record.message;
  if (record.outcome == Outcome::kSkipped) {  // no process was to be had for it: --resume runs it
    record.verdict = Verdict::kMissing;
    return record;
  }
  record.verdict = record.outcome == Outcome::kUnsupported ? Verdict::kSkipped
                   : agrees(record.outcome)                ? Verdict::kNew
                                                           : Verdict::kUnexpectedFailure;
  // Of a hundred thousand pairs only the graphs that are read again are kept.
  std::error_code stays;
  const std::optional<fuzz::Signature> signature = fuzz::signature_of(record);
  const bool differs = signature && signature->kind == fuzz::kSecondTime;
  if (!differs) fs::remove(again, stays);
  if (!signature) fs::remove(graph, stays);
  if (!signature) return record;
  if (agrees(record.outcome)) record.verdict = Verdict::kUnexpectedFailure;
  if (fs::exists(graph)) record.graph = fs::relative(graph, results.root());
  if (differs) {
    record.next = shell_command("assay diff {} {}", graph, again);
  } else if (signature->kind == fuzz::kOtherProgram) {
    record.next = shell_command("assay compare {} --project {}", record.pair.case_id, project.root) +
                  device_flag(record.pair.device);
  } else if (record.graph.empty()) {
    record.next = check_command(record.pair) + shell_command(" --project {}", project.root);
  } else {
    record.next =
        shell_command("assay replay {} --case {} --project {}", graph, record.pair.case_id, project.root);
  }
  return record;
}

/// The first is the one that programs are looked for on.
std::vector<Worker> workers_of(const Session& session, const FuzzOptions& options) {
  if (options.versions.empty()) return {chosen_worker(session)};
  std::vector<Worker> workers;
  for (const std::string& version : options.versions)
    workers.push_back(select_worker(session.workers_root(), {.torch = version}));
  return workers;
}

class FuzzRun {
 public:
  FuzzRun(const Session& session, const FuzzOptions& options)
      : session_(session),
        options_(options),
        named_(named_programs(options)),
        shard_(shard_asked_for(options.shards)),
        workers_(workers_of(session, options)),
        gpu_(find_gpu()),
        results_(own_folder(options.results), options.resume ? OpenFor::kResume : OpenFor::kFresh),
        written_(write_project(results_.root() / kPrograms, named_.ids, named_.programs)),
        list_(list_pairs(select_cases(written_.project, {}), options.plan, shard_, options.shards)),
        known_(session, worker_, gpu_) {}

  ExitStatus run() {
    if (!session_.quiet) std::cout << announcement(list_.cases.size(), list_.pairs.size(), worker_) << "\n";
    results_.begin(head());
    const Interruption interruption;
    PlannedRun pairs(place(worker_, interruption));
    plan(pairs);
    const RunEnd end =
        pairs.run([&](const TaskEnding& ending) { return record_program(ending, pairs.size()); });
    seconds_ = elapsed();
    results_.finish();
    remove_empty_folders();
    std::vector<fuzz::Finding> findings = fold_all();
    if (options_.shrink && end != RunEnd::kInterrupted) shrink_all(findings, interruption);
    if (end != RunEnd::kInterrupted) ask_other_versions(findings, interruption);
    return report(findings, end);
  }

 private:
  bool is_time_over() const { return options_.seconds > 0 && elapsed() > options_.seconds; }
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  /// Those of programs of which no graph is kept. Pairs of one program share a folder, so not before the end.
  void remove_empty_folders() const {
    std::error_code stays;
    for (const auto& [id, program] : written_.programs) fs::remove(results_.root() / "graphs" / id, stays);
  }

  std::string what() const {
    return options_.program.empty() ? fmt::format("{}, seed {}", to_string(options_.space), options_.seed)
                                    : options_.program;
  }

  std::string command() const {
    const std::string further =
        options_.program.empty()
            ? shell_command(" --space {} --seed {} --count {}", to_string(options_.space),
                            std::to_string(options_.seed), std::to_string(options_.count))
            : shell_command(" --program {}", options_.program);
    const auto& devices = options_.plan.devices;
    const std::string device = devices.size() == 1 ? std::string(to_string(devices.front())) : "all";
    return selection_command(session_, {.methods = method_names(),
                                        .plan = options_.plan,
                                        .command = "assay fuzz",
                                        .further = list_flag("--device", {device}) + further +
                                                   list_flag("--torch", options_.versions)});
  }

  std::vector<std::string> method_names() const {
    std::vector<std::string> names;
    for (const MethodId method : options_.plan.methods) names.emplace_back(to_string(method));
    return names;
  }

  RunHead head() const {
    RunHead head = head_of(list_, options_.plan, written_.project, worker_, gpu_);
    head.command = command();
    head.results = options_.results;
    head.replay = true;
    return head;
  }

  RunPlace place(const Worker& worker, const Interruption& interruption) const {
    return {.worker = worker,
            .gpu = gpu_,
            .residence = residence_of(session_),
            .interrupted = interruption.came(),
            .parallel = options_.parallel};
  }

  void plan(PlannedRun& run) {
    std::set<PairId> done;
    for (const PairResult& record : results_.records())
      if (record.verdict != Verdict::kMissing) done.insert(record.pair);
    for (const PlannedPair& planned : list_.pairs) {
      if (done.contains(planned.pair)) continue;
      if (std::string reason = run.unsupported(planned.pair); !reason.empty()) {
        results_.append(unsupported(planned, worker_, std::move(reason)));
      } else {
        run.add(planned, task_of(planned, written_.project, results_.graph_file(planned.pair), options_.plan),
                options_.plan);
        program_records_.expect(planned.pair);
      }
    }
  }

  /// `asked`: what else runs of the program is what it is held against.
  static protocol::Capture task_of(const PlannedPair& planned, const Project& project, const fs::path& graph,
                                   const PlanOptions& asked) {
    const bool has_peers = has_peer(planned.pair.method, asked.methods);
    return {.subject = subject_of(planned, project),
            .graph_path = graph,
            .lowered_path = has_peers ? lowered_file(graph).string() : "",
            .again_path = again_file(graph),
            .replay = true};
  }

  /// The records of a program, when all of its pairs have ended.
  Proceed record_program(const TaskEnding& ending, std::size_t jobs) {
    for (PairResult& ended : program_records_.ended(record_of(ending.planned, ending.pair),
                                                    lowered_file(results_.graph_file(ending.planned.pair)))) {
      const PairResult record = judged(std::move(ended), results_, written_.project);
      results_.append(record);
      tell(record, jobs);
    }
    return is_time_over() ? Proceed::kStop : Proceed::kGoOn;
  }

  /// A line for each signature that has not been seen, and for each tenth.
  void tell(const PairResult& record, std::size_t jobs) {
    ++ran_;
    const auto signature = fuzz::signature_of(record);
    const bool fresh = signature && seen_.insert(*signature).second;
    if (session_.quiet) return;
    if (fresh) {
      const std::string known = known_.name_of(wrong_of(written_, record));
      std::cout << printable(record.pair.case_id) << " " << printable(fuzz::to_string(*signature))
                << (known.empty() ? "" : " (known as " + known + ")") << std::endl;
    }
    if (ran_ * kTenths / jobs != (ran_ - 1) * kTenths / jobs)
      std::cout << fmt::format("{} of {} pairs in {:.0f} s, {} so far", ran_, jobs, elapsed(),
                               counted(seen_.size(), "signature"))
                << std::endl;
  }

  static fuzz::Wrong wrong_of(const GeneratedProject& written, const PairResult& record) {
    const GeneratedProject::Program& program = written.programs.at(record.pair.case_id);
    return {program.coded, record, program.first_line};
  }

  std::vector<fuzz::Finding> fold_all() const {
    std::vector<fuzz::Wrong> wrong;
    for (const PairResult& record : results_.records())
      if (written_.programs.contains(record.pair.case_id)) wrong.push_back(wrong_of(written_, record));
    return fuzz::fold(wrong, [this](const fuzz::Wrong& one) { return known_.name_of(one); });
  }

  /// What is new, and of the one program that is asked for all.
  void shrink_all(std::vector<fuzz::Finding>& findings, const Interruption& interruption) {
    std::size_t shrunk = 0;
    for (fuzz::Finding& finding : findings) {
      if ((!finding.known.empty() && options_.program.empty()) || ++shrunk > kMostShrunk ||
          interruption.came())
        return;
      shrink_one(finding, interruption);
    }
  }

  void shrink_one(fuzz::Finding& finding, const Interruption& interruption) {
    CodedProgram& smallest = finding.smallest.coded;
    const PairId pair = finding.smallest.result.pair;
    const fuzz::Judge judge = [&](const std::vector<fuzz::Sequence>& candidates) {
      std::vector<CodedProgram> programs;
      for (const fuzz::Sequence& candidate : candidates) programs.push_back({smallest.vocabulary, candidate});
      std::vector<bool> shows;
      const bool of_many = finding.signature.kind == fuzz::kOtherProgram;
      const PlanOptions asked{.methods = of_many ? options_.plan.methods : std::vector{pair.method},
                              .devices = {pair.device}};
      for (const fuzz::Wrong& ended : ended_of(programs, asked, worker_, interruption))
        if (ended.result.pair.method == pair.method) shows.push_back(shows_same(finding, ended));
      return shows;
    };
    const fuzz::Sequence before = smallest.sequence;
    smallest.sequence = fuzz::shrink(before, smallest.vocabulary, judge);
    if (smallest.sequence == before) return;
    // Another program than any of the run: what every method makes of it is found anew.
    const std::vector<fuzz::Wrong> anew = ended_of(
        {smallest}, {.methods = options_.plan.methods, .devices = {pair.device}}, worker_, interruption);
    const auto own =
        std::ranges::find(anew, pair.method, [](const fuzz::Wrong& one) { return one.result.pair.method; });
    // Of what was not asked, or does not always show it, nothing is said.
    if (interruption.came() || own == anew.end() || !shows_same(finding, *own)) {
      smallest.sequence = before;
      return;
    }
    for (const fuzz::Wrong& one : anew) shrunk_[key_of(finding)][one.result.pair.method] = one.result.outcome;
    finding.smallest.result.message = own->result.message;
    finding.smallest.result.aftermath = own->result.aftermath;
  }

  /// A known error that ends in the same way is another finding.
  bool shows_same(const fuzz::Finding& finding, const fuzz::Wrong& ended) const {
    return fuzz::signature_of(ended.result) == finding.signature && known_.name_of(ended) == finding.known;
  }

  /// What the other versions make of each finding's smallest program, by every method.
  void ask_other_versions(const std::vector<fuzz::Finding>& findings, const Interruption& interruption) {
    std::vector<CodedProgram> programs;
    for (const fuzz::Finding& finding : findings) programs.push_back(finding.smallest.coded);
    if (programs.empty()) return;
    for (std::size_t i = 1; i < workers_.size() && !interruption.came(); ++i) {
      if (!session_.quiet)
        std::cout << fmt::format("torch {}: {}", workers_[i].torch, counted(programs.size(), "finding"))
                  << std::endl;
      const std::vector<fuzz::Wrong> all = ended_of(programs, options_.plan, workers_[i], interruption);
      if (interruption.came()) return;
      for (const auto& [coded, record, line] : all) {
        const fuzz::Finding& finding = findings[number_in(record.pair.case_id)];
        if (record.pair.device == finding.smallest.result.pair.device)
          elsewhere_[key_of(finding)][workers_[i].torch][record.pair.method] = record.outcome;
      }
    }
  }

  using Key = std::pair<fuzz::Signature, std::string>;
  static Key key_of(const fuzz::Finding& finding) { return {finding.signature, finding.known}; }

  static std::string numbered(std::size_t number) { return fmt::format("fuzz/asked_{:06}", number); }
  static std::size_t number_in(const std::string& id) { return std::stoul(id.substr(id.rfind('_') + 1)); }

  /// How each program ended by each method and device, in their order: what the worker cannot do, and what
  /// did not come to run, as `unsupported`.
  std::vector<fuzz::Wrong> ended_of(const std::vector<CodedProgram>& programs, const PlanOptions& asked,
                                    const Worker& worker, const Interruption& interruption) const {
    const ScratchRoot scratch;
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < programs.size(); ++i) ids.push_back(numbered(i));
    const GeneratedProject written = write_project(scratch.path() / "programs", ids, programs);
    const std::vector<Case> cases = select_cases(written.project, {});
    const std::vector<PlannedPair> pairs = plan_pairs(cases, asked);
    PlannedRun run(place(worker, interruption));
    std::vector<PairResult> records;
    std::map<PairId, std::size_t> places;
    ProgramRecords program_records;
    for (const PlannedPair& planned : pairs) {
      places[planned.pair] = records.size();
      const std::string reason = run.unsupported(planned.pair);
      records.push_back(unsupported(planned, worker, reason.empty() ? "it did not come to run" : reason));
      if (!reason.empty()) continue;
      const fs::path graph = scratch.path() / fmt::format("{}.json", records.size());
      run.add(planned, task_of(planned, written.project, graph, asked), options_.plan);
      program_records.expect(planned.pair);
    }
    run.run([&](const TaskEnding& ending) {
      const auto& task = std::get<protocol::Capture>(ending.pair.job.request.task);
      for (PairResult& record :
           program_records.ended(record_of(ending.planned, ending.pair), lowered_file(task.graph_path)))
        records[places.at(record.pair)] = std::move(record);
      return Proceed::kGoOn;
    });
    std::vector<fuzz::Wrong> ended;
    for (const PairResult& record : records) ended.push_back(wrong_of(written, record));
    return ended;
  }

  std::map<MethodId, Outcome> methods_of(const fuzz::Finding& finding) const {
    const auto anew = shrunk_.find(key_of(finding));
    return anew != shrunk_.end() ? anew->second : methods_of(finding.smallest.result.pair);
  }

  std::map<MethodId, Outcome> methods_of(const PairId& pair) const {
    std::map<MethodId, Outcome> methods;
    for (const PairResult& record : results_.records())
      if (record.pair.case_id == pair.case_id && record.pair.device == pair.device)
        methods[record.pair.method] = record.outcome;
    return methods;
  }

  FindingShown shown(const fuzz::Finding& finding, std::size_t number) const {
    const CodedProgram& coded = finding.smallest.coded;
    FindingShown shown{
        .finding = finding,
        .methods = methods_of(finding),
        .torch = worker_.torch,
        .elsewhere = {},
        .folder = fs::path(options_.results) / kFindings / fmt::format("{:03}", number),
        .command = shell_command("assay fuzz --program {}", fuzz::to_text(coded.sequence, coded.vocabulary)) +
                   list_flag("--methods", method_names()) + device_flag(finding.smallest.result.pair.device)};
    if (const auto found = elsewhere_.find(key_of(finding)); found != elsewhere_.end())
      shown.elsewhere = found->second;
    const fs::path folder = shown.folder;
    const fuzz::NamedProgram named{"Found", fuzz::decode(coded.sequence, coded.vocabulary)};
    write_text(folder / "program.py", fuzz::print_module(fuzz::to_string(finding.signature), {named}));
    write_text(folder / "case.json",
               fuzz::print_cases("program.py", {{fmt::format("found/{:03}", number), "Found"}}));
    write_text(folder / "finding.txt", finding_text(shown));
    return shown;
  }

  ExitStatus report(const std::vector<fuzz::Finding>& findings, RunEnd end) const {
    fs::remove_all(fs::path(options_.results) / kFindings);
    std::vector<FindingShown> all;
    for (const fuzz::Finding& finding : findings) all.push_back(shown(finding, all.size() + 1));
    FuzzTotals totals{.what = what(),
                      .programs = 0,
                      .of = written_.programs.size(),
                      .outcomes = {},
                      .seconds = seconds_,
                      .ran = ran_};
    std::set<std::string> begun;
    for (const PairResult& record : results_.records()) {
      ++totals.outcomes[record.outcome];
      begun.insert(record.pair.case_id);
    }
    totals.programs = begun.size();
    const bool lacks_pairs = totals.outcomes.contains(Outcome::kSkipped);
    std::cout << findings_text(totals, all);
    if (end != RunEnd::kAllDone || lacks_pairs)
      std::cout << why_unfinished(end) << "; next: " << command() << shard_flag(shard_)
                << shell_command(" --resume --results {}", options_.results) << "\n";
    if (end == RunEnd::kInterrupted) return ExitStatus::kInterrupted;
    const bool has_new =
        std::ranges::any_of(findings, [](const fuzz::Finding& finding) { return finding.known.empty(); });
    return has_new || lacks_pairs ? ExitStatus::kRed : ExitStatus::kGreen;
  }

  static std::string_view why_unfinished(RunEnd end) {
    if (end == RunEnd::kInterrupted) return "interrupted";
    return end == RunEnd::kStopped ? "time is over" : "some pairs got no process";
  }

  const Session& session_;
  const FuzzOptions& options_;
  NamedPrograms named_;
  Shard shard_;
  std::vector<Worker> workers_;
  const Worker& worker_ = workers_.front();
  Gpu gpu_;
  ResultsFolder results_;  // before anything is written or removed there
  GeneratedProject written_;
  PairList list_;
  KnownErrors known_;
  ProgramRecords program_records_;
  std::set<fuzz::Signature> seen_;
  std::map<Key, std::map<MethodId, Outcome>> shrunk_;  // of programs that shrinking has made
  std::map<Key, std::map<std::string, std::map<MethodId, Outcome>>> elsewhere_;  // by version
  std::size_t ran_ = 0;
  double seconds_ = 0;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

ExitStatus run_fuzz(const Session& session, const FuzzOptions& options) {
  return FuzzRun(session, options).run();
}

}  // namespace assay
