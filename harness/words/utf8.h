// UTF-8 as far as messages need it: cut between characters, never inside one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

/// Whether the byte goes on with a character that an earlier one began.
constexpr bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The longest beginning of at most `bytes` that cuts no character.
std::string_view beginning(std::string_view text, std::size_t bytes);
/// The longest end of at most `bytes` that cuts no character.
std::string_view ending(std::string_view text, std::size_t bytes);
/// `text`; where it is longer than `bytes`, its beginning and "...".
std::string shortened(std::string_view text, std::size_t bytes);

std::size_t count_characters(std::string_view text);

}  // namespace assay
