// The table behind Name, in shards: threads that read different files seldom contend.
#include "harness/words/name.h"

#include <array>
#include <mutex>
#include <unordered_set>

namespace assay {
namespace {

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

// A node-based set keeps the addresses of its strings.
struct Shard {
  std::mutex mutex;
  std::unordered_set<std::string, TextHash, std::equal_to<>> texts;
};

constexpr std::size_t kShards = 16;

// Never destroyed: a Name in a static object stays valid until the process ends.
std::array<Shard, kShards>& shards() {
  static auto* table = new std::array<Shard, kShards>;
  return *table;
}

const std::string* empty_text() {
  static const auto* empty = new std::string;
  return empty;
}

}  // namespace

Name::Name() : text_(empty_text()) {}

Name::Name(std::string_view text) {
  if (text.empty()) {
    text_ = empty_text();
    return;
  }
  // The set inside a shard uses the low bits of the hash, the choice of the shard its high bits.
  Shard& shard = shards()[(TextHash{}(text) >> 48) % kShards];
  const std::lock_guard lock(shard.mutex);
  auto found = shard.texts.find(text);
  if (found == shard.texts.end()) found = shard.texts.emplace(text).first;
  text_ = &*found;
}

}  // namespace assay
