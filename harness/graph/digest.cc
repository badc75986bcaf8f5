// SHA-256 and base64, by nettle.
#include "harness/graph/digest.h"

#include <array>
#include <cstdint>
#include <nettle/base64.h>
#include <nettle/sha2.h>

namespace assay {
namespace {

const std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  sha256_ctx context;
  sha256_init(&context);
  if (!bytes.empty()) sha256_update(&context, bytes.size(), bytes_of(bytes));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest;
  sha256_digest(&context, digest.size(), digest.data());
  std::string hex;
  for (const std::uint8_t byte : digest) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

static_assert(kSha256Digits == std::size_t{2} * SHA256_DIGEST_SIZE);

bool is_sha256_hex(std::string_view text, std::size_t digits) {
  return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string base64_encode(std::string_view bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  if (!bytes.empty()) base64_encode_raw(text.data(), bytes.size(), bytes_of(bytes));
  return text;
}

std::optional<std::string> base64_decode(std::string_view text) {
  base64_decode_ctx context;
  base64_decode_init(&context);
  std::string bytes(BASE64_DECODE_LENGTH(text.size()), '\0');
  std::size_t length = bytes.size();
  const bool ok = base64_decode_update(&context, &length, reinterpret_cast<std::uint8_t*>(bytes.data()),
                                       text.size(), text.data()) &&
                  base64_decode_final(&context);
  if (!ok) return std::nullopt;
  bytes.resize(length);
  // nettle skips white space and stray low bits, but each content must have a single text.
  if (base64_encode(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace assay
