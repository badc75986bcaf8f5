// print_diff: root causes as text, the whole result as JSON.
#include "reports/diff_text/print_diff.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/diff/set_count_json.h"
#include "harness/words/utf8.h"

namespace assay {

namespace {

constexpr std::size_t kMostText = 400;  ///< characters of a printed value

std::string print_count(std::string_view what, const SetCount& count) {
  return fmt::format("{}: {} matched, {} missing, {} extra, {} changed\n", what, count.matched, count.missing,
                     count.extra, count.changed);
}

std::string cut(const std::string& text) {
  if (text.size() <= kMostText) return text;
  return fmt::format("{} ({} characters)", shortened(text, kMostText), count_characters(text));
}

/// Next step for a difference of this kind, apart from accepting it.
std::string_view next_step(DiffKind kind) {
  switch (kind) {
    case DiffKind::kRewired:
      return "compare the operands' order; if it is free, --policy commutative=true";
    case DiffKind::kDevice:
      return "if only the index differs, --policy device_index=ignore";
    case DiffKind::kRole:
      return "if parameters were renamed, --policy parameter_names=ignore";
    case DiffKind::kStride:
    case DiffKind::kAlias:
      return "if layout and aliasing do not matter, --level shapes";
    case DiffKind::kShape:
    case DiffKind::kDType:
      return "compare the inputs of the case; if sizes do not matter, --level structure";
    case DiffKind::kConstant:
      return "compare the arguments of the model; if they do not matter, --level structure";
    case DiffKind::kRenamed:
      return "the operator's schema changed: accept it with the version of torch";
    case DiffKind::kOrder:
      return "results may differ although all edges agree: replay both";
    case DiffKind::kUndecided:
      return "remove the dead code, or accept";
    case DiffKind::kMissing:
    case DiffKind::kExtra:
    case DiffKind::kTarget:
      break;
  }
  return "replay both; accept it if it is meant";
}

std::string painted(std::string text, std::string_view code, Color color) {
  return color == Color::kOff ? text : fmt::format("\033[{}m{}\033[0m", code, text);
}

std::string reach_of(const RootCause& root) {
  std::string text;
  if (root.places.size() > 1) text += fmt::format("  (same change at {} places)", root.places.size());
  if (root.consequences > 0) text += fmt::format("  (explains {} more)", root.consequences);
  return text;
}

std::string print_root(const RootCause& root, const DiffResult& result, Color color) {
  const DiffEntry& entry = result.entries[root.places.front()];
  std::string text = painted(std::string(to_string(entry.kind)), "1", color);
  for (const std::string& part : {place_text(entry), subject_text(entry)})
    if (!part.empty()) text += "  " + cut(part);
  if (!entry.module.empty()) text += "  in " + cut(entry.module);
  if (!entry.source.empty()) text += "  at " + cut(entry.source);
  text += reach_of(root) + '\n';
  auto side = [&](const std::string& shown) { return shown.empty() ? std::string("nothing") : cut(shown); };
  text += painted("  expected  " + side(entry.left), "32", color) + '\n';
  text += painted("  found     " + side(entry.right), "31", color);
  if (!entry.first.empty()) text += "\n  first     " + cut(entry.first);
  return text + painted(fmt::format("  [next: {}]", next_step(entry.kind)), "2", color) + '\n';
}

using Json = nlohmann::ordered_json;

Json as_json(const DiffEntry& entry) {
  const auto place = [&](const std::string& path) {
    return path.empty() || entry.slot.empty() ? path : path + " " + entry.slot;
  };
  Json json = {{"kind", to_string(entry.kind)},
               {"graph", entry.graph},
               {"op", subject_text(entry)},
               {"left_path", place(entry.left_path)},
               {"right_path", place(entry.right_path)},
               {"left", entry.left},
               {"right", entry.right},
               {"module", entry.module},
               {"source", entry.source},
               {"matcher", to_string(entry.matcher)},
               {"cause", entry.cause}};
  if (!entry.first.empty()) json["first"] = entry.first;
  return json;
}

Json as_json(const RootCause& root) {
  return {{"kind", to_string(root.kind)},
          {"signature", root.signature},
          {"places", root.places},
          {"consequences", root.consequences},
          {"next", next_step(root.kind)}};
}

Json as_json(const Hidden& hidden) {
  return {{"policy", hidden.policy}, {"left", hidden.left}, {"right", hidden.right}};
}

Json as_json(const FileDiff& file);

template <typename Item>
Json list_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(as_json(item));
  return list;
}

Json as_json(const DiffResult& result) {
  return {{"assay_diff", 1},
          {"equal", result.equal},
          {"nodes", as_json(result.nodes)},
          {"edges", as_json(result.edges)},
          {"policies", list_of(result.hidden)},
          {"roots", list_of(result.roots)},
          {"entries", list_of(result.entries)}};
}

Json as_json(const FileDiff& file) {
  if (file.in == FileDiff::In::kBoth) return {{"file", file.file}, {"diff", as_json(file.diff)}};
  return {{"file", file.file}, {"only_in", file.in == FileDiff::In::kLeft ? "left" : "right"}};
}

std::string document(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string print_hidden(const Hidden& hidden) {
  return fmt::format("policy {}: set aside {} on the left, {} on the right\n", hidden.policy, hidden.left,
                     hidden.right);
}

std::vector<std::string> change_lines(const DiffResult& result) {
  std::vector<std::string> lines;
  for (const RootCause& root : result.roots) {
    lines.push_back(cut(root.signature));
    if (root.places.size() > 1) lines.back() += fmt::format(" (at {} places)", root.places.size());
  }
  return lines;
}

std::string print_diff(const DiffResult& result, std::size_t most, Color color) {
  std::string text = result.equal ? painted("equal", "32", color) + '\n' : "";
  text += print_count("nodes", result.nodes) + print_count("edges", result.edges);
  for (const Hidden& hidden : result.hidden) text += print_hidden(hidden);
  for (std::size_t index = 0; index < result.roots.size() && index < most; ++index)
    text += print_root(result.roots[index], result, color);
  if (result.roots.size() > most) text += fmt::format("... and {} more\n", result.roots.size() - most);
  return text;
}

std::string print_diff_json(const DiffResult& result) { return document(as_json(result)); }

std::string print_diff_json(const std::vector<FileDiff>& files) {
  const bool equal = std::ranges::all_of(files, [](const FileDiff& each) { return each.equal(); });
  return document({{"assay_diff", 1}, {"equal", equal}, {"files", list_of(files)}});
}

}  // namespace assay
