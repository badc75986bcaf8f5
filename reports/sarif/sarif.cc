// write_sarif: fills a nlohmann document.
#include "reports/sarif/sarif.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/graph/digest.h"
#include "harness/results/alert.h"
#include "harness/words/quantity.h"
#include "harness/words/utf8.h"
#include "reports/console/printable.h"
#include "reports/sarif/rules.h"
#include "reports/sarif/uri.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostText = 2000;  // reasons are bounded already; a command should fit
constexpr const char* kRoot = "%SRCROOT%";

/// Escapes "](", which would turn the text before it into a link (SARIF 3.11.6).
std::string plain(const std::string& text) {
  std::string out;
  for (const char c : printable(shortened(text, kMostText))) {
    if (c == '(' && out.ends_with(']')) out += '\\';
    out += c;
  }
  return out;
}

std::string level_of(Alert alert) { return awaits_decision(alert) ? "warning" : "error"; }

Json rule_json(Alert alert) {
  const Rule& rule = rule_of(alert);
  return {{"id", to_string(alert)},
          {"name", rule.name},
          {"shortDescription", {{"text", rule.title}}},
          {"fullDescription", {{"text", rule.detail}}},
          {"help", {{"text", rule.help}, {"markdown", rule.help}}},
          {"defaultConfiguration", {{"level", level_of(alert)}}}};
}

Json driver_json(const std::string& version) {
  Json rules = Json::array();
  for (const Alert alert : kAlertNames.values()) rules.push_back(rule_json(alert));
  return {{"name", "Assay"}, {"version", version}, {"semanticVersion", version}, {"rules", rules}};
}

/// ": target aten.tanh.default -> aten.relu.default and 2 more causes".
std::string causes_text(const std::vector<NamedCause>& causes) {
  if (causes.empty()) return "";
  const std::string more =
      causes.size() > 1 ? fmt::format(" and {}", counted(causes.size() - 1, "more cause")) : "";
  return fmt::format(": {}{}", causes.front().what, more);
}

std::string message_of(const PairResult& result, Alert alert) {
  const std::string reason = why_line(result);
  const std::string next = result.next.empty() ? check_command(result.pair) : result.next.text();
  return plain(fmt::format("{}: {}{}", to_string(result.pair), reason.empty() ? rule_of(alert).title : reason,
                           causes_text(result.causes))) +
         "\n" + plain("next: " + next);
}

Json location_json(const PairResult& result, const CasePlaces& places) {
  Json location = Json::object();
  const auto place = places.find(result.pair.case_id);
  const std::string uri = place == places.end() ? "" : uri_below(place->second.file);
  if (!uri.empty())
    location["physicalLocation"] = {{"artifactLocation", {{"uri", uri}, {"uriBaseId", kRoot}}},
                                    {"region", {{"startLine", std::max(1, place->second.line)}}}};
  location["logicalLocations"] = Json::array({Json{{"fullyQualifiedName", plain(to_string(result.pair))}}});
  return location;
}

/// GitHub distinguishes alerts by primaryLocationLineHash. Its default is a hash of the line, which all pairs
/// of a case share.
Json fingerprints_json(const PairResult& result, Alert alert) {
  const std::string digest = sha256_hex(fmt::format("{} {}", to_string(result.pair), to_string(alert)));
  return {{"primaryLocationLineHash", digest.substr(0, 16) + ":1"}, {"assayPairAndAlert/v1", digest}};
}

Json properties_json(const PairResult& result) {
  Json causes = Json::array();
  for (const NamedCause& cause : result.causes) causes.push_back(plain(cause.id));
  return {{"case", plain(result.pair.case_id)},
          {"method", to_string(result.pair.method)},
          {"device", to_string(result.pair.device)},
          {"outcome", to_string(result.outcome)},
          {"stage", to_string(result.stage)},
          {"verdict", to_string(result.verdict)},
          {"torch", plain(result.torch)},
          {"causes", causes}};
}

Json result_json(const PairResult& result, Alert alert, const CasePlaces& places) {
  return {{"ruleId", to_string(alert)},
          {"ruleIndex", static_cast<int>(alert)},
          {"level", level_of(alert)},
          {"message", {{"text", message_of(result, alert)}}},
          {"locations", Json::array({location_json(result, places)})},
          {"partialFingerprints", fingerprints_json(result, alert)},
          {"properties", properties_json(result)}};
}

/// "2.15.0" from "2.15.0+cu132": alerts of a version are equal for every wheel.
std::string without_local_part(const std::string& version) { return version.substr(0, version.find('+')); }

}  // namespace

void write_sarif(const std::vector<PairResult>& results, const SarifContext& context, std::ostream& out) {
  Json found = Json::array();
  for (const PairResult& result : results)
    if (const std::optional<Alert> alert = alert_of(result))
      found.push_back(result_json(result, *alert, context.places));
  Json run = Json::object();
  run["tool"]["driver"] = driver_json(context.version);
  if (!context.torch.empty())
    run["automationDetails"]["id"] = plain(fmt::format("assay/torch-{}/", without_local_part(context.torch)));
  run["originalUriBaseIds"][kRoot]["description"]["text"] =
      "The repository around the project, else the project.";
  run["results"] = std::move(found);
  const Json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                 {"version", "2.1.0"},
                 {"runs", Json::array({std::move(run)})}};
  out << log.dump(1) << "\n";
}

}  // namespace assay
