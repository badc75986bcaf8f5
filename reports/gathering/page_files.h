// write_page_files: a report as a page, its cases' views and its text, in files.
#pragma once

#include <filesystem>

#include "reports/page/report_data.h"

namespace assay {

struct PageFiles {
  std::filesystem::path html, text;
  std::filesystem::path details;  ///< folder of the cases' views; empty: the page has them
};

/// `sources`: the folder of page.css and page.js; `libraries`: what ci/report.sh has set up. Details of an
/// earlier page are removed, and nothing else that may lie there. HarnessError for a part that is missing.
PageFiles write_page_files(const ReportData& data, const std::filesystem::path& html,
                           const std::filesystem::path& sources, const std::filesystem::path& libraries);

}  // namespace assay
