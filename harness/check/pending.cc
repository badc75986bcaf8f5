// Pending graphs: compared again with the current goldens.
#include "harness/check/pending.h"

#include <algorithm>

#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/words/nearest.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::vector<CauseSeen> causes_of(const PairId& pair, const GoldenStore::Judgement& judgement) {
  if (judgement.verdict == Verdict::kMatch) return {};
  if (judgement.of_summary) return {cause_of_summary(pair, *judgement.diff)};
  if (judgement.diff) return causes_of(pair, *judgement.diff);
  return {cause_of_new(pair, judgement.verdict == Verdict::kBrokenGolden ? "a broken golden" : "")};
}

Pending read_pending(const fs::path& results_folder, const std::vector<PairResult>& records,
                     const PolicyOf& policy_of, const SeeNodes& see_nodes) {
  Pending pending;
  std::vector<CauseSeen> all;
  for (const PairResult& record : records) {
    const fs::path file = results_folder / record.pending;
    if (record.pending.empty() || !fs::exists(file)) continue;
    const auto judgement = GoldenStore(record.golden_root)
                               .judge(record.pair, load_captured_file(file.string()), policy_of(record.pair));
    const std::vector<CauseSeen> seen = causes_of(record.pair, judgement);
    if (seen.empty()) continue;
    PendingGraph& graph = pending.graphs.emplace_back(PendingGraph{
        record.pair, record.golden_root, file, judgement.golden, {}, judgement.diff, judgement.why, {}});
    graph.refused = refusal_of(record, results_folder);
    if (judgement.verdict == Verdict::kBrokenGolden)
      graph.refused =
          Refusal{"its golden is broken", judgement.mend + "  # or: " + replace_broken_command(record.pair)};
    for (const CauseSeen& each : seen) graph.causes.insert(id_of(each.key));
    if (judgement.of_summary)
      graph.explanation += "to see the nodes: " + see_nodes(record.pair, judgement.golden, file) + "\n";
    all.insert(all.end(), seen.begin(), seen.end());
  }
  std::ranges::sort(pending.graphs, {}, &PendingGraph::pair);
  pending.causes = fold_causes(all);
  return pending;
}

Pending without(Pending pending, const std::set<PairId>& settled) {
  const auto is_settled = [&](const auto& of_pair) { return settled.contains(of_pair.pair); };
  std::erase_if(pending.graphs, is_settled);
  for (Cause& cause : pending.causes) {
    std::erase_if(cause.pairs, [&](const PairId& pair) { return settled.contains(pair); });
    std::erase_if(cause.places, is_settled);
  }
  std::erase_if(pending.causes, [](const Cause& cause) { return cause.pairs.empty(); });
  return pending;
}

std::string cause_named(const Pending& pending, const std::string& text) {
  std::vector<std::string> ids, found;
  for (const Cause& cause : pending.causes) {
    ids.push_back(cause.id);
    if (!text.empty() && cause.id.starts_with(text)) found.push_back(cause.id);
  }
  if (found.size() == 1) return found[0];
  std::string told;
  for (const std::string& id : found.empty() ? nearest(text, ids) : found)
    told += (told.empty() ? "" : ", ") + id;
  throw InputError({found.empty() ? "no pending graph has this cause" : "several causes begin like this",
                    "--cause " + text, told.empty() ? "a cause that is pending" : told, "'" + text + "'",
                    Command{"review", {"--list"}}});
}

ByCause graphs_of(const Pending& pending, const std::set<std::string>& causes) {
  ByCause result;
  for (const PendingGraph& graph : pending.graphs) {
    const auto given = [&](const std::string& id) { return causes.contains(id); };
    if (std::ranges::all_of(graph.causes, given)) {
      result.whole.push_back(&graph);
    } else if (std::ranges::any_of(graph.causes, given)) {
      result.rest.push_back(&graph);
    }
  }
  return result;
}

}  // namespace assay
