// Myers: a longest common subsequence of two sequences of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace assay {

/// Index pairs of equal elements, ascending on both sides: everything but the fewest deletions and insertions
/// that turn one sequence into the other. When those are more than `most_edits`, only the common beginning
/// and end. Time (n + m) * edits, memory edits squared.
std::vector<std::pair<std::size_t, std::size_t>> common_subsequence(std::span<const std::uint64_t> left,
                                                                    std::span<const std::uint64_t> right,
                                                                    std::size_t most_edits);

}  // namespace assay
