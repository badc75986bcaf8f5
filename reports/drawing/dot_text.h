// dot_text: a drawing in Graphviz's DOT language.
#pragma once

#include <string>

#include "reports/drawing/drawing.h"

namespace assay {

/// Equal drawings give equal text. All text of a drawing stays text: quotes, backslashes and entities are
/// escaped. Control characters and bidirectional controls appear as bytes. Long lines end in "...". Labels
/// are plain, never HTML-like.
///
/// A mark has three signs: a symbol before the text (U+2212 for missing, + for extra, U+2260 for changed), a
/// line style, and a colour.
/// The colours are from Okabe and Ito's palette, distinct for any colour vision. Nodes, edges and clusters
/// have classes that Graphviz passes on to SVG: "node KIND MARK", "edge MARK" (calls: "edge calls"), "cluster
/// graph_of_file". Without a page, the drawing is dark on white.
std::string dot_text(const Drawing& drawing);

/// Style sheet for drawings in elements of class "drawing" of a page. Text and background take the page's
/// colours, light or dark. Colours of marks are mixed with that of the text.
std::string drawing_style();

}  // namespace assay
