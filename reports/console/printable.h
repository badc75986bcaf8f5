// printable: text from a model, made safe to print.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// Exception messages and the like may hold anything. As `\x1b`, one escape per byte, come out
///
///   - control characters but newline and tab, bytes that are not UTF-8, and code points that XML 1.0
///   forbids;
///   - code points that show nothing, or turn round the order of what is around them;
///   - the first character of what the log of GitHub Actions takes for a command: `::` as the first that a
///     line shows, and `##[` anywhere.
///
/// The rest is unchanged. The result is valid UTF-8, and a line made of printable parts behind blanks or
/// behind each other commands neither a terminal nor a log.
std::string printable(std::string_view text);

}  // namespace assay
