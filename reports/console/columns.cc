// aligned_columns: pads cells to the widest of their column.
#include "reports/console/columns.h"

#include <algorithm>

namespace assay {
namespace {

std::vector<std::size_t> widths_of(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    if (row.size() > widths.size()) widths.resize(row.size(), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i].text));
  }
  return widths;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  // Every byte but UTF-8's continuation bytes begins a code point.
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](unsigned char byte) { return (byte & 0xC0) != 0x80; }));
}

std::string aligned_columns(const std::vector<Row>& rows, const std::vector<Align>& alignment, Color color) {
  const std::vector<std::size_t> widths = widths_of(rows);
  std::string out;
  for (const Row& row : rows) {
    std::size_t owed = 0;  // spaces that are written only when something follows them
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t room = widths[i] - display_width(row[i].text);
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
