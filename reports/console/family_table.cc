// family_table, reach_table: counts by family, and by method and family.
#include "reports/console/family_table.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/console/columns.h"
#include "reports/console/printable.h"
#include "reports/console/verdict_word.h"

namespace assay {
namespace {

struct FamilyRow {
  std::string name;
  std::size_t pairs = 0, green = 0;
  std::map<std::string, std::size_t> red;  ///< by verdict_word, without its "!"
  std::size_t not_green() const { return pairs - green; }
};

void count(FamilyRow& row, const PairResult& result) {
  ++row.pairs;
  if (is_green(result.verdict)) {
    ++row.green;
  } else {
    ++row.red[verdict_word(result).text.substr(1)];
  }
}

/// Sums the rows beyond `most` in one row.
void fold(std::vector<FamilyRow>& rows, std::size_t most) {
  if (rows.size() <= most || most == 0) return;
  FamilyRow rest;
  const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(most) - 1;
  for (auto row = begin; row != rows.end(); ++row) {
    rest.pairs += row->pairs;
    rest.green += row->green;
    for (const auto& [word, pairs] : row->red) rest.red[word] += pairs;
  }
  rest.name = fmt::format("{} more families", rows.end() - begin);
  rows.erase(begin, rows.end());
  rows.push_back(std::move(rest));
}

std::string red_text(const FamilyRow& row) {
  std::string text;
  for (const auto& [word, pairs] : row.red)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count_text(pairs), word);
  return text;
}

/// A column of reach_table.
struct ReachColumn {
  std::string name;
  std::map<MethodId, Reach> methods;
  std::size_t pairs() const {
    std::size_t sum = 0;
    for (const auto& [method, reach] : methods) sum += reach.countable;
    return sum;
  }
};

void add(ReachColumn& column, const ReachColumn& other) {
  for (const auto& [method, reach] : other.methods) column.methods[method] += reach;
}

/// The largest families, a sum of the rest if there are more, and the sum of all.
std::vector<ReachColumn> reach_columns(const Summary& summary, std::size_t most) {
  std::vector<ReachColumn> columns;
  for (const auto& [name, methods] : summary.families) columns.push_back({printable(name), methods});
  std::ranges::stable_sort(columns, std::ranges::greater{}, &ReachColumn::pairs);
  ReachColumn rest{.name = "others", .methods = {}}, all{.name = "all", .methods = {}};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    add(all, columns[i]);
    if (i >= most) add(rest, columns[i]);
  }
  columns.resize(std::min(columns.size(), most));
  if (!rest.methods.empty()) columns.push_back(std::move(rest));
  columns.push_back(std::move(all));
  return columns;
}

Cell reach_cell(const ReachColumn& column, MethodId method) {
  const auto found = column.methods.find(method);
  if (found == column.methods.end() || found->second.countable == 0) return {"-"};
  const Reach& reach = found->second;
  const bool whole = reach.replayed == reach.countable;
  return {fmt::format("{}/{} of {}", count_text(reach.captured), count_text(reach.replayed),
                      count_text(reach.countable)),
          whole ? Ink::kPlain : Ink::kYellow};
}

}  // namespace

std::string reach_table(const Summary& summary, std::size_t most, Color color) {
  if (summary.families.size() < 2) return "";
  const std::vector<ReachColumn> columns = reach_columns(summary, most);
  std::vector<Row> rows = {{{"captured/replayed", Ink::kBold}}};
  for (const ReachColumn& column : columns) rows.front().push_back({column.name, Ink::kBold});
  for (const auto& [method, reach] : columns.back().methods) {
    Row& row = rows.emplace_back(Row{{std::string(to_string(method))}});
    for (const ReachColumn& column : columns) row.push_back(reach_cell(column, method));
  }
  return aligned_columns(rows, {}, color);
}

std::string family_table(const std::vector<PairResult>& results, std::size_t most, Color color) {
  std::map<std::string, FamilyRow> families;
  for (const PairResult& result : results) count(families[result.family], result);
  std::vector<FamilyRow> rows;
  for (auto& [name, row] : families) {
    row.name = printable(name);
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return "";
  std::ranges::stable_sort(rows, std::ranges::greater{}, &FamilyRow::not_green);
  fold(rows, most);
  std::vector<Row> lines = {
      {{"family", Ink::kBold}, {"pairs", Ink::kBold}, {"green", Ink::kBold}, {"not green", Ink::kBold}}};
  for (const FamilyRow& row : rows)
    lines.push_back(
        {{row.name}, {count_text(row.pairs)}, {count_text(row.green)}, {red_text(row), Ink::kRed}});
  using enum Align;
  return aligned_columns(lines, {kLeft, kRight, kRight, kLeft}, color);
}

}  // namespace assay
