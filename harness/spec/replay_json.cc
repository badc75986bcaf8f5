// ReplayReport to JSON and back.
#include "harness/spec/replay_json.h"

#include <cmath>
#include <limits>
#include <utility>

namespace assay {
namespace {

constexpr std::pair<const char*, std::string Departure::*> kDepartureTexts[] = {
    {"graph", &Departure::graph}, {"target", &Departure::target}, {"expected", &Departure::expected},
    {"found", &Departure::found}, {"module", &Departure::module}, {"source", &Departure::source},
};

OrderedJson number_or_null(double value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

double number_or_infinity(const JsonPlace& place) {
  return place.json().is_null() ? std::numeric_limits<double>::infinity() : place.number();
}

OrderedJson run_to_json(const ReplayRun& run) {
  return {{"kind", to_string(run.kind)}, {"name", run.name}, {"verdict", to_string(run.verdict)},
          {"bitwise", run.bitwise},      {"fp64", run.fp64}, {"message", run.message}};
}

OrderedJson departure_to_json(const std::optional<Departure>& departure) {
  if (!departure) return nullptr;
  OrderedJson json = OrderedJson::object();
  json["node"] = departure->node;
  for (const auto& [key, member] : kDepartureTexts) json[key] = (*departure).*member;
  return json;
}

template <typename Parse>
auto named(const JsonPlace& place, const char* what, Parse parse) {
  const auto value = parse(place.text());
  if (!value)
    place.fail(std::string("unknown ") + what, std::string("a ") + what + " of this version of assay");
  return *value;
}

ReplayRun run_from(const JsonPlace& place) {
  place.require_keys({"kind", "name", "verdict", "bitwise", "fp64", "message"});
  return {.kind = named(place.need("kind"), "kind of run", run_kind_from_string),
          .name = place.need("name").text(),
          .verdict = named(place.need("verdict"), "verdict of replay", replay_verdict_from_string),
          .bitwise = place.need("bitwise").boolean(),
          .fp64 = place.need("fp64").boolean(),
          .message = place.need("message").text()};
}

std::optional<Departure> departure_from(const JsonPlace& place) {
  if (place.json().is_null()) return std::nullopt;
  place.require_keys({"node", "graph", "target", "expected", "found", "module", "source"});
  Departure departure;
  const std::int64_t node = place.need("node").integer(0);
  if (node > std::numeric_limits<std::uint32_t>::max()) place.need("node").fail("too large", "a node's id");
  departure.node = static_cast<std::uint32_t>(node);
  for (const auto& [key, member] : kDepartureTexts) departure.*member = place.need(key).text();
  return departure;
}

std::map<DType, ReplayError> errors_from(const JsonPlace& place) {
  std::map<DType, ReplayError> errors;
  for (const auto& [name, error] : place.members()) {
    const auto dtype = dtype_from_string(name);
    if (!dtype) error.fail("unknown dtype '" + name + "'", "a dtype of this version of assay");
    error.require_keys({"absolute", "relative"});
    errors[*dtype] = {number_or_infinity(error.need("absolute")), number_or_infinity(error.need("relative"))};
  }
  return errors;
}

}  // namespace

OrderedJson to_json(const ReplayReport& report) {
  OrderedJson json;
  json["verdict"] = to_string(report.verdict);
  json["message"] = report.message;
  json["runs"] = OrderedJson::array();
  for (const ReplayRun& run : report.runs) json["runs"].push_back(run_to_json(run));
  json["errors"] = OrderedJson::object();
  for (const auto& [dtype, error] : report.errors)
    json["errors"][std::string(to_string(dtype))] = {{"absolute", number_or_null(error.absolute)},
                                                     {"relative", number_or_null(error.relative)}};
  json["departure"] = departure_to_json(report.departure);
  json["through_table"] = report.through_table;
  json["operators"] = report.operators;
  json["seconds"] = std::isfinite(report.seconds) ? report.seconds : 0;  // else it was not measured
  return json;
}

ReplayReport replay_report_from(const JsonPlace& place) {
  place.require_keys(
      {"verdict", "message", "runs", "errors", "departure", "through_table", "operators", "seconds"});
  ReplayReport report;
  report.verdict = named(place.need("verdict"), "verdict of replay", replay_verdict_from_string);
  report.message = place.need("message").text();
  for (const JsonPlace& run : place.need("runs").items()) report.runs.push_back(run_from(run));
  report.errors = errors_from(place.need("errors"));
  report.departure = departure_from(place.need("departure"));
  report.through_table = place.need("through_table").boolean();
  report.operators = static_cast<std::uint64_t>(place.need("operators").integer(0));
  report.seconds = place.need("seconds").number();
  return report;
}

}  // namespace assay
