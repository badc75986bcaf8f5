// Causes: keyed by content, folded.
#include "harness/results/causes.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "harness/graph/digest.h"

namespace assay {
namespace {

constexpr std::size_t kIdDigits = 8;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// "%12.1 = aten.relu.default(self=%11)" as "%.1 = aten.relu.default(self=%)": which output is meant stays.
std::string without_numbers(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    result += text[at];
    if (text[at] == '%')
      while (at + 1 < text.size() && is_digit(text[at + 1])) ++at;
  }
  return result;
}

/// A whole node without what it gives: the same operator is put in for another at many sizes.
std::string without_outputs(const DiffEntry& entry, const std::string& side) {
  const bool whole_node =
      entry.kind == DiffKind::kMissing || entry.kind == DiffKind::kExtra || entry.kind == DiffKind::kTarget;
  const std::size_t outputs = side.rfind(" : ");
  return whole_node && side.starts_with("%") && outputs != std::string::npos ? side.substr(0, outputs) : side;
}

}  // namespace

std::string id_of(const CauseKey& key) {
  std::string content;
  for (const std::string* part : {&key.kind, &key.op, &key.left, &key.right})
    content += std::to_string(part->size()) + ":" + *part;
  return sha256_hex(content).substr(0, kIdDigits);
}

std::vector<CauseSeen> causes_of(const PairId& pair, const DiffResult& result) {
  std::vector<CauseSeen> seen;
  const auto side = [](const DiffEntry& entry, const std::string& text) {
    return without_numbers(without_outputs(entry, text));
  };
  for (const DiffEntry& entry : result.entries)
    seen.push_back(
        {{std::string(to_string(entry.kind)), entry.op, side(entry, entry.left), side(entry, entry.right)},
         {pair, entry.graph, entry.module, entry.source}});
  return seen;
}

CauseSeen cause_of_new(const PairId& pair, const std::string& why) {
  return {{"new", "graph", why.empty() ? "no golden" : why, "the first graph of " + pair.case_id},
          {pair, "", "", ""}};
}

CauseSeen cause_of_summary(const PairId& pair, const DiffResult& result) {
  constexpr std::size_t kMostNames = 3;
  std::string all_left, all_right, names;
  std::size_t modules = 0;
  CauseSeen seen{{"summary", "graph", "", ""}, {pair, "", "", ""}};
  for (const DiffEntry& entry : result.entries) {
    all_left += entry.op + " " + entry.module + " " + entry.left + "\n";
    all_right += entry.op + " " + entry.module + " " + entry.right + "\n";
    if (entry.op == "module") {
      if (++modules <= kMostNames) names += (names.empty() ? "" : ", ") + entry.module;
    } else {
      seen.key.left += entry.op + " " + entry.left + "; ";
      seen.key.right += entry.op + " " + entry.right + "; ";
    }
  }
  if (modules > kMostNames) names += " and " + std::to_string(modules - kMostNames) + " more";
  seen.key.left += "sha256 " + sha256_hex(all_left).substr(0, kIdDigits);
  seen.key.right += "sha256 " + sha256_hex(all_right).substr(0, kIdDigits);
  seen.place.module = names;
  return seen;
}

std::vector<Cause> fold_causes(const std::vector<CauseSeen>& seen) {
  std::map<CauseKey, Cause> by_key;
  for (const CauseSeen& each : seen) by_key[each.key].places.push_back(each.place);
  std::vector<Cause> causes;
  for (auto& [key, cause] : by_key) {
    cause.key = key;
    cause.id = id_of(key);
    std::set<PairId> pairs;
    for (const CausePlace& place : cause.places) pairs.insert(place.pair);
    cause.pairs.assign(pairs.begin(), pairs.end());
    causes.push_back(std::move(cause));
  }
  std::sort(causes.begin(), causes.end(), [](const Cause& left, const Cause& right) {
    const auto size = [](const Cause& cause) { return cause.pairs.size(); };
    return size(left) != size(right) ? size(left) > size(right) : left.id < right.id;
  });
  return causes;
}

}  // namespace assay
