// printable: text from a model, made safe to print.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// Exception messages and the like may hold anything. Control characters but newline and tab, those that turn
/// the direction of text or end lines unseen, bytes that are not UTF-8, and code points that XML 1.0 forbids
/// come out as `\x1b`, one escape per byte; the rest is unchanged. The result is valid UTF-8.
std::string printable(std::string_view text);

}  // namespace assay
