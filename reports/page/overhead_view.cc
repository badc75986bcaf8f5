// Cost of captures: tables, and plots by Vega-Lite.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/bench/overhead.h"
#include "harness/words/quantity.h"
#include "reports/overhead_sheet/growth_text.h"
#include "reports/overhead_sheet/overhead_text.h"
#include "reports/page/views.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;
using bench::Estimate;
using bench::FamilyOverhead;
using bench::Growth;

constexpr int kPlotWidth = 700;  // pixels

std::string interval_text(const Estimate& estimate) {
  return estimate.count == 0
             ? kNotMeasured
             : fmt::format("{:.3g} ({:.3g} to {:.3g})", estimate.value, estimate.low, estimate.high);
}

void append_plot(Element view, const char* id, const char* label) {
  Element figure = append_classed(view, "figure", "plot");
  set(figure, "data-plot", id);
  set(figure, "role", "img");
  set(figure, "aria-label", label);
}

void append_ratios(Element view, const std::vector<FamilyOverhead>& families) {
  append_plot(view, "overhead-plot", "Overhead of each method by family; the table after it has the figures");
  Element rows =
      append_table(view, {.caption = "CPU time of a capture to that of eager; geometric mean of a family's "
                                     "models, 95 % interval",
                          .head = {"family", "method", "device", "warm", "cold", "models"},
                          .numeric = {false, false, false, true, true, true}});
  for (const FamilyOverhead& one : families) {
    Element row = append(rows, "tr");
    append_cell(row, one.family);
    append_link(append(row, "td"), "method", to_string(one.method), to_string(one.method));
    append_cell(row, to_string(one.device));
    append_number(row, one.warm_ratio.value, interval_text(one.warm_ratio));
    append_number(row, one.cold_ratio.value, interval_text(one.cold_ratio));
    append_number(row, static_cast<double>(one.measured), fmt::format("{} of {}", one.measured, one.models));
  }
}

std::string reached(const Growth& growth) {
  return growth.points.empty() ? "none" : count_text(static_cast<std::uint64_t>(growth.points.back().size));
}

void append_growth(Element view, const std::vector<Growth>& all) {
  append(view, "h3", "How costs grow");
  append_plot(view, "growth-plot",
              "Seconds of a capture by size of the model; the table after it has the exponents");
  Element rows = append_table(
      view, {.caption = "Exponents, with their 95 % intervals",
             .head = {"family", "method", "device", "exponent", "interval", "best law", "largest", "stopped"},
             .numeric = {false, false, false, true, false, false, true}});
  for (const Growth& growth : all) {
    Element row = append(rows, "tr");
    append_cell(row, growth.family);
    append_link(append(row, "td"), "method", to_string(growth.method), to_string(growth.method));
    append_cell(row, to_string(growth.device));
    const auto& scaling = growth.scaling;
    const bool grows = scaling && scaling->grows();
    append_number(row, scaling ? scaling->exponent : -1,
                  grows ? fmt::format("{:.2f}", scaling->exponent) : "-");
    append_cell(row, grows ? fmt::format("{:.2f} to {:.2f}", scaling->low, scaling->high) : "");
    append_cell(row,
                scaling ? fmt::format("{} ({:.0f} %)", to_string(scaling->law), 100 * scaling->weight) : "");
    append_number(row, growth.points.empty() ? 0 : growth.points.back().size, reached(growth));
    append_cell(row, growth.stopped);
  }
}

Json quantitative(const char* field, const Json& title) {
  return {{"field", field}, {"type", "quantitative"}, {"title", title}, {"scale", {{"type", "log"}}}};
}

Json nominal(const char* field, const char* title) {
  return {{"field", field}, {"type", "nominal"}, {"title", title}};
}

/// Common parts of plots: schema, data, and a legend whose entries highlight a line.
Json plot_of(Json values, const char* legend) {
  return {
      {"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
      {"data", {{"values", std::move(values)}}},
      {"params",
       {{{"name", "chosen"}, {"select", {{"type", "point"}, {"fields", {legend}}}}, {"bind", "legend"}}}}};
}

Json faded() { return {{"condition", {{"param", "chosen"}, {"value", 1}}}, {"value", 0.15}}; }

}  // namespace

std::string overhead_plot(const std::vector<FamilyOverhead>& families) {
  Json values = Json::array();
  for (const FamilyOverhead& one : families) {
    if (one.measured == 0) continue;
    values.push_back({{"family", one.family},
                      {"method", to_string(one.method)},
                      {"ratio", one.warm_ratio.value},
                      {"low", one.warm_ratio.low},
                      {"high", one.warm_ratio.high}});
  }
  if (values.empty()) return "";
  Json plot = plot_of(std::move(values), "family");
  plot["width"] = kPlotWidth;
  const Json x_title = "capture to eager, warm (log)";
  Json quiet = nominal("family", "family");
  quiet["legend"] = nullptr;  // the legend of the points covers both
  plot["encoding"] = {{"y", nominal("method", "")}, {"yOffset", {{"field", "family"}}}, {"opacity", faded()}};
  plot["layer"] = {
      {{"mark", {{"type", "rule"}, {"strokeWidth", 2}}},
       {"encoding", {{"x", quantitative("low", x_title)}, {"x2", {{"field", "high"}}}, {"color", quiet}}}},
      {{"mark", {{"type", "point"}, {"filled", true}, {"tooltip", true}}},
       {"encoding",
        {{"x", quantitative("ratio", x_title)},
         {"color", nominal("family", "family")},
         {"shape", nominal("family", "family")}}}}};
  // Vega-Lite binds a selection to a single layer.
  plot["layer"][1]["params"] = std::move(plot["params"]);
  plot.erase("params");
  return plot.dump();
}

std::string growth_plot(const ReportData& data) {
  Json values = Json::array();
  for (const Growth& growth : data.growth)
    for (const bench::Point& point : growth.points)
      values.push_back({{"family", growth.family},
                        {"method", to_string(growth.method)},
                        {"size", point.size},
                        {"seconds", point.cost}});
  if (values.empty()) return "";
  Json plot = plot_of(std::move(values), "method");
  plot["facet"] = nominal("family", "");
  plot["columns"] = 2;
  plot["spec"] = {{"width", kPlotWidth / 2},
                  {"height", 260},
                  {"mark", {{"type", "line"}, {"point", true}, {"tooltip", true}}},
                  {"params", std::move(plot["params"])},
                  {"encoding",
                   {{"x", quantitative("size", "operators of the model (log)")},
                    {"y", quantitative("seconds", "seconds of CPU (log)")},
                    {"color", nominal("method", "method")},
                    {"strokeDash", nominal("method", "method")},
                    {"opacity", faded()}}}};
  plot.erase("params");
  return plot.dump();
}

void append_overhead(Element page, const ReportData& data, const std::vector<FamilyOverhead>& families) {
  Element view = append_view(page, "overhead", "Overhead");
  if (data.samples.empty() && data.growth.empty()) {
    append(view, "p",
           "No bench is beside these results; the medians of single runs are in the overview. Measured so "
           "that it "
           "can be believed, with intervals, by");
    append_command(view, Command{"bench", {"--tier", "default"}});
    append_command(view, Command{"bench", {"--scaling", "all", "--results", "build/scaling"}});
    return;
  }
  if (!families.empty()) append_ratios(view, families);
  if (!data.growth.empty()) append_growth(view, data.growth);
}

}  // namespace assay
