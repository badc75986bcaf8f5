// Page: a report as an HTML file that needs no server or network, and as plain text.
//
// Decides nothing and opens no files: ReportData has the content, PageParts the style and scripts. Names,
// messages and reasons from models stay text everywhere.
#pragma once

#include <string>
#include <vector>

#include "reports/page/report_data.h"

namespace assay {

/// A library embedded in the page, with the licence notice it requires.
struct PageLibrary {
  std::string name, version, licence;
  std::string script, style;  ///< may be empty
};

struct PageParts {
  std::string style, script;           ///< reports/page/page.css and page.js
  std::vector<PageLibrary> libraries;  ///< in loading order
};

/// The view of a case in a file of its own.
struct PageDetail {
  std::string file;  ///< "17.js", numbered: no file is named after a model
  std::string script;
};

struct WrittenPage {
  std::string html;
  std::vector<PageDetail> details;  ///< for the folder `details_folder`; empty if the page has them all
};

/// With more bytes than this, the case views are files beside the page.
inline constexpr std::size_t kMostDetailsInPage = 4'000'000;

WrittenPage write_page(const ReportData& data, const PageParts& parts, const std::string& details_folder,
                       std::size_t most_details_in_page = kMostDetailsInPage);

/// The same facts as plain text, in a stable order and without times of day, so that `diff` can compare two
/// reports.
std::string report_text(const ReportData& data);

}  // namespace assay
