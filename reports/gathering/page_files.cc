// write_page_files: reads the parts, writes the files.
#include "reports/gathering/page_files.h"

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/results/write_file.h"
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

/// Removes the views of an earlier report, and no other file.
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

}  // namespace

PageFiles write_page_files(const ReportData& data, const fs::path& html, const fs::path& sources,
                           const fs::path& libraries) {
  const PageParts parts{.style = part(sources / "page.css"),
                        .script = part(sources / "page.js"),
                        .libraries = libraries_in(libraries)};
  const fs::path folder = html.stem().string() + ".files";
  const WrittenPage page = write_page(data, parts, folder.string());
  const fs::path details = html.parent_path() / folder, text = fs::path(html).replace_extension(".txt");
  remove_details(details);
  for (const PageDetail& detail : page.details) write_file(details / detail.file, detail.script);
  write_file(html, page.html);
  write_file(text, report_text(data));
  return {.html = html, .text = text, .details = page.details.empty() ? fs::path() : details};
}

}  // namespace assay
