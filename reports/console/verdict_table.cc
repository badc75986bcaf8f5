// verdict_table: lays verdict words out in blocks of columns that fit the width.
#include "reports/console/verdict_table.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "harness/words/utf8.h"
#include "reports/console/columns.h"
#include "reports/console/printable.h"
#include "reports/console/verdict_word.h"

namespace assay {
namespace {

struct Sheet {
  std::string title;
  std::set<std::string> cases;
  std::set<MethodId> methods;
  std::map<std::pair<std::string, MethodId>, Cell> words;
};

std::map<Device, Sheet> sheets_of(const std::vector<PairResult>& results) {
  std::map<Device, Sheet> sheets;
  for (const PairResult& result : results) {
    Sheet& sheet = sheets[result.pair.device];
    if (sheet.title.empty() || !result.phantom.empty()) {
      sheet.title = std::string(to_string(result.pair.device));
      if (!result.phantom.empty()) sheet.title += fmt::format(" (phantom {})", printable(result.phantom));
    }
    sheet.cases.insert(result.pair.case_id);
    sheet.methods.insert(result.pair.method);
    sheet.words[{result.pair.case_id, result.pair.method}] = verdict_word(result);
  }
  return sheets;
}

/// A method's name in two header lines, split after its last "_" ("make_fx_", "symbolic"). A short name, or a
/// name without "_", has an empty first line.
std::pair<std::string, std::string> header_of(MethodId id) {
  const std::string name(to_string(id));
  constexpr std::size_t kShort = 9;  // as wide as the verdicts below
  const std::size_t at = name.rfind('_');
  if (name.size() <= kShort || at == std::string::npos) return {"", name};
  return {name.substr(0, at + 1), name.substr(at + 1)};
}

std::size_t width_of(const Sheet& sheet, MethodId id) {
  const auto [upper, lower] = header_of(id);
  std::size_t width = std::max(upper.size(), lower.size());
  for (const auto& [key, word] : sheet.words) {
    if (key.second == id) width = std::max(width, count_characters(word.text));
  }
  return width;
}

/// Methods in groups that fit into `width` beside the cases. A group has at least one method.
std::vector<std::vector<MethodId>> blocks_of(const Sheet& sheet, std::size_t width) {
  std::size_t first = sheet.title.size();
  for (const std::string& id : sheet.cases) first = std::max(first, count_characters(id));
  std::vector<std::vector<MethodId>> blocks;
  std::size_t used = 0;
  for (const MethodId id : sheet.methods) {
    const std::size_t column = 2 + width_of(sheet, id);
    if (blocks.empty() || used + column > width) {
      blocks.emplace_back();
      used = first;
    }
    blocks.back().push_back(id);
    used += column;
  }
  return blocks;
}

std::string block_text(const Sheet& sheet, const std::vector<MethodId>& methods, Color color) {
  Row upper = {{}}, lower = {{sheet.title, Ink::kBold}};
  for (const MethodId id : methods) {
    const auto [above, below] = header_of(id);
    upper.push_back({above, Ink::kBold});
    lower.push_back({below, Ink::kBold});
  }
  std::vector<Row> rows = {lower};
  if (std::ranges::any_of(upper, [](const Cell& cell) { return !cell.text.empty(); }))
    rows.insert(rows.begin(), upper);
  for (const std::string& id : sheet.cases) {
    Row row = {{id}};
    for (const MethodId method : methods) {
      const auto word = sheet.words.find({id, method});
      row.push_back(word == sheet.words.end() ? Cell{} : word->second);
    }
    rows.push_back(std::move(row));
  }
  return aligned_columns(rows, {}, color);
}

std::string legend_of(const std::vector<PairResult>& results) {
  static const std::vector<std::pair<std::string, std::string>> kMeanings = {
      {"match*", "golden not yet verified with these versions"},
      {"expected", "fails as its case file expects"},
      {"guarded", "matches; other values only outside its guards"},
      {"(diverges)", "executes to other values, as its case file expects"},
      {"(replay fails)", "cannot be executed, as its case file expects"},
      {"!diverges", "captured, but executes to other values"},
      {"!replay fails", "captured, but cannot be executed"},
      {"-", "unsupported by the method"},
      {"!passes", "an expected failure did not come"},
  };
  std::set<std::string> seen;
  for (const PairResult& result : results) seen.insert(verdict_word(result).text);
  std::string text;
  for (const auto& [word, meaning] : kMeanings) {
    if (seen.contains(word)) text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", word, meaning);
  }
  return text.empty() ? text : text + "\n";
}

}  // namespace

std::string verdict_table(const std::vector<PairResult>& results, std::size_t width, Color color) {
  std::string text;
  for (const auto& [device, sheet] : sheets_of(results)) {
    for (const std::vector<MethodId>& methods : blocks_of(sheet, width))
      text += (text.empty() ? "" : "\n") + block_text(sheet, methods, color);
  }
  const std::string legend = legend_of(results);
  return legend.empty() ? text : text + "\n" + paint(legend, Ink::kFaint, color);
}

}  // namespace assay
