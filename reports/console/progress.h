// Progress: how far a run is, while it runs.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>

#include "harness/results/pair_result.h"
#include "reports/console/paint.h"

namespace assay {

/// Whether one line can be rewritten in place.
enum class Stream : std::uint8_t { kPlain, kTerminal };

/// On a terminal one line is rewritten per pair; else a line is printed each time another tenth of the pairs
/// is done. A pair that is not green and not new gets a line of its own at once on either, its next command
/// included. Time is the caller's to tell, so that tests need no clock.
class Progress {
 public:
  Progress(std::ostream& out, Stream stream, Color color, std::size_t total, std::size_t width);

  /// One more pair ended, `elapsed_seconds` after the start of the run.
  void ended(const PairResult& result, double elapsed_seconds);
  /// Takes the line off a terminal. Nothing may follow but another writer's text.
  void finish();

 private:
  std::string status(const PairResult& last, double elapsed_seconds) const;

  std::ostream& out_;
  Stream stream_;
  Color color_;
  std::size_t total_, width_;
  std::size_t done_ = 0, failures_ = 0, fresh_ = 0, tenths_ = 0;
};

/// "0:07", "3:20", "1:02:03".
std::string clock_text(double seconds);

}  // namespace assay
