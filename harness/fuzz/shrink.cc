// shrink: rounds of smaller candidates.
#include "harness/fuzz/shrink.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "harness/fuzz/print.h"

namespace assay::fuzz {
namespace {

std::vector<Sequence> with_runs_deleted(const Sequence& sequence) {
  std::vector<Sequence> candidates;
  if (sequence.size() <= kHeadLength) return candidates;
  const std::size_t statements = (sequence.size() - kHeadLength) / kStatementLength;
  for (std::size_t run = statements; run > 0; --run) {
    for (std::size_t first = 0; first + run <= statements; ++first) {
      Sequence shorter = sequence;
      const auto begin =
          shorter.begin() + static_cast<std::ptrdiff_t>(kHeadLength + first * kStatementLength);
      shorter.erase(begin, begin + static_cast<std::ptrdiff_t>(run * kStatementLength));
      candidates.push_back(std::move(shorter));
    }
  }
  return candidates;
}

/// Each number as 0, as its half, and one less.
std::vector<Sequence> with_a_number_lowered(const Sequence& sequence) {
  std::vector<Sequence> candidates;
  for (std::size_t place = 0; place < sequence.size(); ++place) {
    const std::uint16_t number = sequence[place];
    for (const int lower : {0, number / 2, number - 1}) {
      if (lower < 0 || lower >= number) continue;
      candidates.push_back(sequence);
      candidates.back()[place] = static_cast<std::uint16_t>(lower);
    }
  }
  return candidates;
}

class Shrinking {
 public:
  Shrinking(Sequence sequence, Vocabulary vocabulary, const Judge& judge, ShrinkLimits limits)
      : smallest_(std::move(sequence)), vocabulary_(vocabulary), judge_(judge), limits_(limits) {
    asked_.insert(text_of(decode(smallest_, vocabulary_)));
  }

  Sequence run() {
    while (rounds_ < limits_.rounds &&
           (round(with_runs_deleted(smallest_)) || round(with_a_number_lowered(smallest_)))) {
    }
    return smallest_;
  }

 private:
  /// Takes the first candidate that shows the finding. False if none does.
  bool round(const std::vector<Sequence>& candidates) {
    std::vector<Sequence> fresh;
    for (const Sequence& candidate : candidates) {
      if (rounds_ >= limits_.rounds) return false;
      if (asked_.insert(text_of(decode(candidate, vocabulary_))).second) fresh.push_back(candidate);
      if (fresh.size() < limits_.candidates && &candidate != &candidates.back()) continue;
      if (fresh.empty()) continue;
      ++rounds_;
      const std::vector<bool> shows = judge_(fresh);
      const auto first = std::ranges::find(shows, true);
      if (first != shows.end()) {
        smallest_ = fresh[static_cast<std::size_t>(first - shows.begin())];
        return true;
      }
      fresh.clear();
    }
    return false;
  }

  Sequence smallest_;
  Vocabulary vocabulary_;
  const Judge& judge_;
  ShrinkLimits limits_;
  std::set<std::string> asked_;
  std::size_t rounds_ = 0;
};

}  // namespace

Sequence shrink(const Sequence& sequence, Vocabulary vocabulary, const Judge& judge, ShrinkLimits limits) {
  return Shrinking(sequence, vocabulary, judge, limits).run();
}

}  // namespace assay::fuzz
