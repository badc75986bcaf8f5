// results.schema.json against what is written: a validator of the words the schema uses.
#include <algorithm>
#include <fstream>
#include <regex.h>
#include <stdexcept>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/results/results_folder.h"
#include "harness/spec/scratch_folder.h"

namespace assay {
namespace {

using Json = nlohmann::json;

const Json& schema() {
  static const Json parsed =
      Json::parse(std::ifstream(ASSAY_SOURCE_DIR "/harness/results/results.schema.json"));
  return parsed;
}

bool is_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "null") return value.is_null();
  throw std::runtime_error("unknown type " + type);
}

/// POSIX extended: what the schema's patterns need, and std::regex warns under the sanitizers.
bool fits(const std::string& text, const std::string& pattern) {
  regex_t compiled;
  if (regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
    throw std::runtime_error("not a pattern: " + pattern);
  const bool found = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return found;
}

/// One branch per word of JSON Schema that the file uses. The first breach as a path and a word, or nothing.
/// Throws for a word of the schema it does not know.
std::string breach(const Json& value, const Json& rule, const std::string& path = "") {
  for (const auto& [word, said] : rule.items()) {
    const std::string here = path + " " + word;
    if (word == "$ref") {
      const std::string found =
          breach(value, schema().at(Json::json_pointer(said.get<std::string>().substr(1))), path);
      if (!found.empty()) return found;
    } else if (word == "type") {
      const Json types = said.is_array() ? said : Json::array({said});
      if (std::none_of(types.begin(), types.end(), [&](const Json& type) { return is_type(value, type); }))
        return here;
    } else if (word == "const") {
      if (value != said) return here;
    } else if (word == "enum") {
      if (std::find(said.begin(), said.end(), value) == said.end()) return here;
    } else if (word == "minimum") {
      if (value.get<double>() < said.get<double>()) return here;
    } else if (word == "pattern") {
      if (!fits(value.get<std::string>(), said.get<std::string>())) return here;
    } else if (word == "required" && value.is_object()) {
      for (const auto& key : said)
        if (!value.contains(key)) return here + " " + key.get<std::string>();
    } else if (word == "additionalProperties" && value.is_object()) {
      for (const auto& [key, item] : value.items())
        if (!rule.at("properties").contains(key)) return here + " " + key;
    } else if (word == "properties" && value.is_object()) {
      for (const auto& [key, item] : value.items()) {
        const std::string found = said.contains(key) ? breach(item, said.at(key), path + "." + key) : "";
        if (!found.empty()) return found;
      }
    } else if (word == "items") {
      for (const Json& item : value) {
        if (const std::string found = breach(item, said, path + "[]"); !found.empty()) return found;
      }
    } else if (!value.is_object() &&
               (word == "required" || word == "additionalProperties" || word == "properties")) {
      continue;  // said of objects only
    } else if (word != "$schema" && word != "title" && word != "description" && word != "$defs") {
      throw std::runtime_error("the schema uses a word this test does not know: " + word);
    }
  }
  return "";
}

Json written() {
  const ScratchFolder scratch;
  ResultsFolder folder(scratch / "r", OpenFor::kFresh);
  PairResult record;
  record.pair = {"seed/mlp", MethodId::kAot, Device::kCuda};
  record.tiers = {"default"};
  record.node_agreement = SetCount{1, 2, 3, 4};
  record.cost = {0.5, 0.25, 0.125, 1, 7};
  folder.append(record);
  record.pair.case_id = "b";
  record.node_agreement.reset();
  folder.append(record);
  folder.finish();
  return Json::parse(scratch.read("r/results.json"));
}

TEST_CASE("results.json keeps the schema beside the reader") { CHECK(breach(written(), schema()).empty()); }

TEST_CASE("the schema names every outcome, stage and verdict, and no other") {
  const auto listed = [](const char* key, const Json& rule, auto last) {
    Json names = Json::array();
    for (int i = 0; i <= static_cast<int>(last); ++i)
      names.push_back(std::string(to_string(static_cast<decltype(last)>(i))));
    INFO(key);
    CHECK(rule == names);
  };
  const Json& properties = schema()["$defs"]["record"]["properties"];
  listed("outcome", properties["outcome"]["enum"], Outcome::kSkipped);
  listed("stage", properties["stage"]["enum"], Stage::kCompare);
  listed("verdict", properties["verdict"]["enum"], Verdict::kSkipped);
  listed("totals", schema()["properties"]["totals"]["required"], Verdict::kSkipped);
}

TEST_CASE("a document that breaks the schema is found out") {
  const auto broken = [](const char* pointer, const Json& value) {
    Json document = written();
    document[Json::json_pointer(pointer)] = value;
    return breach(document, schema());
  };
  CHECK(broken("/assay_results", 2) == ".assay_results const");
  CHECK(broken("/pairs/1/verdict", "fine") == ".pairs[].verdict enum");
  CHECK(broken("/pairs/0/case", "../x/") == ".pairs[].case pattern");
  CHECK(broken("/pairs/0/nodes", -1) == ".pairs[].nodes minimum");
  CHECK(broken("/pairs/0/edge_agreement", "none") == ".pairs[].edge_agreement type");
  CHECK(broken("/pairs/0/cost/peak_bytes", 0.5) == ".pairs[].cost.peak_bytes type");
  CHECK(broken("/pairs/0/extra", 1) == ".pairs[] additionalProperties extra");
  Json document = written();
  document["pairs"][0].erase("next");
  CHECK(breach(document, schema()) == ".pairs[] required next");
}

}  // namespace
}  // namespace assay
