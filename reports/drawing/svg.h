// svg_of: turns DOT into SVG with the program Graphviz.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/error/error.h"

namespace assay {

/// kFile: with an XML declaration. kPage: without, to be embedded in HTML.
enum class SvgPlace : std::uint8_t { kFile, kPage };

/// The program and its limits of time and output. Runs without a shell, from text to text.
struct Graphviz {
  std::string program = "dot";  ///< searched in PATH
  std::chrono::milliseconds most_time = std::chrono::seconds(60);
  std::size_t most_bytes = std::size_t{64} << 20U;
};

/// Why there is no SVG. `next` says what to install, or how to draw less.
class GraphvizError : public HarnessError {
 public:
  enum class Reason : std::uint8_t { kAbsent, kTooSlow, kTooLarge, kFailed };
  GraphvizError(Reason reason, ErrorParts parts) : HarnessError(std::move(parts)), reason_(reason) {}
  Reason reason() const { return reason_; }

 private:
  Reason reason_;
};

/// Only shape and text elements, with attributes of geometry, colour, font and class. No scripts, links or
/// external references, and no `id` that could clash on a page. DOT tooltips become <title> elements. Throws
/// GraphvizError.
std::string svg_of(std::string_view dot, SvgPlace place, const Graphviz& graphviz = {});

/// Cleans an SVG of Graphviz in the same way. Throws GraphvizError if it is not SVG.
std::string clean_svg(std::string_view svg, SvgPlace place);

}  // namespace assay
