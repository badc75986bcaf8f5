// Levels by name.
#include "harness/diff/policy.h"

namespace assay {

std::string_view to_string(Level level) {
  switch (level) {
    case Level::kStructure:
      return "structure";
    case Level::kShapes:
      return "shapes";
    case Level::kExact:
      return "exact";
  }
  return "exact";
}

std::optional<Level> level_from_string(std::string_view text) {
  for (Level level : {Level::kStructure, Level::kShapes, Level::kExact}) {
    if (text == to_string(level)) return level;
  }
  return std::nullopt;
}

}  // namespace assay
