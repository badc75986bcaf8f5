// Changes of a capture's assumptions: guards, ranges of sizes, values of attributes.
#include <charconv>

#include <fmt/format.h>

#include "harness/testing/defects/changes.h"

namespace assay::defects {
namespace {

using enum MutationKind;

void lose_guards(const Original& original, Changes& changes) {
  for (std::size_t at = 0; at < original.file.graphs.size(); ++at)
    for (std::size_t guard = 0; guard < original.file.graphs[at].guards.size(); ++guard)
      changes.push_back({{at, kGraphItself},
                         fmt::format("{} lost", original.file.graphs[at].guards[guard].view()),
                         [=](Specimen& specimen) {
                           std::vector<Name>& guards = specimen.graph(at).guards;
                           guards.erase(guards.begin() + static_cast<std::ptrdiff_t>(guard));
                         }});
}

/// "3 <= s0" as "2 <= s0", "s0 < 16" as "s0 < 17". Nothing for another relation, or without a number.
std::optional<std::string> widened(std::string_view guard) {
  for (const std::string_view relation : {" <= ", " < "}) {
    const std::size_t at = guard.find(relation);
    if (at == std::string_view::npos) continue;
    const std::string_view left = guard.substr(0, at), right = guard.substr(at + relation.size());
    std::int64_t number = 0;
    const auto is_number = [&](std::string_view text) {
      return std::from_chars(text.data(), text.data() + text.size(), number).ptr == text.data() + text.size();
    };
    if (is_number(left)) return fmt::format("{}{}{}", number - 1, relation, right);
    if (is_number(right)) return fmt::format("{}{}{}", left, relation, number + 1);
  }
  return std::nullopt;
}

void widen_guards(const Original& original, Changes& changes) {
  for (std::size_t at = 0; at < original.file.graphs.size(); ++at)
    for (std::size_t guard = 0; guard < original.file.graphs[at].guards.size(); ++guard) {
      const std::string_view now = original.file.graphs[at].guards[guard].view();
      const auto wider = widened(now);
      if (!wider) continue;
      changes.push_back(
          {{at, kGraphItself},
           fmt::format("{} -> {}", now, *wider),
           [at, guard, to = *wider](Specimen& specimen) { specimen.graph(at).guards[guard] = Name(to); }});
    }
}

void widen_ranges(const Original& original, Changes& changes) {
  for (std::size_t at = 0; at < original.file.graphs.size(); ++at)
    for (std::size_t symbol = 0; symbol < original.file.graphs[at].symbols.size(); ++symbol) {
      const Symbol& range = original.file.graphs[at].symbols[symbol];
      if (range.lower && *range.lower > 0)
        changes.push_back({{at, kGraphItself},
                           fmt::format("{} from {}", range.name.view(), *range.lower - 1),
                           [=](Specimen& specimen) { --*specimen.graph(at).symbols[symbol].lower; }});
      if (range.upper && *range.upper < (std::int64_t{1} << 40))
        changes.push_back({{at, kGraphItself},
                           fmt::format("{} up to {}", range.name.view(), *range.upper + 1),
                           [=](Specimen& specimen) { ++*specimen.graph(at).symbols[symbol].upper; }});
    }
}

void lose_assumptions(const Original& original, Changes& changes) {
  for (std::size_t at = 0; at < original.file.graphs.size(); ++at) {
    const Dict& assumes = original.file.graphs[at].assumes;
    for (std::size_t item = 0; item < assumes.items.size(); ++item) {
      const auto* path = std::get_if<std::string>(&assumes.items[item].first.data);
      changes.push_back({{at, kGraphItself},
                         fmt::format("{} not assumed", path == nullptr ? "?" : *path),
                         [=](Specimen& specimen) {
                           auto& items = specimen.graph(at).assumes.items;
                           items.erase(items.begin() + static_cast<std::ptrdiff_t>(item));
                         }});
    }
  }
}

}  // namespace

Changes guard_changes(const Original& original, MutationKind kind) {
  Changes changes;
  if (kind == kLoseGuard) lose_guards(original, changes);
  if (kind == kWidenGuard) widen_guards(original, changes);
  if (kind == kWidenRange) widen_ranges(original, changes);
  if (kind == kLoseAssumed) lose_assumptions(original, changes);
  return changes;
}

}  // namespace assay::defects
