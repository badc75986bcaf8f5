// assay report: the findings of a run as a web page and as text.
#include <iostream>

#include "harness/app/accepting.h"
#include "reports/gathering/gather_report.h"
#include "reports/gathering/page_files.h"
#include "reports/page/page.h"

namespace assay {

namespace {

void write_report(const Session& session, const std::string& page, const ReportData& data) {
  const PageFiles files =
      write_page_files(data, page, session.own_tree() / "reports" / "page", page_parts(session.program));
  std::cout << "report: " << files.html.string() << ", as text: " << files.text.string();
  if (!files.details.empty()) std::cout << ", cases: " << files.details.string() << "/";
  std::cout << "\n";
}

}  // namespace

void add_report(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("report", "Report a run as one HTML page, or as text");
  command.footer(
      "Example: assay report --results build/results --html report.html\n"
      "Exit: 0 written, whatever the verdicts");
  const auto sources = std::make_shared<ReportSources>();
  const auto html = std::make_shared<std::string>();
  sources->results = default_results();
  command.add_option("--results", sources->results, "Folder of a check, a merge or a matrix").value("DIR");
  command
      .add_option("--baseline", sources->baseline, "Folder of an earlier check, to report the changes since")
      .value("DIR");
  command.add_option("--bench", sources->benches, "Folders of assay bench, with or without --scaling")
      .value("DIR")
      .comma_separated();
  command.add_option("--html", *html, "HTML page to write, with its text beside it (default: text to stdout)")
      .value("FILE");
  command.callback([sources, html, &session] {
    const ReportData data = gather_report(*sources, at_hand(session), session.own_tree());
    if (html->empty())
      std::cout << report_text(data);
    else
      write_report(session, *html, data);
  });
}

}  // namespace assay
