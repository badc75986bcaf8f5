// SequenceIds: a number for each distinct sequence of numbers. Exact: equal ids mean equal sequences.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay {

class SequenceIds {
 public:
  SequenceIds() = default;
  explicit SequenceIds(std::size_t expected);
  /// The id of `sequence`: that of an earlier equal sequence, else the next free id, from 0.
  std::uint32_t of(std::span<const std::uint32_t> sequence);
  std::uint32_t count() const { return static_cast<std::uint32_t>(begin_.size() - 1); }

 private:
  void grow();

  std::vector<std::uint32_t> words_;   ///< all sequences in a row
  std::vector<std::size_t> begin_{0};  ///< per id
  std::vector<std::uint64_t> hash_;    ///< per id
  std::vector<std::uint32_t> table_;   ///< open addressing: id + 1, 0 if free
};

}  // namespace assay
