// Choosing a shard by FNV-1a.
#include "harness/run/shard.h"

#include <charconv>
#include <cstdint>
#include <string>

#include "harness/error/error.h"

namespace assay {
namespace {

bool read_int(std::string_view text, int& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

Shard shard_from_string(std::string_view text) {
  Shard shard;
  const auto slash = text.find('/');
  const bool read = slash != std::string_view::npos && read_int(text.substr(0, slash), shard.index) &&
                    read_int(text.substr(slash + 1), shard.count);
  if (!read || shard.index < 1 || shard.index > shard.count) {
    throw InputError({.what = "not a shard",
                      .where = "--shard",
                      .expected = "I/N with 1 <= I <= N",
                      .found = std::string(text),
                      .next = "assay check --shard 1/2"});
  }
  return shard;
}

bool in_shard(const Shard& shard, std::string_view case_id) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const unsigned char c : case_id) hash = (hash ^ c) * 1099511628211ull;
  hash ^= hash >> 32;  // the low bits of FNV alone follow the last letter
  return hash % static_cast<std::uint64_t>(shard.count) == static_cast<std::uint64_t>(shard.index - 1);
}

}  // namespace assay
