// gather_report: the data of a report, from the folders of earlier commands. Runs nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/check/pending_graphs.h"
#include "reports/page/report_data.h"

namespace assay {

/// Results folders of earlier commands.
struct ReportSources {
  std::string results;               ///< of `assay check`, `merge` or `matrix`
  std::string baseline;              ///< of an earlier check; empty: none
  std::vector<std::string> benches;  ///< of `assay bench`, with or without --scaling
};

/// `own_tree` has the table of capabilities. A matrix contributes the run of its newest version and the drift
/// between adjacent versions. Throws InputError for a folder without results.
ReportData gather_report(const ReportSources& sources, const ProjectAtHand& at_hand,
                         const std::filesystem::path& own_tree);

}  // namespace assay
