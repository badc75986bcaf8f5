// The terminal on stdout: whether there is one, and how large it is.
#pragma once

#include <cstddef>

#include "reports/console/progress.h"

namespace assay {

/// A terminal on which a line can be rewritten and coloured: TERM=dumb is none.
bool is_screen(int fd);
/// Of the terminal; without one of plain text.
std::size_t terminal_width();
/// The same; a lower terminal scrolls, since less would be too little to act on.
std::size_t terminal_height();
/// How progress is told on stdout.
Stream progress_stream();

}  // namespace assay
