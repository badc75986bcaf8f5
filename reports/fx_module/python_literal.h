// Python literals in pure ASCII.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// In double quotes. Quotes, backslashes and everything but printable ASCII become escapes. `text` is UTF-8.
std::string python_string(std::string_view text);
/// A literal that reads back as the same double: 1.0, 1e-05, float("nan").
std::string python_float(double number);

/// "p_0_weight" from "p_" and "0.weight": letters, digits and _. At most 80 bytes of `name` are used. Never a
/// keyword, since `prefix` ends in _.
std::string python_identifier(std::string_view prefix, std::string_view name);

}  // namespace assay
