// SequenceIds: open addressing over an arena.
#include "harness/diff/sequence_ids.h"

#include <algorithm>

#include "harness/diff/compare_node.h"

namespace assay {

SequenceIds::SequenceIds(std::size_t expected) {
  words_.reserve(5 * expected);
  begin_.reserve(expected + 1);
  hash_.reserve(expected);
  table_.assign(4 * expected + 64, 0);
}

std::uint32_t SequenceIds::of(std::span<const std::uint32_t> sequence) {
  if (2 * hash_.size() >= table_.size()) grow();
  std::uint64_t hash = mix(7, sequence.size());
  for (std::uint32_t word : sequence) hash = mix(hash, word);
  for (std::size_t place = hash % table_.size();; place = (place + 1) % table_.size()) {
    if (table_[place] == 0) {
      words_.insert(words_.end(), sequence.begin(), sequence.end());
      begin_.push_back(words_.size());
      hash_.push_back(hash);
      table_[place] = count();
      return count() - 1;
    }
    std::uint32_t id = table_[place] - 1;
    std::span known(words_.data() + begin_[id], begin_[id + 1] - begin_[id]);
    if (hash_[id] == hash && std::equal(known.begin(), known.end(), sequence.begin(), sequence.end()))
      return id;
  }
}

void SequenceIds::grow() {
  table_.assign(std::max<std::size_t>(64, 4 * table_.size()), 0);
  for (std::uint32_t id = 0; id < hash_.size(); ++id) {
    std::size_t place = hash_[id] % table_.size();
    while (table_[place] != 0) place = (place + 1) % table_.size();
    table_[place] = id + 1;
  }
}

}  // namespace assay
