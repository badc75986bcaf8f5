// write_page: views, data for the browser, and libraries.
#include "reports/page/page.h"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/words/percent_encoded.h"
#include "reports/drawing/dot_text.h"
#include "reports/page/views.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

struct ViewName {
  const char* id;
  const char* title;
};

constexpr ViewName kViews[] = {
    {"overview", "Overview"},         {"pairs", "Pairs"},       {"methods", "Compare methods"},
    {"capabilities", "Capabilities"}, {"coverage", "Coverage"}, {"overhead", "Overhead"},
    {"differences", "Differences"},   {"drift", "Drift"},       {"about", "About"}};

void append_navigation(Element body, const std::string& results) {
  Element skip = append_classed(body, "a", "skip", "Skip to the report");
  set(skip, "href", "#main");
  Element head = append(body, "header");
  append_classed(head, "p", "brand", "Assay");
  append(head, "h1", "Report of " + results);
  Element button = append(head, "button", "Dark");
  set(button, "type", "button");
  set(button, "id", "theme");
  Element nav = append(head, "nav");
  set(nav, "aria-label", "Parts of the report");
  for (const ViewName& view : kViews) set(append(nav, "a", view.title), "href", fmt::format("#{}", view.id));
}

void append_about(Element page, const PageParts& parts) {
  Element view = append_view(page, "about", "About this page");
  append(view, "p",
         "One file, made by assay report; it asks no server for anything. Beside it lies the same report as "
         "plain text, "
         "and where there are many cases a folder with their views.");
  append(view, "h3", "What it is drawn with");
  Element list = append(view, "dl");
  for (const PageLibrary& library : parts.libraries) {
    append(list, "dt", fmt::format("{} {}", library.name, library.version));
    append(append(list, "dd"), "pre", library.licence);
  }
}

Element append_case_view(Element page) {
  Element view = append_classed(page, "section", "view");
  set(view, "id", "case");
  append(view, "p", "No case was chosen.");
  return view;
}

std::string body_of(const ReportData& data, const std::vector<bench::FamilyOverhead>& families,
                    const PageParts& parts) {
  pugi::xml_document document;
  Element body = document.append_child("body");
  append_navigation(body, data.results);
  Element page = append(body, "main");
  set(page, "id", "main");
  append_overview(page, data);
  append_pairs(page, data);
  append_methods(page, data);
  append_case_view(page);
  append_capabilities(page, data);
  append_coverage(page, data);
  append_overhead(page, data, families);
  append_differences(page, data);
  append_drifts(page, data);
  append_about(page, parts);
  std::string html = html_of(body);
  html.resize(html.rfind("</body>"));  // data and scripts follow
  return html;
}

std::string island(const char* id, const std::string& json) {
  if (json.empty()) return "";
  return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", id, json_for_script(json));
}

struct Details {
  Json in_page = Json::object();  ///< case -> its HTML
  Json files = Json::object();    ///< case -> its file in the folder
  std::vector<PageDetail> apart;
};

std::vector<std::string> cases_of(const ReportData& data) {
  std::vector<std::string> cases;
  for (const CaseReport& report : data.cases)
    if (cases.empty() || cases.back() != report.comparison.case_id)
      cases.push_back(report.comparison.case_id);
  return cases;
}

Details details_of(const ReportData& data, const std::string& folder, std::size_t most) {
  Details details;
  std::size_t bytes = 0;
  for (const std::string& id : cases_of(data)) {
    std::string html = case_html(data, id);
    bytes += html.size();
    details.in_page[id] = std::move(html);
  }
  if (bytes <= most) return details;
  for (const auto& [id, html] : details.in_page.items()) {
    const std::string file = fmt::format("{}.js", details.apart.size());
    details.files[id] = percent_encoded(folder) + "/" + file;
    details.apart.push_back(
        {file, fmt::format("assayDetail({}, {});\n", json_for_script(Json(id).dump()), html.dump())});
  }
  details.in_page = Json::object();
  return details;
}

/// Escapes "</script", which ends a script element wherever it occurs.
std::string in_script(const std::string& script) {
  std::string out = script;
  for (std::size_t at = out.find("</script"); at != std::string::npos; at = out.find("</script", at + 1))
    out.replace(at, 2, "<\\/");
  return out;
}

std::string head_of(const ReportData& data, const PageParts& parts) {
  pugi::xml_document document;
  Element title = append(document.append_child("head"), "title", "Assay: " + data.results);
  std::string html =
      "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n" +
      html_of(title) + "\n";
  for (const PageLibrary& library : parts.libraries)
    if (!library.style.empty()) html += "<style>" + library.style + "</style>\n";
  return html + "<style>" + drawing_style() + parts.style + "</style>\n";
}

}  // namespace

WrittenPage write_page(const ReportData& data, const PageParts& parts, const std::string& details_folder,
                       std::size_t most_details_in_page) {
  Details details = details_of(data, details_folder, most_details_in_page);
  const std::vector<bench::FamilyOverhead> families = bench::by_family(data.samples);
  WrittenPage page;
  page.html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n" + head_of(data, parts) + "</head>\n" +
              body_of(data, families, parts);
  page.html += island("pairs-data", pairs_json(data)) + island("overhead-plot", overhead_plot(families)) +
               island("growth-plot", growth_plot(data)) + island("details", details.in_page.dump()) +
               island("detail-files", details.files.dump());
  for (const PageLibrary& library : parts.libraries)
    if (!library.script.empty()) page.html += "<script>" + in_script(library.script) + "</script>\n";
  page.html += "<script>" + in_script(parts.script) + "</script>\n</body>\n</html>\n";
  page.details = std::move(details.apart);
  return page;
}

}  // namespace assay
