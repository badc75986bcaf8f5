// Page: a report as one HTML file that opens without a server or a network, and as plain text beside it.
//
// Decides nothing and opens no file: what is shown is in ReportData, what it is drawn with in PageParts. A
// name, a message or a reason of a model is text wherever it stands.
#pragma once

#include <string>
#include <vector>

#include "reports/page/report_data.h"

namespace assay {

/// A library that the page carries, with what its licence asks to be told.
struct PageLibrary {
  std::string name, version, licence;
  std::string script, style;  ///< either may be empty
};

struct PageParts {
  std::string style, script;           ///< reports/page/page.css and page.js
  std::vector<PageLibrary> libraries;  ///< in the order in which they are loaded
};

/// A case's view, apart from the page.
struct PageDetail {
  std::string file;  ///< "17.js", made of the case's place in the report: no name of a model is a file's
  std::string script;
};

struct WrittenPage {
  std::string html;
  std::vector<PageDetail> details;  ///< go into the folder `details_folder`; none where the page has them all
};

/// Above so many bytes the views of cases are apart from the page.
inline constexpr std::size_t kMostDetailsInPage = 4'000'000;

WrittenPage write_page(const ReportData& data, const PageParts& parts, const std::string& details_folder,
                       std::size_t most_details_in_page = kMostDetailsInPage);

/// The same facts as plain text, in a stable order and without times of day, so that two reports can be held
/// against each other with `diff`.
std::string report_text(const ReportData& data);

}  // namespace assay
