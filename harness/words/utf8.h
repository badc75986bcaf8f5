// UTF-8 for messages: cuts fall between characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

/// Whether `byte` continues a character.
constexpr bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The longest prefix of at most `bytes` that ends between characters.
std::string_view beginning(std::string_view text, std::size_t bytes);
/// The longest suffix of at most `bytes` that begins between characters.
std::string_view ending(std::string_view text, std::size_t bytes);
/// `text`, or its beginning and "..." if it is longer than `bytes`.
std::string shortened(std::string_view text, std::size_t bytes);

std::size_t count_characters(std::string_view text);

}  // namespace assay
