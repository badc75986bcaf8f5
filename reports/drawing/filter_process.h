// run_filter: runs a program that turns an input text into an output text.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct FilterLimits {
  std::chrono::milliseconds time;
  std::size_t bytes;  ///< most bytes of output
};

struct Filtered {
  enum class End : std::uint8_t { kDone, kAbsent, kTooSlow, kTooLarge, kFailed };
  End end = End::kDone;
  std::string output;
  std::string complaint;  ///< the beginning of its stderr, or the reason it did not start
};

/// Runs `arguments` without a shell; the program comes first and is searched in PATH. A program that reaches
/// a limit is killed. Never throws: failures are in `end`.
Filtered run_filter(std::vector<std::string> arguments, std::string_view input, const FilterLimits& limits);

}  // namespace assay
