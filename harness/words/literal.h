// How both written forms spell strings, numbers and excerpts of bad input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

/// Appends `text` in double quotes, with JSON's escapes; what is not ASCII stays as it is.
void append_quoted(std::string& out, std::string_view text);
std::string quoted(std::string_view text);

/// Shortest digits that read back to the same double; always with `.` or `e`. "nan", "inf", "-inf" for the
/// others.
void append_float(std::string& out, double number);
void append_int(std::string& out, std::int64_t number);

/// An integer in canonical digits that does not fit into 64 bits: what a BigInt may hold.
bool is_big_int(std::string_view digits);

/// `text` quoted, cut to about 60 characters: for messages.
std::string excerpt(std::string_view text);

/// InputError with the line when git left a file unmerged; the first line of `text` is `line` of `source`.
void refuse_conflict_markers(std::string_view text, std::string_view source, std::size_t line = 1);

/// Offset of the first byte that is not part of well-formed UTF-8; text.size() if there is none.
std::size_t find_invalid_utf8(std::string_view text);

}  // namespace assay
