// Subject: the value that a comparison of eager and replay is about.
#pragma once

#include <string>
#include <string_view>

#include <ATen/core/ivalue.h>

#include "harness/graph/graph.h"
#include "harness/zoo/observation.h"

namespace assay::replay {

using Subject = ComparedValue;

/// A value of both sides.
struct Pairing {
  Subject subject;
  c10::IValue eager, replay;
};

/// The subject for an input of `role` (parameter, buffer, user) after the run, or midway.
Subject state_of(Role role, const std::string& name, bool midway = false);

std::string_view word_of(Subject::Kind kind);   ///< "result", "gradient of", "buffer"
std::string to_string(const Subject& subject);  ///< "result 0", "gradient of 0.weight", "input x"
/// Includes the time of the value: "result 0", "buffer 1.running_mean afterwards", ".. after the forward
/// pass".
std::string value_text(const Subject& subject);

}  // namespace assay::replay
