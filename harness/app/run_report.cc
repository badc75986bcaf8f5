// print_run: as much as fits on the screen at hand.
#include "harness/app/run_report.h"

#include <algorithm>
#include <iostream>
#include <sstream>
#include <sys/ioctl.h>
#include <unistd.h>

#include "reports/console/run_text.h"
#include "reports/junit/junit.h"

namespace assay {
namespace {

constexpr std::size_t kPlainWidth = 120;
constexpr std::size_t kPlainHeight = 60;
constexpr std::size_t kLeastHeight = 40;  // a lower terminal scrolls: less would be too little to act on

winsize terminal() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size : winsize{};
}

std::size_t terminal_height() {
  const std::size_t rows = terminal().ws_row;
  return rows > 0 ? std::max(rows, kLeastHeight) : kPlainHeight;
}

Detail detail_of(const Session& session) {
  if (session.verbose) return Detail::kAll;
  return session.quiet ? Detail::kTotals : Detail::kScreen;
}

}  // namespace

std::size_t terminal_width() {
  const std::size_t columns = terminal().ws_col;
  return columns > 0 ? columns : kPlainWidth;
}

void print_run(const Session& session, const std::vector<PairResult>& records, const RunShown& shown) {
  std::cout << run_text(records, {.width = terminal_width(),
                                  .height = terminal_height(),
                                  .color = wants_color(session, STDOUT_FILENO) ? Color::kOn : Color::kOff,
                                  .detail = detail_of(session),
                                  .also = shown.also,
                                  .results = shown.results,
                                  .everything = shown.everything});
}

ExitStatus judge_run(const std::vector<PairResult>& records, MaySkipAll may_skip_all) {
  const auto is_skipped = [](const PairResult& record) { return record.verdict == Verdict::kSkipped; };
  const bool nothing = may_skip_all == MaySkipAll::kNo && std::ranges::all_of(records, is_skipped);
  if (nothing) std::cout << "every pair was skipped: nothing was checked\n";
  const bool green =
      std::ranges::all_of(records, [](const PairResult& record) { return is_green(record.verdict); });
  return green && !nothing ? ExitStatus::kGreen : ExitStatus::kRed;
}

void write_junit_file(const std::string& file, const std::vector<PairResult>& records) {
  if (file.empty()) return;
  std::ostringstream junit;
  write_junit(records, junit);
  write_text(file, junit.str());
}

}  // namespace assay
