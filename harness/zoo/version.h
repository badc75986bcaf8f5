// Version and VersionRange, as expectations and goldens write them.
#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

/// MAJOR.MINOR.PATCH. Local parts ("+cu130") are dropped and "2.16.0.dev20261101" counts as 2.16.0.
struct Version {
  std::array<int, 3> parts{};
  friend auto operator<=>(const Version&, const Version&) = default;
};
/// Later than every release.
inline constexpr Version kLaterThanAny{{9999, 0, 0}};
/// Parses MAJOR.MINOR[.PATCH], then "rc1", ".dev20261101" or ".post1", then "+LOCAL". Else nothing.
std::optional<Version> version_from_string(std::string_view text);
std::string to_string(const Version& version);  // "2.15.0"

/// ">=2.11,<2.14": all comparisons must hold. Operators: >= > <= < ==. An empty range includes every version.
class VersionRange {
 public:
  /// Nothing for the empty text, or if a term is not an operator and a version.
  static std::optional<VersionRange> parse(std::string_view text);
  bool holds(const Version& version) const;
  const std::string& text() const { return text_; }

 private:
  enum class Op { kGe, kGt, kLe, kLt, kEq };
  std::string text_;
  std::vector<std::pair<Op, Version>> terms_;
};

}  // namespace assay
