// gather_report: what a report shows, out of the folders that earlier commands left. Runs nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/check/pending_graphs.h"
#include "reports/page/report_data.h"

namespace assay {

/// Folders that earlier commands left.
struct ReportSources {
  std::string results;               ///< of `assay check`, `merge` or `matrix`
  std::string baseline;              ///< of an earlier check; empty: none
  std::vector<std::string> benches;  ///< of `assay bench`, with or without --scaling
};

/// `own_tree` has the table of capabilities. Of a matrix the newest version's run, and the drift between all
/// neighbours. InputError for a folder without results.
ReportData gather_report(const ReportSources& sources, const ProjectAtHand& at_hand,
                         const std::filesystem::path& own_tree);

}  // namespace assay
