// Spelling of strings, numbers and excerpts of bad input, shared by the JSON and the text form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

/// Appends `text` in double quotes with JSON's escapes. Bytes outside ASCII stay as they are.
void append_quoted(std::string& out, std::string_view text);
std::string quoted(std::string_view text);

/// Appends the shortest digits that read back to the same double, always with `.` or `e`. Else "nan", "inf"
/// or "-inf".
void append_float(std::string& out, double number);
void append_int(std::string& out, std::int64_t number);

/// Whether `digits` are a canonical integer that does not fit into 64 bits, as in a BigInt.
bool is_big_int(std::string_view digits);

/// `text` quoted, cut to 60 bytes: for messages.
std::string excerpt(std::string_view text);

/// Throws InputError with the line of the first merge conflict marker of git. `line` is the number of the
/// first line of `text` in `source`.
void refuse_conflict_markers(std::string_view text, std::string_view source, std::size_t line = 1);

/// Offset of the first byte outside well-formed UTF-8; text.size() if all is well-formed.
std::size_t find_invalid_utf8(std::string_view text);

}  // namespace assay
