// Workload: what a run has to do, in all and by tier and family, and how long the rest will take.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

class Workload {
 public:
  /// A pair to come: who it is, its family and its tiers, in each of which it counts. `seconds` is what it is
  /// thought to take; only the pairs' ratios matter, since the pace is that of the run itself.
  void add(const PairResult& pair, double seconds = 1);
  /// Another run has done it already: it says nothing of the pace of this one.
  void settle(const PairId& pair);
  void end(const PairId& pair);

  struct Part {
    std::size_t pairs = 0, done = 0;
    double left = 0;  ///< of what its pairs are thought to take
  };
  const Part& all() const { return all_; }
  /// Seconds until a part is done, `elapsed` after the start of the run.
  double seconds_left(const Part& part, double elapsed) const;

  /// "tiers: default 80/120 4:00 left, full 18/866 58:03 left; families: 3 done, torchvision 20/300 12:40
  /// left, 12 to come". Of a run of one tier, or one family, without it; empty where nothing is left.
  std::string parts_text(double elapsed) const;
  /// "torchvision 20/300": the first family that is at work; empty where there is only one.
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
  double ended_ = 0;  ///< what the pairs of this run that have ended were thought to take
};

/// "0:07", "3:20", "1:02:03".
std::string clock_text(double seconds);

}  // namespace assay
