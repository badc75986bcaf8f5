// print_diff: a difference for people.
#include <fmt/format.h>

#include "harness/diff/diff.h"

namespace assay {

std::string_view to_string(DiffKind kind) {
  switch (kind) {
    case DiffKind::kMissing:
      return "missing";
    case DiffKind::kExtra:
      return "extra";
    case DiffKind::kTarget:
      return "target";
    case DiffKind::kRewired:
      return "rewired";
    case DiffKind::kConstant:
      return "constant";
    case DiffKind::kShape:
      return "shape";
    case DiffKind::kDType:
      return "dtype";
    case DiffKind::kStride:
      return "stride";
    case DiffKind::kDevice:
      return "device";
    case DiffKind::kOrder:
      return "order";
    case DiffKind::kAlias:
      return "alias";
    case DiffKind::kRole:
      return "role";
    case DiffKind::kUndecided:
      return "undecided";
  }
  return "undecided";
}

std::string_view to_string(Matcher matcher) {
  switch (matcher) {
    case Matcher::kNone:
      return "none";
    case Matcher::kAnchor:
      return "anchor";
    case Matcher::kSlots:
      return "slots";
    case Matcher::kHash:
      return "hash";
    case Matcher::kNeighbour:
      return "neighbour";
    case Matcher::kSymmetry:
      return "symmetry";
  }
  return "none";
}

namespace {

std::string print_count(std::string_view what, const SetCount& count) {
  return fmt::format("{}: {} matched, {} missing, {} extra, {} changed\n", what, count.matched, count.missing,
                     count.extra, count.changed);
}

std::string print_entry(const DiffEntry& entry) {
  std::string text(to_string(entry.kind));
  if (!entry.left_path.empty() || !entry.right_path.empty())
    text += "  " + (entry.left_path.empty() ? entry.right_path : entry.left_path);
  if (!entry.op.empty()) text += "  " + entry.op;
  if (!entry.module.empty()) text += "  in " + entry.module;
  if (!entry.source.empty()) text += "  at " + entry.source;
  text += '\n';
  if (entry.kind != DiffKind::kExtra) text += "  expected  " + entry.left + '\n';
  if (entry.kind != DiffKind::kMissing) text += "  found     " + entry.right + '\n';
  return text;
}

}  // namespace

std::string print_diff(const DiffResult& result, std::size_t most) {
  std::string text = result.equal ? "equal\n" : "";
  text += print_count("nodes", result.nodes) + print_count("edges", result.edges);
  for (std::size_t index = 0; index < result.entries.size() && index < most; ++index)
    text += print_entry(result.entries[index]);
  if (result.entries.size() > most) text += fmt::format("... and {} more\n", result.entries.size() - most);
  return text;
}

}  // namespace assay
