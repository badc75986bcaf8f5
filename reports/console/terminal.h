// The terminal on stdout and its size.
#pragma once

#include <cstddef>

#include "reports/console/progress.h"

namespace assay {

/// A terminal that can rewrite and colour a line. TERM=dumb cannot.
bool is_screen(int fd);
/// Columns of the terminal, or a default for plain text.
std::size_t terminal_width();
/// Rows of the terminal, at least 40, or a default for plain text. A lower terminal scrolls: fewer rows would
/// be too few to act on.
std::size_t terminal_height();
/// The kind of stream that stdout is.
Stream progress_stream();

}  // namespace assay
