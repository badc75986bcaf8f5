// FuzzRun: the pairs and their records.
#include "harness/fuzz/fuzz_run.h"

#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "harness/check/ending_record.h"
#include "harness/error/error.h"
#include "harness/fuzz/program_pair.h"

namespace assay::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr const char *kPrograms = "programs", *kFindings = "findings";  // below the results folder

}  // namespace

NamedPrograms programs_of(const FuzzTerms& terms) {
  if (!terms.program.empty()) return {{"fuzz/program"}, {program_from_text(terms.program)}};
  NamedPrograms named{.ids = {}, .programs = programs_of(terms.space, terms.seed, terms.count)};
  for (std::size_t i = 0; i < named.programs.size(); ++i)
    named.ids.push_back(fmt::format("fuzz/{}_{}_{:06}", to_string(terms.space), terms.seed, i));
  return named;
}

void FuzzRun::require_own_folder(const std::string& results) {
  for (const char* name : {kPrograms, kFindings}) {
    const fs::path folder = fs::path(results) / name;
    if (has_records(results) || !fs::exists(fs::symlink_status(folder))) continue;
    throw InputError({.what = "a folder that no run has left here",
                      .where = folder.string(),
                      .expected = "a results folder, or a new one",
                      .next = Command{"fuzz", {"--results", "build/fuzz"}}});
  }
}

FuzzRun::FuzzRun(const FuzzTerms& terms, const NamedPrograms& programs, const Shard& shard,
                 ResultsFolder& results)
    : terms_(terms),
      results_(results),
      written_(write_project(results.root() / kPrograms, programs)),
      list_(list_pairs(select_cases(written_.project, {}), terms.plan, shard, terms.shards)) {}

double FuzzRun::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

RunEnd FuzzRun::run(const KnownErrors& known, const RunPlace& place,
                    const std::function<void(const FuzzStep&)>& on_record) {
  PlannedRun pairs(place);
  plan(pairs, place.worker);
  const RunEnd end = pairs.run([&](const TaskEnding& ending) {
    return record_program(ending,
                          [&](const PairResult& record) { on_record(step_of(record, known, pairs.size())); });
  });
  seconds_ = elapsed();
  results_.finish();
  // Removes the empty graph folders of programs. Pairs of a program share a folder, so this waits for the
  // end.
  std::error_code stays;
  for (const auto& [id, program] : written_.programs) fs::remove(results_.root() / "graphs" / id, stays);
  return end;
}

void FuzzRun::plan(PlannedRun& run, const Worker& worker) {
  std::set<PairId> done;
  for (const PairResult& record : results_.records())
    if (record.verdict != Verdict::kMissing) done.insert(record.pair);
  for (const PlannedPair& planned : list_.pairs) {
    if (done.contains(planned.pair)) continue;
    if (std::string reason = run.unsupported(planned.pair); !reason.empty()) {
      results_.append(unsupported(planned, worker, std::move(reason)));
    } else {
      run.add(planned,
              task_of(planned, written_.project, results_.graph_file(planned.pair), terms_.plan.methods),
              terms_.plan);
      program_records_.expect(planned.pair);
    }
  }
}

Proceed FuzzRun::record_program(const TaskEnding& ending,
                                const std::function<void(const PairResult&)>& on_record) {
  for (PairResult& ended : program_records_.ended(record_of(ending.planned, ending.pair),
                                                  lowered_file(results_.graph_file(ending.planned.pair)))) {
    const PairResult record = judged(std::move(ended), results_, written_.project);
    results_.append(record);
    on_record(record);
  }
  const bool is_time_over = terms_.seconds > 0 && elapsed() > terms_.seconds;
  return is_time_over ? Proceed::kStop : Proceed::kGoOn;
}

FuzzStep FuzzRun::step_of(const PairResult& record, const KnownErrors& known, std::size_t jobs) {
  std::optional<Signature> fresh = signature_of(record);
  if (fresh && !seen_.insert(*fresh).second) fresh.reset();
  return {.record = record,
          .fresh = fresh,
          .known = fresh ? known.name_of(written_.wrong(record)) : "",
          .ran = ++ran_,
          .of = jobs,
          .signatures = seen_.size(),
          .seconds = elapsed()};
}

std::vector<ExaminedFinding> FuzzRun::findings(const KnownErrors& known) const {
  std::vector<Wrong> wrong;
  for (const PairResult& record : results_.records())
    if (written_.programs.contains(record.pair.case_id)) wrong.push_back(written_.wrong(record));
  std::vector<ExaminedFinding> all;
  for (Finding& finding : fold(wrong, [&](const Wrong& one) { return known.name_of(one); })) {
    const PairId pair = finding.smallest.result.pair;
    all.push_back({.finding = std::move(finding), .methods = methods_of(pair)});
  }
  return all;
}

std::map<MethodId, Outcome> FuzzRun::methods_of(const PairId& pair) const {
  std::map<MethodId, Outcome> methods;
  for (const PairResult& record : results_.records())
    if (record.pair.case_id == pair.case_id && record.pair.device == pair.device)
      methods[record.pair.method] = record.outcome;
  return methods;
}

}  // namespace assay::fuzz
