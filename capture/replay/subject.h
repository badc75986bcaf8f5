// Subject: what a comparison of eager and replay is about.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/graph/graph.h"

namespace assay::replay {

struct Subject {
  enum class Kind : std::uint8_t { kResult, kGradient, kParameter, kBuffer, kInput };
  Kind kind = Kind::kResult;
  std::string name;     ///< of the result or input, or of that whose gradient it is
  bool midway = false;  ///< of a state: between the forward pass and the backward pass
  friend auto operator<=>(const Subject&, const Subject&) = default;
};

/// What an input of `role` (parameter, buffer, user) is after the run, or midway.
Subject state_of(Role role, const std::string& name, bool midway = false);

std::string_view word_of(Subject::Kind kind);   ///< "result", "gradient of", "buffer"
std::string to_string(const Subject& subject);  ///< "result 0", "gradient of 0.weight", "input x"
/// With when its value was taken: "result 0", "buffer 1.running_mean afterwards", ".. after the forward
/// pass".
std::string value_text(const Subject& subject);

}  // namespace assay::replay
