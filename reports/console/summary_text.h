// method_table, totals_text: totals, agreement, zoo coverage and capture cost of a run.
#pragma once

#include <optional>
#include <string>

#include "harness/results/summary.h"
#include "reports/console/paint.h"

namespace assay {

/// A row per method and device: captured and replayed pairs, median overhead over eager, median and largest
/// peak memory. Missing figures are "not measured", never 0. Empty for no pairs.
std::string method_table(const Summary& summary, Color color);

/// "FAILED  37 pairs: 35 match, 2 differs"; PASSED, NEW if new pairs are all that is not green, or NOTHING
/// RAN.
std::string verdict_line(const Summary& summary, Color color);
/// One line each for agreement of nodes and edges, replay, and zoo coverage.
std::string totals_text(const Summary& summary, Color color);

/// "largest errors of replay:", then a row per method, device and dtype. Empty without figures.
std::string replay_errors_text(const Summary& summary, Color color);

/// "isolation: 12.3 ms per pair (median, fork to reaped, empty capture)".
std::string isolation_text(std::optional<double> seconds);

/// "pace: 34 pairs in 51.0 s, 40 a minute", and a line with the harness's own time per pair. Empty if no pair
/// ran.
std::string pace_text(std::size_t pairs, double seconds, std::optional<double> median_beside_seconds);

}  // namespace assay
