// printable: makes text from a model safe to print.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// Escapes as `\x1b`, byte by byte:
///
///   - control characters except newline and tab, bytes that are not UTF-8, and code points that XML 1.0
///     forbids;
///   - invisible code points, and those that reorder the text around them;
///   - the first character of a command to the log of GitHub Actions: `::` as the first visible text of a
///     line, and `##[` anywhere.
///
/// The rest is unchanged. The result is valid UTF-8. A line of several printable parts, with or without
/// leading blanks, contains no command for a terminal or a log.
std::string printable(std::string_view text);

}  // namespace assay
