// SHA-256 and base64, by nettle.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

inline constexpr std::size_t kSha256Digits = 64;
/// kSha256Digits lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);
/// Whether `text` has exactly `digits` characters, all of 0-9a-f: safe as a file name. Fewer digits are for
/// truncated digests.
bool is_sha256_hex(std::string_view text, std::size_t digits = kSha256Digits);

/// RFC 4648 section 4, with padding, without line breaks.
std::string base64_encode(std::string_view bytes);
/// Empty unless `text` is exactly the output of base64_encode for some bytes.
std::optional<std::string> base64_decode(std::string_view text);

}  // namespace assay
