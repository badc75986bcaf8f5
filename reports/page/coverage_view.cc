// Operator coverage: operators run by eager and by the replay of a capture.
#include <map>
#include <set>

#include <fmt/format.h>

#include "harness/results/summary.h"
#include "harness/words/quantity.h"
#include "reports/comparison_sheet/cells.h"
#include "reports/page/views.h"

namespace assay {

namespace {

/// How often an operator is missed or extra, over all pairs.
struct Seen {
  std::uint64_t missed = 0, extra = 0;
  std::set<std::string> cases;
  std::set<MethodId> methods;
  const PairResult* first = nullptr;
};

std::map<std::string, Seen> operators_of(const std::vector<PairResult>& records) {
  std::map<std::string, Seen> operators;
  const auto see = [&](const PairResult& record, const Unmatched& one) -> Seen& {
    Seen& seen = operators[one.what];
    seen.cases.insert(record.pair.case_id);
    seen.methods.insert(record.pair.method);
    if (seen.first == nullptr) seen.first = &record;
    return seen;
  };
  for (const PairResult& record : records) {
    if (!record.coverage) continue;
    for (const Unmatched& one : record.coverage->missed) see(record, one).missed += one.count;
    for (const Unmatched& one : record.coverage->extra) see(record, one).extra += one.count;
  }
  return operators;
}

void append_share(Element row, std::optional<double> share) {
  append_number(row, share.value_or(-1), percent_text(share));
}

void append_by_family(Element view, const std::vector<PairResult>& records) {
  std::map<std::string, std::vector<PairResult>> families;
  for (const PairResult& record : records)
    if (record.coverage) families[record.family].push_back(record);
  Element rows =
      append_table(view, {.caption = "By family and method",
                          .head = {"family", "method", "device", "pairs", "complete", "operators recalled",
                                   "operators precise", "edges recalled", "edges precise"},
                          .numeric = {false, false, false, true, true, true, true, true, true}});
  for (const auto& [family, group] : families) {
    const Summary summary = summarize(group);
    for (const auto& [key, method] : summary.methods) {
      const CoverageSum& sum = method.operators;
      Element row = append(rows, "tr");
      append_cell(row, family);
      append_link(append(row, "td"), "method", to_string(key.first), to_string(key.first));
      append_cell(row, to_string(key.second));
      append_number(row, static_cast<double>(sum.pairs), count_text(sum.pairs));
      append_number(row, static_cast<double>(sum.complete), count_text(sum.complete));
      for (const Counted* counts : {&sum.operators, &sum.edges}) {
        append_share(row, counts->recall());
        append_share(row, counts->precision());
      }
    }
  }
}

void append_by_operator(Element view, const std::vector<PairResult>& records) {
  Element rows = append_table(
      view, {.caption = fmt::format("By operator; of each pair the {} most frequent", kMostUnmatched),
             .head = {"operator", "missed", "run besides", "cases", "methods", "first of them"},
             .numeric = {false, true, true, true}});
  for (const auto& [name, seen] : operators_of(records)) {
    Element row = append(rows, "tr");
    append_cell(row, name);
    append_number(row, static_cast<double>(seen.missed), count_text(seen.missed));
    append_number(row, static_cast<double>(seen.extra), count_text(seen.extra));
    append_number(row, static_cast<double>(seen.cases.size()), count_text(seen.cases.size()));
    append_cell(row, names_of({seen.methods.begin(), seen.methods.end()}));
    append_link(append(row, "td"), "case", seen.first->pair.case_id, seen.first->pair.case_id);
  }
}

}  // namespace

void append_coverage(Element page, const ReportData& data) {
  Element view = append_view(page, "coverage", "Operator coverage");
  append(
      view, "p",
      "The graphs of a capture, while they are replayed, and eager were recorded by the same recorder: "
      "recall is the share of what eager ran that the graphs ran too, precision the share of what they ran "
      "that eager ran too. What Python runs between graphs is in none of them. Under the phantom nothing "
      "runs, so nothing is measured there.");
  append_by_family(view, data.records);
  append_by_operator(view, data.records);
}

}  // namespace assay
