// dot_text: a drawing in Graphviz's language.
#pragma once

#include <string>

#include "reports/drawing/drawing.h"

namespace assay {

/// Equal drawings give equal text. Whatever a drawing's texts hold stays text: quotes, backslashes and
/// entities are escaped, control characters and those that turn the direction of text are shown by their
/// bytes, long lines end in "...", and no label is one of Graphviz's HTML-like ones.
///
/// A mark is told three times: by a symbol before the text (- is U+2212, + and U+2260), by a style of line
/// and by a colour out of Okabe and Ito's palette, which people with any colour vision can tell apart. Nodes,
/// edges and clusters have classes, which Graphviz hands on to SVG: "node KIND MARK", "edge MARK" (calls:
/// "edge calls"), "cluster graph_of_file"; alone the drawing is dark on white.
std::string dot_text(const Drawing& drawing);

/// Style sheet for drawings within elements of class "drawing" of a page: the page's own colour of text and
/// its own background, light or dark; marks keep their colours.
std::string drawing_style();

}  // namespace assay
