// recordings_check LEFT RIGHT KNOWN RESULTS..: do two methods' recordings in results folders differ as the
// file KNOWN says, and nowhere else? Prints each breach, then the counts; with --counts the counts as JSON,
// for the file. Status 0, 1 or 2.
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ci/proofs/known_differences.h"
#include "harness/error/error.h"
#include "harness/graph/json.h"

namespace {

using namespace assay;

RecordingsReport judge(const std::string& left, const std::string& right, const std::string& known,
                       const std::vector<std::string>& folders) {
  std::map<std::pair<std::string, std::string>, Changes> found;
  for (const std::string& results : folders) {
    for (const RecordedPair& pair : recorded_pairs(results, left, right)) {
      Changes& changes = found[{pair.case_id, pair.device}];
      if (pair.left.empty() || pair.right.empty())
        changes[std::string(pair.left.empty() ? kRightAlone : kLeftAlone)] = 1;
      else
        changes = changes_between(load_graph_file(pair.left.string()), load_graph_file(pair.right.string()));
    }
  }
  return judge_recordings(known_differences_from(known), found);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool as_json = !words.empty() && words.back() == "--counts";
  if (as_json) words.pop_back();
  if (words.size() < 4) {
    std::cerr << "recordings_check LEFT RIGHT KNOWN RESULTS.. [--counts]\n";
    return 2;
  }
  try {
    const RecordingsReport report = judge(words[0], words[1], words[2], {words.begin() + 3, words.end()});
    if (as_json) std::cout << nlohmann::ordered_json(report.counts).dump(2) << "\n";
    for (const std::string& breach : report.breaches) std::cerr << breach << "\n";
    std::cerr << fmt::format("{} pairs, {} identical, {} breaches\n", report.pairs, report.identical,
                             report.breaches.size());
    for (const auto& [reason, count] : report.by_reason)
      std::cerr << fmt::format("  {}: {}\n", reason, count);
    return report.breaches.empty() ? 0 : 1;
  } catch (const Error& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
