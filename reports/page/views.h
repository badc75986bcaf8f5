// Views: the parts of a page, each a section of its own that an address names: "#overview", "#pairs", ...
#pragma once

#include <string>
#include <vector>

#include "harness/bench/overhead.h"
#include "reports/page/element.h"
#include "reports/page/report_data.h"

namespace assay {

/// Verdicts, what needs attention first, methods, expected failures, environment, and what is counted.
void append_overview(Element page, const ReportData& data);
/// Every pair, to filter and sort; its rows are `pairs_json`.
void append_pairs(Element page, const ReportData& data);
/// Every case by every method, whose rows are in `pairs_json` too; then each method by itself.
void append_methods(Element page, const ReportData& data);
/// Feature by method, each cell with its outcome and reason, leading to the case that probes it.
void append_capabilities(Element page, const ReportData& data);
/// What of the operators that ran the captures represent, by family and by operator.
void append_coverage(Element page, const ReportData& data);
/// What captures cost; plots are drawn of `overhead_plot` and `growth_plot`.
/// `families` is what the benches' samples come to.
void append_overhead(Element page, const ReportData& data,
                     const std::vector<bench::FamilyOverhead>& families);
/// Root causes first, each with both sides and a drawing.
void append_differences(Element page, const ReportData& data);
/// What changed between versions, or since the baseline.
void append_drifts(Element page, const ReportData& data);

/// All methods of a case side by side, on each device: its own view, kept apart from the page where there are
/// many.
std::string case_html(const ReportData& data, const std::string& case_id);

/// The records as columns: texts once, rows as indices into them.
std::string pairs_json(const ReportData& data);

/// Of Vega-Lite; empty where nothing was measured.
std::string overhead_plot(const std::vector<bench::FamilyOverhead>& families);
std::string growth_plot(const ReportData& data);

}  // namespace assay
