// gather_report: what a report shows, out of the folders that earlier commands left. Runs nothing.
#pragma once

#include <string>
#include <vector>

#include "harness/app/session.h"
#include "reports/page/report_data.h"

namespace assay {

struct ReportOptions {
  std::string results;               ///< of `assay check`, `merge` or `matrix`
  std::string baseline;              ///< of an earlier check; empty: none
  std::vector<std::string> benches;  ///< of `assay bench`, with or without --scaling
  std::string html;                  ///< the page to write; empty: text on stdout
};

/// Of a matrix the newest version's run, and the drift between all neighbours. InputError for a folder
/// without results.
ReportData gather_report(const Session& session, const ReportOptions& options);

}  // namespace assay
