// aligned_columns: pads cells to the width of their column.
#include "reports/console/columns.h"

#include <algorithm>

#include "harness/words/utf8.h"

namespace assay {

std::vector<std::size_t> column_widths(const std::vector<Row>& rows, std::size_t widest) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    if (row.size() > widths.size()) widths.resize(row.size(), 0);
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], std::min(count_characters(row[i].text), widest));
  }
  return widths;
}

std::string aligned_columns(const std::vector<Row>& rows, const std::vector<Align>& alignment, Color color,
                            std::size_t widest) {
  const std::vector<std::size_t> widths = column_widths(rows, widest);
  std::string out;
  for (const Row& row : rows) {
    std::size_t owed = 0;  // written only before a non-empty cell
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t room = widths[i] - std::min(count_characters(row[i].text), widths[i]);
      const bool right = i < alignment.size() && alignment[i] == Align::kRight;
      if (right) owed += room;
      if (!row[i].text.empty()) {
        out.append(owed, ' ');
        out += paint(row[i].text, row[i].ink, color);
        owed = 0;
      }
      owed += (right ? 0 : room) + 2;
    }
    out += '\n';
  }
  return out;
}

}  // namespace assay
