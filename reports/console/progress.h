// Progress: the state of a run while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>

#include "harness/results/pair_result.h"
#include "reports/console/paint.h"
#include "reports/console/workload.h"

namespace assay {

/// Whether the stream can rewrite a line in place.
enum class Stream : std::uint8_t { kPlain, kTerminal };

/// On a terminal, a line is rewritten per pair. Elsewhere, a line is printed per tenth of the pairs, followed
/// by the work left by tier and family. A pair that is neither green nor new is printed at once, with its
/// next command. Beyond kMostFailureLines, such pairs are only counted: the final report lists them by cause.
/// The caller passes the time, so tests need no clock.
class Progress {
 public:
  static constexpr std::size_t kMostFailureLines = 12;

  Progress(std::ostream& out, Stream stream, Color color, Workload load, std::size_t width);

  /// Counts a pair that the resumed run has already recorded.
  void settled(const PairResult& result);
  /// Counts a pair that ended `elapsed_seconds` after the start of the run.
  void ended(const PairResult& result, double elapsed_seconds);
  /// Erases the line on a terminal. Call it last: other writers may print afterwards.
  void finish();

 private:
  void count(const PairResult& result);
  void tell_failure(const PairResult& result);
  std::string status(const PairResult& last, double elapsed_seconds) const;
  void tell_tenth(const PairResult& last, double elapsed_seconds);

  std::ostream& out_;
  Stream stream_;
  Color color_;
  Workload load_;
  std::size_t width_;
  std::size_t failures_ = 0, fresh_ = 0, tenths_ = 0;
  std::size_t told_ = 0;  ///< failures printed so far
};

}  // namespace assay
