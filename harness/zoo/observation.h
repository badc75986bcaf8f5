// Observation: a single difference between a run of the replay and eager.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// A value compared between eager and a replay.
struct ComparedValue {
  enum class Kind : std::uint8_t { kResult, kGradient, kParameter, kBuffer, kInput };
  Kind kind = Kind::kResult;
  std::string name;     ///< Name of the result or input. For a gradient: name of its tensor.
  bool midway = false;  ///< A state between the forward pass and the backward pass.
  friend auto operator<=>(const ComparedValue&, const ComparedValue&) = default;
};

enum class Observable : std::uint8_t {
  kValue,         ///< Other elements.
  kType,          ///< Another shape or element type, or not a tensor.
  kAlias,         ///< A write to the subject changes `with` on one side only, or at other elements.
  kRequiresGrad,  ///< Requires a gradient on one side only.
  kAbsent,        ///< Exists on one side only.
  kMetadata,      ///< An output of a node contradicts the file. The Departure has the place.
  kRaised,        ///< One side raises, the other returns values.
  kGuard,         ///< The inputs of the capture violate its own guard.
};

struct Observation {
  Observable observable = Observable::kValue;
  std::optional<ComparedValue> subject = {};  ///< None for kMetadata, kRaised and kGuard.
  std::optional<ComparedValue> with = {};     ///< Of kAlias only.
  friend bool operator==(const Observation&, const Observation&) = default;
};

std::string_view to_string(ComparedValue::Kind), to_string(Observable);
std::optional<ComparedValue::Kind> subject_kind_from_string(std::string_view);
std::optional<Observable> observable_from_string(std::string_view);

}  // namespace assay
