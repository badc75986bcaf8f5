// Observation: one thing by which a run shows that it departs from eager.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// A value that eager and a replay are compared by.
struct ComparedValue {
  enum class Kind : std::uint8_t { kResult, kGradient, kParameter, kBuffer, kInput };
  Kind kind = Kind::kResult;
  std::string name;     ///< of the result or input, or of that whose gradient it is
  bool midway = false;  ///< of a state: between the forward pass and the backward pass
  friend auto operator<=>(const ComparedValue&, const ComparedValue&) = default;
};

enum class Observable : std::uint8_t {
  kValue,         ///< the subject has other elements
  kType,          ///< the subject has another shape or element type, or is no tensor
  kAlias,         ///< a write to the subject changes `with` on one side alone, or at other elements
  kRequiresGrad,  ///< the subject requires a gradient on one side alone
  kAbsent,        ///< only one side has the subject
  kMetadata,      ///< an output of a node is not what the file says of it; the departure says which
  kRaised,        ///< one side raises, the other gives values
  kGuard,         ///< the inputs of the capture break its own guard
};

struct Observation {
  Observable observable = Observable::kValue;
  std::optional<ComparedValue> subject = {};  ///< none of kMetadata, kRaised and kGuard
  std::optional<ComparedValue> with = {};     ///< of kAlias alone
  friend bool operator==(const Observation&, const Observation&) = default;
};

std::string_view to_string(ComparedValue::Kind), to_string(Observable);
std::optional<ComparedValue::Kind> subject_kind_from_string(std::string_view);
std::optional<Observable> observable_from_string(std::string_view);

}  // namespace assay
