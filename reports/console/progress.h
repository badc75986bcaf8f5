// Progress: how far a run is, while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>

#include "harness/results/pair_result.h"
#include "reports/console/paint.h"
#include "reports/console/workload.h"

namespace assay {

/// Whether one line can be rewritten in place.
enum class Stream : std::uint8_t { kPlain, kTerminal };

/// On a terminal one line is rewritten per pair; else a line is printed each time another tenth of the pairs
/// is done, and below it what is left by tier and family where there are several. A pair that is not green
/// and not new gets a line of its own at once on either, its next command included; beyond kMostFailureLines
/// they are only counted, since the report at the end has them by cause. Time is the caller's to tell, so
/// that tests need no clock.
class Progress {
 public:
  static constexpr std::size_t kMostFailureLines = 12;

  Progress(std::ostream& out, Stream stream, Color color, Workload load, std::size_t width);

  /// A pair of which the run that this one goes on with has the record.
  void settled(const PairResult& result);
  /// One more pair ended, `elapsed_seconds` after the start of the run.
  void ended(const PairResult& result, double elapsed_seconds);
  /// Takes the line off a terminal. Nothing may follow but another writer's text.
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
  std::size_t told_ = 0;  ///< lines of failures
};

}  // namespace assay
