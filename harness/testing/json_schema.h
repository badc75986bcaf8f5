// For tests: validates the part of JSON Schema that our schemas use.
#pragma once

#include <algorithm>
#include <regex.h>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace assay {

namespace detail {

inline bool is_type(const nlohmann::json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "null") return value.is_null();
  throw std::runtime_error("unknown type " + type);
}

/// POSIX extended syntax suffices for our schemas. std::regex gives warnings under the sanitizers.
inline bool fits(const std::string& text, const std::string& pattern) {
  regex_t compiled;
  if (regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
    throw std::runtime_error("not a pattern: " + pattern);
  const bool found = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return found;
}

}  // namespace detail

/// The first violation as a path and a keyword (".pairs[].nodes minimum"), or empty. A branch per keyword.
/// Throws for an unknown keyword. `whole`: the document that `$ref` points into.
inline std::string schema_breach(const nlohmann::json& value, const nlohmann::json& rule,
                                 const nlohmann::json& whole, const std::string& path) {
  for (const auto& [word, said] : rule.items()) {
    const std::string here = path + " " + word;
    if (word == "$ref") {
      const std::string found = schema_breach(
          value, whole.at(nlohmann::json::json_pointer(said.get<std::string>().substr(1))), whole, path);
      if (!found.empty()) return found;
    } else if (word == "type") {
      const nlohmann::json types = said.is_array() ? said : nlohmann::json::array({said});
      if (std::ranges::none_of(types,
                               [&](const nlohmann::json& type) { return detail::is_type(value, type); }))
        return here;
    } else if (word == "oneOf") {
      const auto fits = [&](const nlohmann::json& form) {
        return schema_breach(value, form, whole, path).empty();
      };
      if (std::ranges::count_if(said, fits) != 1) return here;
    } else if (word == "const") {
      if (value != said) return here;
    } else if (word == "enum") {
      if (std::ranges::find(said, value) == said.end()) return here;
    } else if (word == "minItems") {
      if (value.size() < said.get<std::size_t>()) return here;
    } else if (word == "minimum") {
      if (value.get<double>() < said.get<double>()) return here;
    } else if (word == "pattern") {
      if (!detail::fits(value.get<std::string>(), said.get<std::string>())) return here;
    } else if (word == "required" && value.is_object()) {
      for (const auto& key : said)
        if (!value.contains(key)) return here + " " + key.get<std::string>();
    } else if (word == "additionalProperties" && value.is_object()) {
      for (const auto& [key, item] : value.items()) {
        if (rule.contains("properties") && rule.at("properties").contains(key)) continue;
        if (said == false) return here + " " + key;
        const std::string found = schema_breach(item, said, whole, path + "." + key);
        if (!found.empty()) return found;
      }
    } else if (word == "properties" && value.is_object()) {
      for (const auto& [key, item] : value.items()) {
        const std::string found =
            said.contains(key) ? schema_breach(item, said.at(key), whole, path + "." + key) : "";
        if (!found.empty()) return found;
      }
    } else if (word == "items" && value.is_array()) {
      for (const nlohmann::json& item : value) {
        if (const std::string found = schema_breach(item, said, whole, path + "[]"); !found.empty())
          return found;
      }
    } else if (!value.is_object() &&
               (word == "required" || word == "additionalProperties" || word == "properties")) {
      continue;  // said of objects only
    } else if (word == "items") {
      continue;  // said of arrays only
    } else if (word != "$schema" && word != "title" && word != "description" && word != "$defs") {
      throw std::runtime_error("the schema uses a word this test does not know: " + word);
    }
  }
  return "";
}

inline std::string schema_breach(const nlohmann::json& value, const nlohmann::json& schema) {
  return schema_breach(value, schema, schema, "");
}

}  // namespace assay
