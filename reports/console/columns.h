// aligned_columns: rows of cells as text in aligned columns.
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

/// A line per row, two spaces between columns, no trailing spaces. Rows may differ in length, and columns
/// beyond `alignment` are left-aligned. Colour takes no width. A cell of more than `widest` characters shifts
/// the rest of its own line only. Every character counts as one column, wide and combining characters too.
std::string aligned_columns(const std::vector<Row>& rows, const std::vector<Align>& alignment, Color color,
                            std::size_t widest = kAnyWidth);

/// Widths of the columns of aligned_columns.
std::vector<std::size_t> column_widths(const std::vector<Row>& rows, std::size_t widest = kAnyWidth);

}  // namespace assay
