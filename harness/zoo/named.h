// JSON names of methods, devices, outcomes, stages and verdicts.
#pragma once

#include "harness/strict_json/members.h"
#include "harness/zoo/device.h"
#include "harness/zoo/method.h"
#include "harness/zoo/outcome.h"

namespace assay {

template <>
inline constexpr Named<MethodId> kNamed<MethodId>{"method", method_from_string};
template <>
inline constexpr Named<Device> kNamed<Device>{"device", device_from_string};
template <>
inline constexpr Named<Outcome> kNamed<Outcome>{"outcome", outcome_from_string};
template <>
inline constexpr Named<Stage> kNamed<Stage>{"stage", stage_from_string};
template <>
inline constexpr Named<Verdict> kNamed<Verdict>{"verdict", verdict_from_string};

}  // namespace assay
