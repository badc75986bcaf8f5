// summary_text: totals, agreement, zoo coverage and what capture cost, after the table of verdicts.
#pragma once

#include <optional>
#include <string>

#include "harness/results/summary.h"
#include "reports/console/paint.h"

namespace assay {

/// A row per method and device (captured pairs, replayed ones, median capture overhead over eager, median
/// peak memory with the largest), then one line each for totals, agreement of nodes and edges, replay, and
/// zoo coverage. What has no figure is "not measured", never 0.
std::string summary_text(const Summary& summary, Color color);

/// "largest errors of replay:" and a row per method, device and dtype; empty when nothing has a figure.
std::string replay_errors_text(const Summary& summary, Color color);

/// "isolation: 12.3 ms per pair (median, fork to reaped, empty capture)".
std::string isolation_text(std::optional<double> seconds);

/// "99.9 %", rounded down: 100 % is said of all only.
std::string percent_text(double share);
/// "812 us", "12.3 ms", "4.20 s".
std::string duration_text(double seconds);
/// "35 MB", in units of 1024 with three digits at most.
std::string bytes_text(double bytes);
/// "1,234,567".
std::string count_text(std::size_t count);

}  // namespace assay
