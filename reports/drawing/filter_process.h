// run_filter: a program that is handed a text and gives one back.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct FilterLimits {
  std::chrono::milliseconds time;
  std::size_t bytes;  ///< of what it may write
};

struct Filtered {
  enum class End : std::uint8_t { kDone, kAbsent, kTooSlow, kTooLarge, kFailed };
  End end = End::kDone;
  std::string output;
  std::string complaint;  ///< the beginning of its stderr, or why it could not be started
};

/// Runs `arguments`, the program first, which is looked for in PATH, without a shell. At a limit it is
/// killed. No failure throws.
Filtered run_filter(std::vector<std::string> arguments, std::string_view input, const FilterLimits& limits);

}  // namespace assay
