// The vocabularies of a pair by name, for JSON.
#pragma once

#include "harness/spec/device.h"
#include "harness/spec/method.h"
#include "harness/spec/outcome.h"
#include "harness/strict_json/members.h"

namespace assay {

template <>
struct Named<MethodId> {
  static constexpr std::string_view kWhat = "method";
  static constexpr auto from_string = method_from_string;
};
template <>
struct Named<Device> {
  static constexpr std::string_view kWhat = "device";
  static constexpr auto from_string = device_from_string;
};
template <>
struct Named<Outcome> {
  static constexpr std::string_view kWhat = "outcome";
  static constexpr auto from_string = outcome_from_string;
};
template <>
struct Named<Stage> {
  static constexpr std::string_view kWhat = "stage";
  static constexpr auto from_string = stage_from_string;
};
template <>
struct Named<Verdict> {
  static constexpr std::string_view kWhat = "verdict";
  static constexpr auto from_string = verdict_from_string;
};

}  // namespace assay
