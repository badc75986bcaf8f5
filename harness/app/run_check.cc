// run_check: the list, the worker, the folder; then the run, and its report whatever becomes of it.
#include "harness/app/run_check.h"

#include "harness/app/check_screen.h"
#include "harness/app/interruption.h"
#include "harness/app/residence.h"
#include "harness/app/workers.h"
#include "harness/error/error.h"
#include "harness/words/shell_command.h"
#include "harness/zoo/case_place.h"

namespace assay {
namespace {

std::string resume_command(const Session& session, const CheckOptions& options, const PairList& list) {
  return selection_command(session, options) + shard_flag(list.sharding.shard) +
         shell_command(" --resume --results {}", options.results);
}

RunHead head_of_check(const Session& session, const CheckOptions& options, const PairList& list,
                      const Project& project, const Worker& worker, Gpu gpu) {
  RunHead head = head_of(list, options.plan, project, worker, gpu);
  head.command = selection_command(session, options);
  head.results = options.results;
  for (const Case& test : list.cases) head.places[test.id] = place_of(test, project);
  return head;
}

CheckTerms terms_of(const Session& session, const CheckOptions& options, const CheckSubject& subject) {
  return {
      .run = {.project = {}, .results = {}, .agreed = subject.agreed, .python_path = variable("PYTHONPATH")},
      .plan = options.plan,
      .repeat = options.repeat,
      .resume = options.resume,
      .rerun_failed = options.rerun_failed,
      .fail_fast = options.fail_fast,
      .lower = options.lower,
      .preload = subject.preload,
      .typed = [&session](const std::string& command) { return on_worker(session, command); }};
}

/// What fails now has the reason for which the run cannot go on.
void try_to(const std::function<void()>& act) {
  try {
    act();
  } catch (const HarnessError&) {
  }
}

}  // namespace

CheckSubject zoo_subject(const CheckOptions& options) {
  return {.cases = [&options](const Project& project) { return select_cases(project, options.cases); }};
}

ExitStatus run_check(const Session& session, const CheckOptions& options, const CheckSubject& subject) {
  const Shard shard = shard_asked_for(options.shards);
  CheckTerms terms = terms_of(session, options, subject);
  terms.run.project = session.find();
  const Project& project = terms.run.project;
  const PairList list =
      list_pairs(in_tiers(subject.cases(project), options.plan.tiers), options.plan, shard, options.shards);
  terms.resume_command = resume_command(session, options, list);
  const Worker worker = chosen_worker(session);
  const Gpu gpu = find_gpu();
  ResultsFolder results(options.results,
                        options.resume || options.rerun_failed ? OpenFor::kResume : OpenFor::kFresh);
  terms.run.results = results.root();
  CheckScreen screen(session, options, subject, list, results);
  screen.announce(project, worker, gpu);
  const RunHead head = head_of_check(session, options, list, project, worker, gpu);
  results.begin(head);
  const Interruption interruption;
  const RunPlace place{.worker = worker,
                       .gpu = gpu,
                       .residence = residence_of(session),
                       .interrupted = interruption.came(),
                       .parallel = options.parallel};
  CheckRun run(terms, list, place, results, screen);
  run.plan();
  try {
    const RunEnd end = run.run();
    screen.finish();
    results.finish();
    return screen.report(run, end, head, terms.resume_command);
  } catch (const HarnessError&) {
    screen.finish();
    try_to([&] { results.finish(); });
    try_to([&] { screen.report(run, RunEnd::kStopped, head, terms.resume_command); });
    throw;
  }
}

}  // namespace assay
