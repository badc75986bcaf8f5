// Quantities: rounding, separators and units.
#include "harness/words/quantity.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace assay {

std::string count_text(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", count_text(number), noun, number == 1 ? "" : "s");
}

std::string percent_text(std::optional<double> share) {
  if (!share) return "-";
  // The addend keeps 0.999, which no double equals, from becoming 99.8.
  return *share >= 1 ? "100 %" : fmt::format("{:.1f} %", std::floor(*share * 1000 + 1e-9) / 10);
}

std::string ratio_text(std::optional<double> ratio) {
  if (!ratio) return kNotMeasured;
  return *ratio < 10 ? fmt::format("{:.1f}x", *ratio) : fmt::format("{:.0f}x", *ratio);
}

std::string duration_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} us", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.1f} ms", seconds * 1e3) : fmt::format("{:.2f} s", seconds);
}

std::string bytes_text(double bytes) {
  static constexpr std::array<const char*, 5> kUnits = {"B", "KB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  while (bytes >= 1000 && unit + 1 < kUnits.size()) {
    bytes /= 1024;
    ++unit;
  }
  return bytes < 10 && unit > 0 ? fmt::format("{:.1f} {}", bytes, kUnits[unit])
                                : fmt::format("{:.0f} {}", bytes, kUnits[unit]);
}

}  // namespace assay
