// assay report: what a run found, as one page to open and as text.
#include <iostream>

#include <nlohmann/json.hpp>

#include "harness/app/accepting.h"
#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/words/shell_command.h"
#include "reports/gathering/gather_report.h"
#include "reports/page/page.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

std::string part(const fs::path& file) {
  if (std::optional<std::string> text = read_file(file)) return std::move(*text);
  throw HarnessError({.what = "a part of the page is missing",
                      .where = file.string(),
                      .expected = "what ci/report.sh sets up",
                      .next = "ci/report.sh"});
}

std::vector<PageLibrary> libraries_in(const fs::path& folder) {
  std::vector<PageLibrary> libraries;
  for (const auto& listed : nlohmann::json::parse(part(folder / "libraries.json"))) {
    const std::string script = listed.at("script"), style = listed.at("style");
    libraries.push_back({.name = listed.at("name"),
                         .version = listed.at("version"),
                         .licence = listed.at("licence"),
                         .script = script.empty() ? "" : part(folder / script),
                         .style = style.empty() ? "" : part(folder / style)});
  }
  return libraries;
}

/// Of an earlier report, and nothing else that may lie there.
void remove_details(const fs::path& folder) {
  if (!fs::is_directory(folder)) return;
  const auto is_number = [](const std::string& stem) {
    return !stem.empty() && stem.find_first_not_of("0123456789") == std::string::npos;
  };
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".js" && is_number(entry.path().stem().string()))
      fs::remove(entry.path());
  if (fs::is_empty(folder)) fs::remove(folder);
}

void write_report(const Session& session, const std::string& page, const ReportData& data) {
  const fs::path html = page, own = session.own_tree() / "reports" / "page";
  const PageParts parts{.style = part(own / "page.css"),
                        .script = part(own / "page.js"),
                        .libraries = libraries_in(session.page_parts())};
  const fs::path folder = html.stem().string() + ".files";
  const WrittenPage written = write_page(data, parts, folder.string());
  const fs::path details = html.parent_path() / folder, text = fs::path(html).replace_extension(".txt");
  remove_details(details);
  for (const PageDetail& detail : written.details) write_text(details / detail.file, detail.script);
  write_text(html, written.html);
  write_text(text, report_text(data));
  std::cout << "report: " << html.string() << ", as text: " << text.string();
  if (!written.details.empty()) std::cout << ", cases: " << details.string() << "/";
  std::cout << "\n";
}

}  // namespace

void add_report(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand(
      "report", "Write what a run found as one HTML page, with its text beside it; without --html the text");
  command.footer(
      "Example: assay report --results build/results --html report.html\n"
      "Exit: 0 written, whatever the verdicts");
  const auto sources = std::make_shared<ReportSources>();
  const auto html = std::make_shared<std::string>();
  sources->results = default_results();
  command.add_option("--results", sources->results, "Folder of a check, a merge or a matrix");
  command.add_option("--baseline", sources->baseline, "Folder of an earlier check: what changed since");
  command.add_option("--bench", sources->benches, "Folders of assay bench, with or without --scaling")
      .comma_separated();
  command.add_option("--html", *html, "The page to write; the text goes beside it");
  command.callback([sources, html, &session] {
    const ReportData data = gather_report(*sources, at_hand(session), session.own_tree());
    if (html->empty())
      std::cout << report_text(data);
    else
      write_report(session, *html, data);
  });
}

}  // namespace assay
