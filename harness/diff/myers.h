// Myers: a longest common subsequence of two sequences of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace assay {

/// Index pairs of equal elements, ascending on both sides: the complement of a shortest edit script. Beyond
/// `most_edits` edits only the common prefix and suffix. Time (n + m) * edits, memory edits squared.
std::vector<std::pair<std::size_t, std::size_t>> common_subsequence(std::span<const std::uint64_t> left,
                                                                    std::span<const std::uint64_t> right,
                                                                    std::size_t most_edits);

}  // namespace assay
