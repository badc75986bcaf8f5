// Myers: greedy forward search, then back along its trace.
#include "harness/diff/myers.h"

#include <algorithm>

namespace assay {

namespace {

using Sequence = std::span<const std::uint64_t>;

/// Furthest positions in `left` per diagonal (left position - right position), one row per number of edits.
class Trace {
 public:
  Trace(Sequence left, Sequence right) : left_(left), right_(right) {}

  bool search(std::size_t most_edits) {
    const auto n = signed_size(left_), m = signed_size(right_);
    for (std::int64_t edits = 0; edits <= static_cast<std::int64_t>(most_edits); ++edits) {
      std::vector<std::int64_t>& row = rows_.emplace_back(static_cast<std::size_t>(2 * edits + 1), -1);
      for (std::int64_t diagonal = -edits; diagonal <= edits; diagonal += 2) {
        std::int64_t x = edits == 0 ? 0 : start(edits, diagonal);
        if (x < 0 || x > n || x - diagonal < 0 || x - diagonal > m) continue;
        while (x < n && x - diagonal < m &&
               left_[static_cast<std::size_t>(x)] == right_[static_cast<std::size_t>(x - diagonal)])
          ++x;
        row[static_cast<std::size_t>(diagonal + edits)] = x;
        if (x == n && x - diagonal == m) return true;
      }
    }
    return false;
  }

  std::vector<std::pair<std::size_t, std::size_t>> path() const {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::int64_t x = signed_size(left_), y = signed_size(right_);
    for (auto edits = static_cast<std::int64_t>(rows_.size()) - 1; edits >= 0; --edits) {
      std::int64_t from = edits == 0 ? 0 : start(edits, x - y);
      while (x > from) pairs.emplace_back(--x, --y);
      if (edits > 0) at(edits - 1, x - y + 1) >= at(edits - 1, x - y - 1) + 1 ? --y : --x;
    }
    std::ranges::reverse(pairs);
    return pairs;
  }

 private:
  static std::int64_t signed_size(Sequence sequence) { return static_cast<std::int64_t>(sequence.size()); }

  std::int64_t at(std::int64_t edits, std::int64_t diagonal) const {
    if (diagonal < -edits || diagonal > edits) return -2;
    return rows_[static_cast<std::size_t>(edits)][static_cast<std::size_t>(diagonal + edits)];
  }
  /// The position at which a path of `edits` edits enters `diagonal`: down (an insertion) or right (a
  /// deletion). Negative if no path reaches it.
  std::int64_t start(std::int64_t edits, std::int64_t diagonal) const {
    std::int64_t down = at(edits - 1, diagonal + 1), right = at(edits - 1, diagonal - 1);
    if (right >= 0)
      ++right;
    else
      right = -2;
    return std::max(down, right);
  }

  Sequence left_, right_;
  std::vector<std::vector<std::int64_t>> rows_;
};

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> common_subsequence(Sequence left, Sequence right,
                                                                    std::size_t most_edits) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::size_t begin = 0, end = 0, shorter = std::min(left.size(), right.size());
  while (begin < shorter && left[begin] == right[begin]) pairs.emplace_back(begin, begin), ++begin;
  while (end < shorter - begin && left[left.size() - 1 - end] == right[right.size() - 1 - end]) ++end;
  Trace trace(left.subspan(begin, left.size() - begin - end),
              right.subspan(begin, right.size() - begin - end));
  if (trace.search(most_edits))
    for (auto [i, j] : trace.path()) pairs.emplace_back(begin + i, begin + j);
  for (; end > 0; --end) pairs.emplace_back(left.size() - end, right.size() - end);
  return pairs;
}

}  // namespace assay
