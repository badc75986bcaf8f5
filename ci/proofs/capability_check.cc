// capability_check PROJECT FEATURES RESULTS..: did these runs of the project's cases give every cell of the
// declared capabilities, and does every expectation of its cases declare something? Status 0, 1 or 2.
#include <iostream>

#include <fmt/format.h>

#include "ci/proofs/proof.h"
#include "ci/proofs/stale_expectations.h"
#include "harness/results/results_folder.h"
#include "harness/zoo/project.h"

namespace {

using namespace assay;

/// Of a pair that several folders have, the last one's record.
Evidence evidence_of(const std::vector<std::string>& folders) {
  std::map<PairId, std::pair<PairResult, std::string>> latest;
  for (const std::string& folder : folders) {
    for (PairResult& record : read_records(folder)) {
      const PairId pair = record.pair;
      latest[pair] = {std::move(record), folder};
    }
  }
  Evidence evidence;
  std::map<PairId, std::string> folder_of;
  for (auto& [pair, found] : latest) {
    evidence.records.push_back(std::move(found.first));
    folder_of[pair] = found.second;
  }
  evidence.graph = [folder_of](const PairResult& record) {
    return load_graph(folder_of.at(record.pair), record);
  };
  return evidence;
}

int check(const std::vector<std::string>& words) {
  const std::vector<Case> cases = all_cases({words[0]});
  ProofReport report = prove(features_from(words[1]), cases, evidence_of({words.begin() + 2, words.end()}));
  for (ErrorParts& stale : stale_expectations(cases)) report.breaches.push_back(std::move(stale));
  for (const ErrorParts& breach : report.breaches) std::cerr << to_message(breach) << "\n";
  std::cerr << fmt::format("{} features, {} cells, {} proven, {} breaches\n", report.features, report.cells,
                           report.proven, report.breaches.size());
  for (const auto& [outcome, count] : report.outcomes)
    std::cerr << fmt::format("  {}: {}\n", to_string(outcome), count);
  return report.breaches.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 3) {
    std::cerr << "capability_check PROJECT FEATURES RESULTS..\n";
    return 2;
  }
  try {
    return check(words);
  } catch (const Error& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
