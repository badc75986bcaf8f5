// Progress: one rewritten line, or one line per tenth.
#include "reports/console/progress.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/console/printable.h"

namespace assay {
namespace {

constexpr const char* kRewrite = "\r\x1b[K";  // back to the first column, the rest of the line erased

}  // namespace

std::string clock_text(double seconds) {
  const auto whole = static_cast<long long>(std::llround(std::max(seconds, 0.0)));
  const long long hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
  return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, rest)
                   : fmt::format("{}:{:02}", minutes, rest);
}

Progress::Progress(std::ostream& out, Stream stream, Color color, std::size_t total, std::size_t width)
    : out_(out), stream_(stream), color_(color), total_(total), width_(width) {}

std::string Progress::status(const PairResult& last, double elapsed_seconds) const {
  const double per_pair = elapsed_seconds / static_cast<double>(done_);
  const double left = per_pair * static_cast<double>(total_ - std::min(done_, total_));
  std::string text = fmt::format("{}/{}  {}", done_, total_, counted(failures_, "failure"));
  if (fresh_ > 0) text += fmt::format("  {} new", fresh_);
  text += fmt::format("  {} left", clock_text(left));
  if (stream_ == Stream::kTerminal) text += "  " + to_string(last.pair);
  // A line that wraps could not be rewritten.
  return stream_ == Stream::kTerminal && text.size() >= width_ ? text.substr(0, width_ > 0 ? width_ - 1 : 0)
                                                               : text;
}

void Progress::ended(const PairResult& result, double elapsed_seconds) {
  ++done_;
  const bool fresh = result.verdict == Verdict::kNew;
  const bool failed = !is_green(result.verdict) && !fresh;
  fresh_ += fresh ? 1 : 0;
  failures_ += failed ? 1 : 0;
  if (stream_ == Stream::kTerminal) out_ << kRewrite;
  if (failed) {
    out_ << paint(printable(one_line(result)), Ink::kRed, color_) << "\n";
  }
  const std::size_t tenths = total_ == 0 ? 0 : done_ * 10 / total_;
  if (stream_ == Stream::kTerminal) {
    out_ << status(result, elapsed_seconds);
  } else if (tenths > tenths_) {
    out_ << status(result, elapsed_seconds) << "\n";
  }
  tenths_ = tenths;
  out_.flush();
}

void Progress::finish() {
  if (stream_ == Stream::kTerminal) out_ << kRewrite << std::flush;
}

}  // namespace assay
