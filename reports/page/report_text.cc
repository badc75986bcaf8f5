// report_text: the page as text, composed from the other writers.
#include <fmt/format.h>

#include "harness/words/shell_command.h"
#include "reports/capability_sheet/capability_sheet.h"
#include "reports/comparison_sheet/comparison_text.h"
#include "reports/console/run_text.h"
#include "reports/drift_text/matrix_report.h"
#include "reports/drift_text/print_drift.h"
#include "reports/overhead_sheet/growth_text.h"
#include "reports/overhead_sheet/overhead_text.h"
#include "reports/page/page.h"
#include "reports/pending_text/print_pending.h"

namespace assay {

namespace {

std::string headed(const char* title, const std::string& text) {
  return text.empty() ? "" : fmt::format("# {}\n\n{}\n", title, text);
}

std::string differences_text(const ReportData& data) {
  std::string text;
  for (const Cause& cause : data.pending.causes) {
    text += print_cause(cause);
    const auto example = data.examples.find(cause.id);
    if (example != data.examples.end()) text += example->second.difference;
    text += shell_command("  next: assay accept --cause {} --results {}\n\n", cause.id, data.results);
  }
  return text;
}

std::string drift_text(const ReportData& data) {
  std::string text;
  MatrixResult rows;
  rows.rows = data.versions;
  if (!rows.rows.empty()) text += matrix_text(rows) + "\n";
  for (const ReportedDrift& drift : data.drifts) text += print_drift(drift.drift) + "\n";
  return text;
}

std::string recommended_text(const CaseReport& report) {
  std::string text;
  for (const Recommendation& found : report.recommendations)
    text += fmt::format("{} {}, {}: {}: {}\n", report.comparison.case_id, to_string(report.comparison.device),
                        found.needs.empty() ? "no stated need" : print_needs(found.needs),
                        found.method ? to_string(*found.method) : "no method", found.reason);
  return text;
}

/// Recommended methods, and a whole comparison for cases with lowered graphs.
std::string cases_text(const ReportData& data) {
  std::string text;
  for (const CaseReport& report : data.cases) {
    text += recommended_text(report);
    if (!report.comparison.lowered.empty())
      text +=
          "\n" + comparison_text({{report.comparison}, report.recommendations.front()}, Color::kOff) + "\n";
  }
  return text;
}

}  // namespace

std::string report_text(const ReportData& data) {
  const RunView view{.detail = Detail::kAll, .results = data.results};
  std::string text = headed("Overview", run_text(data.records, view));
  text += headed("Recommended methods", cases_text(data));
  text += headed("Differences from goldens", differences_text(data));
  text += headed("Drift", drift_text(data));
  if (!data.samples.empty()) text += headed("Overhead", overhead_text(data.samples, Color::kOff));
  if (!data.growth.empty()) text += headed("How costs grow", growth_text(data.growth, Color::kOff));
  return text + headed("Capabilities", capability_text(data.capabilities, Color::kOff));
}

}  // namespace assay
