// run_check: lists the pairs, opens worker and results folder, runs, and reports even if the run fails.
#include "harness/app/run_check.h"

#include <iostream>
#include <unistd.h>

#include "harness/app/workers.h"
#include "harness/error/error.h"
#include "harness/words/shell_command.h"
#include "harness/zoo/case_place.h"
#include "reports/run_screen/check_screen.h"

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
      .typed = [&session](ShellLine line) { return on_worker(session, std::move(line)); }};
}

/// Ignores a failure that follows from the error that stopped the run.
void try_to(const std::function<void()>& act) {
  try {
    act();
  } catch (const HarnessError&) {
  }
}

CheckScreenTerms screen_terms(const Session& session, const CheckOptions& options, AgreedBy agreed) {
  return {.detail = session.detail(),
          .color = session.color_on(STDOUT_FILENO),
          .agreed = agreed,
          .results = options.results,
          .times = options.shards.times,
          .parallel = options.parallel,
          .repeat = options.repeat};
}

/// A finished run.
struct EndedCheck {
  std::vector<PairResult> records;
  std::string figures;
  RunEnd end = RunEnd::kStopped;
  const RunHead& head;
  bool in_shards = false;
};

ExitStatus report(const Session& session, const CheckOptions& options, const CheckSubject& subject,
                  const EndedCheck& check, const std::string& resume) {
  const RunShown shown{.results = options.results, .everything = resume + " -v", .also = check.figures};
  print_run(check.records, shown, session.detail(), session.color_on(STDOUT_FILENO));
  if (subject.also) std::cout << subject.also(check.records);
  tell_elsewhere(check.records, check.head, shown, options.reports, session.version);
  if (check.end == RunEnd::kInterrupted) {
    std::cout << "interrupted; next: " << resume << "\n";
    return ExitStatus::kInterrupted;
  }
  // A shard may have no pairs to run. `assay merge` judges the whole.
  return judge_run(check.records, check.in_shards ? MaySkipAll::kYes : MaySkipAll::kNo);
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
  const Interruption interruption;
  const RunPlace place = place_of(session, worker, interruption, options.parallel);
  ResultsFolder results(options.results,
                        options.resume || options.rerun_failed ? OpenFor::kResume : OpenFor::kFresh);
  terms.run.results = results.root();
  CheckScreen screen(screen_terms(session, options, subject.agreed), list, results);
  screen.announce(project, worker, place.gpu);
  const RunHead head = head_of_check(session, options, list, project, worker, place.gpu);
  results.begin(head);
  CheckRun run(terms, list, place, results, screen);
  const auto reported = [&](RunEnd end) {
    std::vector<PairResult> records = run.records();
    std::string figures = screen.figures_text(run.figures(), records);
    return report(session, options, subject,
                  {std::move(records), std::move(figures), end, head, list.in_shards()},
                  terms.resume_command);
  };
  run.plan();
  try {
    const RunEnd end = run.run();
    screen.finish();
    results.finish();
    return reported(end);
  } catch (const HarnessError&) {
    screen.finish();
    try_to([&] { results.finish(); });
    try_to([&] { reported(RunEnd::kStopped); });
    throw;
  }
}

}  // namespace assay
