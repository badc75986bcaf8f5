// What is alike in messages that differ in what they are about: the parts by which reasons are folded.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// `text` with `#` for each run of digits: sizes, addresses and indices differ where the reason does not.
std::string without_numbers(std::string_view text);

/// Of a message that goes on with a traceback or a list.
std::string first_line_of(std::string_view text);

}  // namespace assay
