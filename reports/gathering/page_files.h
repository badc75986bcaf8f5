// write_page_files: writes a report as a page, case views and text.
#pragma once

#include <filesystem>

#include "reports/page/report_data.h"

namespace assay {

struct PageFiles {
  std::filesystem::path html, text;
  std::filesystem::path details;  ///< folder of the case views; empty: they are in the page
};

/// `sources`: the folder of page.css and page.js. `libraries`: the folder set up by ci/report.sh. Removes the
/// case views of an earlier page, and no other file there. Throws HarnessError for a missing part.
PageFiles write_page_files(const ReportData& data, const std::filesystem::path& html,
                           const std::filesystem::path& sources, const std::filesystem::path& libraries);

}  // namespace assay
