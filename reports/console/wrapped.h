// wrapped: long lines broken at blanks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

/// `text` with each line of more than `width` characters broken at blanks. Further lines are indented by four
/// more. In a line with "next: " each break has a backslash, so the command can still be pasted. A word
/// longer than `width` stays whole.
std::string wrapped(std::string_view text, std::size_t width);

}  // namespace assay
