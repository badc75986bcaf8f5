// growth_text, growth_json: fits as a table and as JSON.
#include "reports/overhead_sheet/growth_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/words/quantity.h"
#include "reports/console/columns.h"
#include "reports/console/printable.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;
using bench::Growth;
using bench::Point;
using bench::Scaling;

std::string reached_text(const Growth& growth) {
  if (growth.points.empty()) return "none";
  const Point& last = growth.points.back();
  return fmt::format("{} in {}", count_text(static_cast<std::uint64_t>(last.size)), duration_text(last.cost));
}

Row row_of(const Growth& growth) {
  Row row{{printable(growth.family), Ink::kPlain},
          {std::string(to_string(growth.method)), Ink::kPlain},
          {std::string(to_string(growth.device)), Ink::kPlain}};
  const auto& scaling = growth.scaling;
  const bool grows = scaling && scaling->grows();
  row.push_back({grows ? fmt::format("{:.2f}", scaling->exponent) : "-", Ink::kBold});
  row.push_back({grows ? fmt::format("({:.2f}-{:.2f})", scaling->low, scaling->high) : "", Ink::kPlain});
  row.push_back({scaling ? fmt::format("{} {:.0f} %", to_string(scaling->law), 100 * scaling->weight) : "",
                 Ink::kPlain});
  row.push_back({scaling ? duration_text(scaling->fixed) : "", Ink::kPlain});
  row.push_back({reached_text(growth), Ink::kPlain});
  row.push_back({printable(growth.stopped), Ink::kFaint});
  return row;
}

Json json_of_scaling(const std::optional<Scaling>& scaling) {
  if (!scaling) return nullptr;
  return {{"exponent", scaling->exponent},   {"low", scaling->low},       {"high", scaling->high},
          {"fixed_seconds", scaling->fixed}, {"factor", scaling->factor}, {"law", to_string(scaling->law)},
          {"weight", scaling->weight},       {"error", scaling->error}};
}

}  // namespace

std::string growth_text(const std::vector<Growth>& growth, Color color) {
  std::vector<Row> rows{{}};
  for (const char* name :
       {"family", "method", "device", "exponent", "95 %", "best law", "fixed", "largest", "stopped"})
    rows[0].push_back({name, Ink::kBold});
  for (const Growth& one : growth) rows.push_back(row_of(one));
  using enum Align;
  return aligned_columns(rows, {kLeft, kLeft, kLeft, kRight, kLeft, kLeft, kRight, kRight, kLeft}, color);
}

std::string growth_json(const std::vector<Growth>& growth) {
  Json json{{"assay_growth", 1}, {"growth", Json::array()}};
  for (const Growth& one : growth) {
    Json points = Json::array();
    for (const Point& point : one.points) points.push_back({{"size", point.size}, {"seconds", point.cost}});
    json["growth"].push_back({{"family", one.family},
                              {"method", to_string(one.method)},
                              {"device", to_string(one.device)},
                              {"points", std::move(points)},
                              {"scaling", json_of_scaling(one.scaling)},
                              {"stopped", one.stopped}});
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay
