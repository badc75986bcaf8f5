// drift: compares the pairs of two runs and their graphs, and folds causes over all of them.
#include "harness/results/drift.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include <fmt/format.h>

#include "harness/diff/diff.h"
#include "harness/results/results_folder.h"

namespace assay {

namespace {

/// A difference without its place. Equal changes in any two graphs have equal texts.
struct Change {
  std::string kind, text;
  friend auto operator<=>(const Change&, const Change&) = default;
};

struct Places {
  std::size_t consequences = 0;
  std::set<std::pair<PairId, std::string>> nodes;  // a node with two changed arguments counts once
  std::set<PairId> pairs;
};
using Causes = std::map<Change, Places>;

constexpr std::size_t kQuotedBytes = 80;

// Constants and names are part of the change. References, shapes and whole graphs are its place.
bool is_quotable(const DiffEntry& entry) {
  const auto fits = [](const std::string& text) {
    return !text.empty() && text.size() <= kQuotedBytes && text.find_first_of("%\n") == std::string::npos;
  };
  const bool by_place = entry.kind == DiffKind::kRewired || entry.kind == DiffKind::kShape ||
                        entry.kind == DiffKind::kStride || entry.kind == DiffKind::kOrder;
  return !by_place && fits(entry.left) && fits(entry.right);
}

using Counted = std::map<std::string, std::size_t>;

// "`aten.a`, 3 `aten.b`"
std::string quoted(const Counted& operators) {
  std::string text;
  for (const auto& [name, count] : operators)
    text +=
        fmt::format("{}{}`{}`", text.empty() ? "" : ", ", count == 1 ? "" : fmt::format("{} ", count), name);
  return text;
}

std::string verb(const Counted& operators) {
  return operators.size() == 1 && operators.begin()->second == 1 ? "is" : "are";
}

std::string sentence_of_lone(const RootCause& root, const DiffEntry& entry) {
  const char* how = root.kind == DiffKind::kMissing ? "gone" : "new";
  if (!root.gone.empty() && !root.added.empty())
    return fmt::format("{} became {}", quoted(root.gone), quoted(root.added));
  const Counted& names = root.gone.empty() ? root.added : root.gone;
  if (!names.empty()) return fmt::format("{} {} {}", quoted(names), verb(names), how);
  if (entry.subject == DiffSubject::kGraph) return fmt::format("graph `{}` is {}", entry.graph, how);
  return fmt::format("a result of `{}` is {}", subject_text(entry), how);
}

Change change_of(const RootCause& root, const DiffEntry& entry) {
  const std::string kind(to_string(root.kind));
  if (root.kind == DiffKind::kMissing || root.kind == DiffKind::kExtra)
    return {kind, sentence_of_lone(root, entry)};
  if (root.kind == DiffKind::kTarget)
    return {kind, fmt::format("`{}` became `{}`", entry.op, entry.right_op)};
  const std::string about = subject_text(entry);
  const std::string subject = about.empty() ? kind : fmt::format("{} of `{}`", kind, about);
  if (is_quotable(entry))
    return {kind, fmt::format("{}: `{}` became `{}`", subject, entry.left, entry.right)};
  return {kind, subject + " changed"};
}

bool took_part(const PairResult& record) { return record.outcome != Outcome::kSkipped; }

std::string ending_of(const PairResult& record) {
  const std::string outcome(to_string(record.outcome));
  return record.exception.empty() ? outcome : outcome + " " + record.exception;
}

const std::string& node_of(const DiffEntry& entry) {
  return entry.left_path.empty() ? entry.right_path : entry.left_path;
}

void count(Causes& causes, const Change& change, const PairId& pair, const std::string& node) {
  Places& places = causes[change];
  places.nodes.emplace(pair, node);
  places.pairs.insert(pair);
}

/// Both name a graph. Adds nothing to `causes` exactly if the graphs are equal.
bool compare_graphs(const Run& before, const PairResult& left, const Run& after, const PairResult& right,
                    const Policy& policy, Causes& causes) {
  const DiffResult result = diff(load_graph(before.folder, left), load_graph(after.folder, right), policy);
  for (std::size_t index = 0; index < result.entries.size(); ++index) {
    const RootCause& root = result.roots[result.entries[index].cause];
    const Change change = change_of(root, result.entries[root.places.front()]);
    if (is_change(result, index))
      count(causes, change, left.pair, node_of(result.entries[index]));
    else
      ++causes[change].consequences;
  }
  return result.equal;
}

bool compare_failures(const PairResult& left, const PairResult& right, Causes& causes) {
  const std::string was = ending_of(left), is = ending_of(right);
  if (was != is) count(causes, {"outcome", fmt::format("`{}` became `{}`", was, is)}, left.pair, "");
  return was == is;
}

/// Both agree with eager, or neither does. Graphs that are wrong on both sides drift as well.
bool compare_records(const Run& before, const PairResult& left, const Run& after, const PairResult& right,
                     const Policy& policy, Causes& causes) {
  const bool both_named = !left.graph.empty() && !right.graph.empty();
  const bool same_ending = agrees(left.outcome) || compare_failures(left, right, causes);
  const bool same_graph =
      !(agrees(left.outcome) || both_named) || compare_graphs(before, left, after, right, policy, causes);
  return same_ending && same_graph;
}

std::vector<DriftCause> most_graphs_first(const Causes& causes, const std::string& first_in) {
  std::vector<DriftCause> sorted;
  for (const auto& [change, places] : causes)
    sorted.push_back({change.kind,
                      change.text,
                      places.nodes.size(),
                      places.consequences,
                      {places.pairs.begin(), places.pairs.end()},
                      first_in});
  std::ranges::stable_sort(sorted, [](const DriftCause& a, const DriftCause& b) {
    return a.pairs.size() != b.pairs.size() ? a.pairs.size() > b.pairs.size() : a.nodes > b.nodes;
  });
  return sorted;
}

std::map<PairId, const PairResult*> participants(const Run& run) {
  std::map<PairId, const PairResult*> by_pair;
  for (const PairResult& record : run.records) {
    if (took_part(record)) by_pair[record.pair] = &record;
  }
  return by_pair;
}

}  // namespace

Run read_run(std::string name, const std::filesystem::path& folder) {
  return {std::move(name), folder, read_records(folder)};
}

Drift drift(const Run& before, const Run& after, const Policy& policy) {
  Drift result;
  result.from = before.name;
  result.to = after.name;
  Causes causes;
  const auto left = participants(before), right = participants(after);
  for (const auto& [pair, old] : left) {
    const auto found = right.find(pair);
    if (found == right.end()) {
      result.only_before.push_back(pair);
      continue;
    }
    const PairResult& now = *found->second;
    if (agrees(old->outcome) != agrees(now.outcome)) {
      (agrees(now.outcome) ? result.newly_passing : result.newly_failing)
          .push_back({pair, ending_of(*old), ending_of(now)});
      continue;
    }
    const bool same = compare_records(before, *old, after, now, policy, causes);
    (same ? result.same : result.changed).push_back(pair);
  }
  for (const auto& [pair, now] : right) {
    if (!left.contains(pair)) result.only_after.push_back(pair);
  }
  result.causes = most_graphs_first(causes, after.name);
  return result;
}

}  // namespace assay
