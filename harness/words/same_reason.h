// The common parts of messages, by which reasons are grouped.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// `text` with `#` for each run of digits: sizes, addresses and indices do not distinguish reasons.
std::string without_numbers(std::string_view text);

/// The message without the traceback or list below it.
std::string first_line_of(std::string_view text);

}  // namespace assay
