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

/// One line per row, two spaces between columns, no trailing spaces. Columns beyond `alignment` are
/// left-aligned; rows may be of different lengths. Colour takes no room.
std::string aligned_columns(const std::vector<Row>& rows, const std::vector<Align>& alignment, Color color);

/// Code points in `text`: its width in a fixed-width font, wide and combining characters aside.
std::size_t display_width(std::string_view text);

}  // namespace assay
