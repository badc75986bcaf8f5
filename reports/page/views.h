// Views: sections of a page with an address each: "#overview", "#pairs", ...
#pragma once

#include <string>
#include <vector>

#include "harness/bench/overhead.h"
#include "reports/page/element.h"
#include "reports/page/report_data.h"

namespace assay {

/// Verdicts, causes that need attention, methods, expected failures, denominators and environment.
void append_overview(Element page, const ReportData& data);
/// Every pair, filtered and sorted by the browser. `pairs_json` has the rows.
void append_pairs(Element page, const ReportData& data);
/// The matrix of cases and methods, whose rows are in `pairs_json`, too. Then each method.
void append_methods(Element page, const ReportData& data);
/// The matrix of features and methods: outcome and reason, with links to the probing cases.
void append_capabilities(Element page, const ReportData& data);
/// Share of the operators run by eager that the captures have, by family and by operator.
void append_coverage(Element page, const ReportData& data);
/// Cost of captures. `overhead_plot` and `growth_plot` have the plots. `families`: the benches' samples by
/// family.
void append_overhead(Element page, const ReportData& data,
                     const std::vector<bench::FamilyOverhead>& families);
/// Root causes, each with both sides and a drawing.
void append_differences(Element page, const ReportData& data);
/// Changes between versions, or since the baseline.
void append_drifts(Element page, const ReportData& data);

/// The view of a case: all methods on each device. Kept beside the page if there are many.
std::string case_html(const ReportData& data, const std::string& case_id);

/// The records as columns: each text once, rows as indices.
std::string pairs_json(const ReportData& data);

/// Vega-Lite plots. Empty without measurements.
std::string overhead_plot(const std::vector<bench::FamilyOverhead>& families);
std::string growth_plot(const ReportData& data);

}  // namespace assay
