// The published schema agrees with the reader. (No JSON Schema validator is linked: ci may check files with a
// validator.)
#include <fstream>
#include <set>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/graph/graph.h"
#include "harness/graph/json.h"

namespace assay {
namespace {

nlohmann::json schema() {
  std::ifstream file(std::string(ASSAY_SOURCE_DIR) + "/harness/graph/graph_file.schema.json");
  return nlohmann::json::parse(file);
}

std::string schema_message(const std::string& text) {
  try {
    read_graph_file(text, "g.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// The keys that a message lists after "expected: one of: ".
std::set<std::string> listed_keys(const std::string& message) {
  const std::string start = "one of: ";
  std::set<std::string> keys;
  std::stringstream list(message.substr(message.find(start) + start.size()));
  for (std::string key; std::getline(list, key, ',');) keys.insert(key.substr(key.find_first_not_of(' ')));
  return keys;
}

std::set<std::string> keys_of(const nlohmann::json& properties) {
  std::set<std::string> keys;
  for (const auto& [key, ignored] : properties.items()) keys.insert(key);
  return keys;
}

}  // namespace

TEST_CASE("the schema lists every dtype, layout, memory format and role in order") {
  const nlohmann::json defs = schema().at("$defs");
  nlohmann::json dtypes, layouts, formats, roles;
  for (int i = 0; i <= static_cast<int>(DType::kUInt7); ++i)
    dtypes.push_back(to_string(static_cast<DType>(i)));
  for (int i = 0; i <= static_cast<int>(Layout::kJagged); ++i)
    layouts.push_back(to_string(static_cast<Layout>(i)));
  for (int i = 0; i <= static_cast<int>(MemoryFormat::kChannelsLast3d); ++i)
    formats.push_back(to_string(static_cast<MemoryFormat>(i)));
  for (int i = 0; i <= static_cast<int>(Role::kOpaque); ++i) roles.push_back(to_string(static_cast<Role>(i)));
  CHECK(defs.at("dtype").at("enum") == dtypes);
  CHECK(defs.at("layout").at("enum") == layouts);
  CHECK(defs.at("memory_format").at("enum") == formats);
  CHECK(defs.at("input").at("properties").at("role").at("enum") == roles);
}

TEST_CASE("the schema has the keys that the reader knows, no more and no fewer") {
  const nlohmann::json root = schema(), defs = root.at("$defs");
  CHECK(keys_of(root.at("properties")) == listed_keys(schema_message(R"({"?": 1})")));
  CHECK(keys_of(defs.at("graph").at("properties")) ==
        listed_keys(schema_message(R"({"graphs": [{"?": 1}]})")));
  std::set<std::string> node_keys;
  for (const char* kind : {"input", "op", "output_node"})
    node_keys.merge(keys_of(defs.at(kind).at("properties")));
  CHECK(node_keys == listed_keys(schema_message(R"({"graphs": [{"name": "g", "nodes": [{"?": 1}]}]})")));
}

TEST_CASE("the schema has the kinds of values that the reader knows") {
  std::set<std::string> kinds{"f"};  // a definition of its own
  const nlohmann::json root = schema();
  for (const nlohmann::json& one : root.at("$defs").at("value").at("oneOf"))
    if (one.contains("properties")) kinds.merge(keys_of(one.at("properties")));
  CHECK(
      kinds ==
      listed_keys(schema_message(
          R"({"graphs": [{"name": "g", "nodes": [{"id": 0, "kind": "op", "target": "f", "args": {"x": {"?": 1}}, "outputs": []}]}]})")));
}

}  // namespace assay
