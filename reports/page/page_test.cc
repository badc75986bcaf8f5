// write_page, report_text: complete, and no text becomes markup.
#include "reports/page/page.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "reports/page/report_sample.h"
#include "reports/page/views.h"

namespace assay {
namespace {

using Catch::Contains;

const PageParts kParts{
    .style = "body{}", .script = "show();", .libraries = {{"Tables", "2.1", "MIT", "lib();", "td{}"}}};

std::string page_of(const ReportData& data) { return write_page(data, kParts, "report.files").html; }

/// The content of the page's script element with that id.
std::string island_of(const std::string& html, const std::string& id) {
  const std::size_t at = html.find("id=\"" + id + "\">");
  if (at == std::string::npos) return "";
  const std::size_t begin = html.find('>', at) + 1;
  return html.substr(begin, html.find("</script>", begin) - begin);
}

TEST_CASE("a page has a view for each part of the report, its data, its libraries and their licences") {
  const std::string html = page_of(small_report());
  for (const char* view : {"overview", "pairs", "methods", "case", "capabilities", "coverage", "overhead",
                           "differences", "drift", "about"}) {
    INFO(view);
    CHECK_THAT(html, Contains(std::string("id=\"") + view + "\""));
  }
  CHECK_THAT(
      html, Contains("<script>lib();</script>") && Contains("<style>td{}</style>") && Contains("Tables 2.1"));
  CHECK_THAT(html, Contains("<script>show();</script>"));
}

TEST_CASE("what needs attention comes first, with its cause and the command to type") {
  const std::string html = page_of(small_report());
  const std::size_t attention = html.find("What needs attention first"), methods = html.find(">Methods<");
  REQUIRE(attention != std::string::npos);
  CHECK(attention < methods);
  CHECK_THAT(html,
             Contains("href=\"#cause/1a2b3c4d\"") && Contains("data-kind=\"cause\" data-name=\"1a2b3c4d\""));
  CHECK_THAT(html, Contains("assay accept --cause 1a2b3c4d --results build/results"));
}

TEST_CASE("the twin, a run in which all is green, has nothing that needs attention and no cause") {
  ReportData data = small_report();
  data.records.pop_back();
  data.pending = {};
  const std::string html = page_of(data);
  CHECK_THAT(html, Contains("Nothing: every verdict is green.") && !Contains("data-kind=\"cause\""));
}

TEST_CASE("a cause shows both sides and its drawing, which is taken as elements or not at all") {
  ReportData data = small_report();
  CHECK_THAT(page_of(data), Contains("aten.relu.default(self=%4)") && Contains("class=\"node op changed\""));
  data.examples["1a2b3c4d"].drawing = "<svg><script>alert(1)";
  CHECK_THAT(page_of(data), !Contains("<script>alert"));
}

TEST_CASE("names that act in HTML, in JSON or in an address stay text in the page and in what it loads") {
  ReportData data = small_report();
  const std::string hostile = "seed/</script><img src=x onerror=alert(1)>\"'\x1b[31m";
  for (PairResult& record : data.records) record.pair.case_id = hostile;
  data.records.back().explanation = data.records.back().reason = hostile;
  data.cases.clear();
  add_cases(data);
  const WrittenPage page = write_page(data, kParts, "report.files", 0);
  CHECK_THAT(page.html, !Contains("<img") && !Contains("\x1b"));
  REQUIRE(page.details.size() == 1);
  CHECK(page.details[0].file == "0.js");
  CHECK_THAT(page.details[0].script, !Contains("<img") && Contains("&lt;img"));
}

TEST_CASE("rows of the table of pairs name each text once") {
  const auto json = nlohmann::json::parse(island_of(page_of(small_report()), "pairs-data"));
  CHECK(json["cases"] == nlohmann::json({"seed/mlp", "seed/net"}));
  REQUIRE(json["rows"].size() == 4);
  CHECK(json["verdicts"][json["rows"][3][4].get<std::size_t>()] == "differs");
  CHECK(json["cells"][json["rows"][3][6].get<std::size_t>()] == "+!");
  CHECK(json["cells"][json["rows"][2][6].get<std::size_t>()] == "R");
  CHECK(json["reasons"][json["rows"][2][14].get<std::size_t>()] == "branches on a value");
}

TEST_CASE("the views of cases are in the page while they are small, else in files named by number") {
  const ReportData data = small_report();
  const WrittenPage whole = write_page(data, kParts, "r.files"),
                    apart = write_page(data, kParts, "r.files", 100);
  CHECK(whole.details.empty());
  CHECK(nlohmann::json::parse(island_of(whole.html, "details")).size() == 2);
  REQUIRE(apart.details.size() == 2);
  CHECK(nlohmann::json::parse(island_of(apart.html, "detail-files"))["seed/net"] == "r.files/1.js");
  const WrittenPage hostile = write_page(data, kParts, "r#1?.files", 100);
  CHECK(nlohmann::json::parse(island_of(hostile.html, "detail-files"))["seed/net"] == "r%231%3F.files/1.js");
  CHECK_THAT(apart.details[1].script, Contains("assayDetail(\"seed/net\", "));
}

TEST_CASE("a case's view has all its methods, the one recommended and why, and how each pair ended") {
  const std::string html = case_html(small_report(), "seed/net");
  CHECK_THAT(html, Contains("Recommended for no stated need: make_fx") && Contains("What was captured"));
  CHECK_THAT(html, Contains("symbolic_trace") && Contains("TraceError: control flow") &&
                       Contains("DIFFERS seed/net make_fx cpu"));
  CHECK_THAT(html, Contains("assay compare seed/net --device cpu"));
  CHECK_THAT(case_html(small_report(), "seed/mlp"), !Contains("DIFFERS"));
}

TEST_CASE("graph breaks stand in the views of the case and of the method, and nowhere else") {
  ReportData data = small_report();
  PairResult cut = record_of("seed/packed", MethodId::kDynamo, Device::kCpu, Verdict::kMatch);
  cut.breaks = {{"forward", BreakSide::kAfter, "a skipped function", "lstm.py:14"}};
  data.records.push_back(cut);
  data.cases.clear();
  add_cases(data);
  CHECK_THAT(case_html(data, "seed/packed"),
             Contains("Graph breaks") && Contains("dynamo: after forward at lstm.py:14: a skipped function"));
  CHECK_THAT(page_of(data), Contains("<caption>Graph breaks</caption>") && Contains("a skipped function"));
  CHECK_THAT(report_text(data), Contains("seed/packed dynamo cpu  after forward at lstm.py:14"));
  CHECK_THAT(page_of(small_report()), !Contains("Graph breaks"));
}

TEST_CASE("Assay's own recorders are told to be the reference") {
  ReportData data = small_report();
  const std::string reference = "It is Assay's own, the reference for others: the recorder in the dispatcher";
  CHECK_THAT(page_of(data), !Contains(reference));
  data.records.push_back(record_of("seed/net", MethodId::kNative, Device::kCpu, Verdict::kMatch));
  CHECK_THAT(page_of(data), Contains(reference));
}

TEST_CASE("a plot has its values and intervals, and there is none where nothing was measured") {
  ReportData data = small_report();
  CHECK(overhead_plot(bench::by_family(data.samples)).empty());
  data.growth = {{.family = "plain",
                  .method = MethodId::kMakeFx,
                  .points = {{10, 0.1}, {20, 0.2}},
                  .scaling = {},
                  .stopped = {}}};
  const auto plot = nlohmann::json::parse(growth_plot(data));
  CHECK(plot["data"]["values"].size() == 2);
  CHECK(plot["data"]["values"][1]["seconds"] == 0.2);
  CHECK_THAT(page_of(data), Contains("data-plot=\"growth-plot\"") && Contains("Exponents"));
}

TEST_CASE("a drift is told by cause, with one example and one command") {
  ReportData data = small_report();
  Drift drift;
  drift.from = "2.14.1", drift.to = "2.15.0";
  drift.causes = {{.kind = "target",
                   .change = "`aten.detach.default` became `aten.alias.default`",
                   .nodes = 2,
                   .consequences = 0,
                   .pairs = {data.records[0].pair},
                   .first_in = "2.15.0"}};
  data.drifts = {{drift, "m/2.14.1", "m/2.15.0"}};
  CHECK_THAT(page_of(data), Contains("became `aten.alias.default`") &&
                                Contains("assay diff m/2.14.1/graphs/seed/mlp/make_fx@cpu.json "
                                         "m/2.15.0/graphs/seed/mlp/make_fx@cpu.json"));
  CHECK_THAT(page_of(small_report()), Contains("Nothing to compare with."));
}

TEST_CASE("the text beside the page has the same facts, and two reports of one run are one text") {
  const std::string text = report_text(small_report());
  CHECK(text == report_text(small_report()));
  CHECK_THAT(text,
             Contains("DIFFERS seed/net make_fx cpu") && Contains("seed/mlp cpu, no stated need: make_fx"));
  CHECK_THAT(text, Contains("1a2b3c4d  target  aten.tanh.default") &&
                       Contains("next: assay accept --cause 1a2b3c4d"));
}

}  // namespace
}  // namespace assay
