// Numbers in messages, with nouns and units.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

constexpr const char* kNotMeasured = "not measured";

/// "1,234,567".
std::string count_text(std::uint64_t number);
/// "1 graph", "2,000 graphs", "0 graphs".
std::string counted(std::uint64_t number, std::string_view noun);
/// "99.9 %", rounded down: only all is 100 %. "-" without a share.
std::string percent_text(std::optional<double> share);
/// "1.5x", "12x". "not measured" without a ratio.
std::string ratio_text(std::optional<double> ratio);
/// "812 us", "12.3 ms", "4.20 s".
std::string duration_text(double seconds);
/// "35 MB", in units of 1024, with at most three digits.
std::string bytes_text(double bytes);

}  // namespace assay
