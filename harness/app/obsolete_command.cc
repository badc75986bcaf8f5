// assay obsolete: goldens that no pair of the project uses.
#include <iostream>

#include <nlohmann/json.hpp>

#include "harness/app/accepting.h"
#include "harness/check/obsolete.h"
#include "harness/golden_store/golden_store.h"
#include "harness/results/results_folder.h"

namespace assay {

namespace {

struct ObsoleteOptions {
  std::string results;
  bool remove = false, json = false;
};

std::string as_json(const std::vector<ObsoleteGolden>& goldens) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const ObsoleteGolden& each : goldens) {
    auto& entry = json.emplace_back(nlohmann::ordered_json{{"file", each.file.string()}, {"why", each.why}});
    if (each.key) entry["pair"] = each.key->pair;
    if (each.key && each.key->from) entry["from"] = from_text(*each.key->from);
  }
  return json.dump(2) + "\n";
}

ExitStatus obsolete(const Session& session, const ObsoleteOptions& options) {
  if (options.remove) refuse_in_ci("assay obsolete --delete");
  const Project project = session.find();
  // All cases of all tiers: a case that was not selected or not run still needs its goldens.
  const std::vector<ObsoleteGolden> goldens =
      obsolete_goldens(project.golden(), all_cases(project),
                       options.results.empty() ? std::vector<PairResult>{} : read_records(options.results));
  if (options.json) std::cout << as_json(goldens);
  if (!options.json)
    for (const ObsoleteGolden& each : goldens) std::cout << to_string(each) << "\n";
  if (options.remove) {
    remove_obsolete(project.golden(), goldens);
    if (!options.json) std::cout << goldens.size() << " deleted\n";
    return ExitStatus::kGreen;
  }
  if (!options.json)
    std::cout << goldens.size() << " obsolete" << (goldens.empty() ? "" : "; next: assay obsolete --delete")
              << "\n";
  return goldens.empty() ? ExitStatus::kGreen : ExitStatus::kRed;
}

}  // namespace

void add_obsolete(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("obsolete", "List goldens that no pair of the project reads");
  command.footer("Example: assay obsolete --delete");
  const auto options = std::make_shared<ObsoleteOptions>();
  command.add_flag("--delete", options->remove, "Remove them; refused if CI is set");
  command
      .add_option("--results", options->results,
                  "Results folder of a check, whose unsupported pairs count, too")
      .value("DIR");
  command.add_flag("--json", options->json, "Print JSON");
  command.callback([options, &session] { session.status = obsolete(session, *options); });
}

}  // namespace assay
