// svg_of: DOT as SVG, by Graphviz's own program.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/error/error.h"

namespace assay {

/// For a file of its own, with the XML declaration, or to stand within HTML, without.
enum class SvgPlace : std::uint8_t { kFile, kPage };

/// How Graphviz is run: no shell, text in and text out, ended when it takes too long or says too much.
struct Graphviz {
  std::string program = "dot";  ///< looked for in PATH
  std::chrono::milliseconds most_time = std::chrono::seconds(60);
  std::size_t most_bytes = std::size_t{64} << 20U;
};

/// Why there is no SVG. `next` is what to install, or how to draw less.
class GraphvizError : public HarnessError {
 public:
  enum class Reason : std::uint8_t { kAbsent, kTooSlow, kTooLarge, kFailed };
  GraphvizError(Reason reason, ErrorParts parts) : HarnessError(std::move(parts)), reason_(reason) {}
  Reason reason() const { return reason_; }

 private:
  Reason reason_;
};

/// Elements of shape and text with attributes of geometry, colour, font and class, and nothing else: no
/// script, no link, no reference out of it, no `id` that could be another's on the same page. What DOT has as
/// a tooltip is the element's <title>. Throws GraphvizError.
std::string svg_of(std::string_view dot, SvgPlace place, const Graphviz& graphviz = {});

/// Same for a text that Graphviz has given; GraphvizError when it is no SVG.
std::string clean_svg(std::string_view svg, SvgPlace place);

}  // namespace assay
