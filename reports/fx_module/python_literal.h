// Python literals, pure ASCII.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// In double quotes. What is not ASCII, and what could end a line or a literal, is an escape. `text` is
/// UTF-8.
std::string python_string(std::string_view text);
/// Reads back to the same double: 1.0, 1e-05, float("nan").
std::string python_float(double number);

/// "p_0_weight" of "p_" and "0.weight": letters, digits and _; never a keyword, since `prefix` ends in _.
std::string python_identifier(std::string_view prefix, std::string_view name);

}  // namespace assay
