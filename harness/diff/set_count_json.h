// SetCount as JSON, in the form of all files of Assay.
#pragma once

#include <utility>

#include <nlohmann/json.hpp>

#include "harness/diff/diff.h"

namespace assay {

inline constexpr std::pair<const char*, std::size_t SetCount::*> kSetCountKeys[] = {
    {"matched", &SetCount::matched},
    {"missing", &SetCount::missing},
    {"extra", &SetCount::extra},
    {"changed", &SetCount::changed},
};

inline nlohmann::ordered_json as_json(const SetCount& count) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [key, member] : kSetCountKeys) json[key] = count.*member;
  return json;
}

}  // namespace assay
