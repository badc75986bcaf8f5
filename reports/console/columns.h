// aligned_columns: rows of cells as text whose columns line up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/console/paint.h"

namespace assay {

struct Cell {
  std::string text;
  Ink ink = Ink::kPlain;
};
using Row = std::vector<Cell>;

enum class Align : std::uint8_t { kLeft, kRight };

inline constexpr std::size_t kAnyWidth = SIZE_MAX;

/// One line per row, two spaces between columns, no trailing spaces. Columns beyond `alignment` are
/// left-aligned; rows may be of different lengths. Colour takes no room. A cell of more than `widest`
/// characters pushes the rest of its own line to the right, not every line. A character counts as one place,
/// wide and combining ones too.
std::string aligned_columns(const std::vector<Row>& rows, const std::vector<Align>& alignment, Color color,
                            std::size_t widest = kAnyWidth);

/// The widths that aligned_columns gives the columns.
std::vector<std::size_t> column_widths(const std::vector<Row>& rows, std::size_t widest = kAnyWidth);

}  // namespace assay
