// Progress: a rewritten line, or a line per tenth.
#include "reports/console/progress.h"

#include <utility>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/console/printable.h"

namespace assay {
namespace {

constexpr const char* kRewrite = "\r\x1b[K";  // carriage return, then erase the line

bool is_failure(const PairResult& result) {
  return !is_green(result.verdict) && result.verdict != Verdict::kNew;
}

std::size_t tenths_of(const Workload::Part& part) {
  return part.pairs == 0 ? 0 : part.done * 10 / part.pairs;
}

}  // namespace

Progress::Progress(std::ostream& out, Stream stream, Color color, Workload load, std::size_t width)
    : out_(out), stream_(stream), color_(color), load_(std::move(load)), width_(width) {}

void Progress::count(const PairResult& result) {
  fresh_ += result.verdict == Verdict::kNew ? 1 : 0;
  failures_ += is_failure(result) ? 1 : 0;
}

void Progress::settled(const PairResult& result) {
  load_.settle(result.pair);
  count(result);
  tenths_ = tenths_of(load_.all());
}

std::string Progress::status(const PairResult& last, double elapsed_seconds) const {
  const Workload::Part& all = load_.all();
  const std::string done = fmt::format("{}/{}", all.done, all.pairs);
  const std::string left = fmt::format("{} left", clock_text(load_.seconds_left(all, elapsed_seconds)));
  std::string text = fmt::format("{}  {}", done, counted(failures_, "failure"));
  if (fresh_ > 0) text += fmt::format("  {} new", fresh_);
  text += "  " + left;
  if (stream_ == Stream::kPlain) return text;
  // A wrapped line cannot be rewritten. The name of the last pair may be cut. Figures of the run are whole or
  // left out.
  const std::size_t room = width_ > 0 ? width_ - 1 : 0;
  if (text.size() > room) text = done + "  " + left;
  if (text.size() > room) text = left;
  const std::string family = load_.family_text();
  text += (family.empty() ? "" : "  " + family) + "  " + to_string(last.pair);
  return text.substr(0, room);
}

void Progress::tell_failure(const PairResult& result) {
  if (++told_ > kMostFailureLines + 1) return;
  const std::string line =
      told_ > kMostFailureLines ? "more failures: listed at the end" : printable(verdict_line(result));
  out_ << paint(line, Ink::kRed, color_) << "\n";
}

void Progress::tell_tenth(const PairResult& last, double elapsed_seconds) {
  const Workload::Part& all = load_.all();
  const std::size_t tenths = tenths_of(all);
  if (tenths <= tenths_) return;
  tenths_ = tenths;
  out_ << status(last, elapsed_seconds) << "\n";
  const std::string parts = load_.parts_text(elapsed_seconds);
  if (!parts.empty()) out_ << "  " << parts << "\n";
}

void Progress::ended(const PairResult& result, double elapsed_seconds) {
  load_.end(result.pair);
  count(result);
  if (stream_ == Stream::kTerminal) out_ << kRewrite;
  if (is_failure(result)) tell_failure(result);
  if (stream_ == Stream::kTerminal) {
    out_ << status(result, elapsed_seconds);
  } else {
    tell_tenth(result, elapsed_seconds);
  }
  out_.flush();
}

void Progress::finish() {
  if (stream_ == Stream::kTerminal) out_ << kRewrite << std::flush;
}

}  // namespace assay
