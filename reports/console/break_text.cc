// break_text: a row per break, the pair's name in its first row.
#include "reports/console/break_text.h"

#include "reports/console/columns.h"
#include "reports/console/printable.h"

namespace assay {

std::string break_text(const std::vector<PairResult>& records) {
  std::vector<Row> rows;
  for (const PairResult& record : records) {
    for (const BreakPlace& place : record.breaks) {
      const bool is_first = &place == &record.breaks.front();
      rows.push_back({{is_first ? "  " + to_string(record.pair) : ""}, {printable(to_string(place))}});
    }
  }
  return rows.empty() ? "" : "graph breaks\n" + aligned_columns(rows, {}, Color::kOff);
}

}  // namespace assay
