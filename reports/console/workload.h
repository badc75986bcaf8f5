// Workload: the pairs of a run by tier and family, and an estimate of the time left.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

class Workload {
 public:
  /// Adds a pair with its family and tiers; it counts in each tier. `seconds` is its estimated time. Only the
  /// ratios between pairs matter, since the run sets the pace.
  void add(const PairResult& pair, double seconds = 1);
  /// Marks a pair that an earlier run has done. It does not count for the pace of this run.
  void settle(const PairId& pair);
  void end(const PairId& pair);

  struct Part {
    std::size_t pairs = 0, done = 0;
    double left = 0;  ///< estimated seconds of its pairs to come
  };
  const Part& all() const { return all_; }
  /// Seconds until a part is done, given `elapsed` seconds since the start of the run.
  double seconds_left(const Part& part, double elapsed) const;

  /// "tiers: default 80/120 4:00 left, full 18/866 58:03 left; families: 3 done, torchvision 20/300 12:40
  /// left, 12 to come". A run of a single tier or family leaves that part out. Empty when nothing is left.
  std::string parts_text(double elapsed) const;
  /// "torchvision 20/300": the first family that has begun and not ended. Empty for a single family.
  std::string family_text() const;

 private:
  struct Entry {
    std::string family;
    std::vector<std::string> tiers;
    double seconds = 0;
    bool done = false;
  };
  Entry* finish(const PairId& pair);
  std::string tiers_text(double elapsed) const;
  std::string families_text(double elapsed) const;

  std::map<PairId, Entry> entries_;
  std::map<std::string, Part> tiers_, families_;
  Part all_;
  double ended_ = 0;  ///< estimated seconds of the pairs that ended in this run
};

/// "0:07", "3:20", "1:02:03".
std::string clock_text(double seconds);

}  // namespace assay
