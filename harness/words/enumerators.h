// Enumerators: the names of an enumeration's values, in order. A list of another length does not compile.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace assay {

namespace detail {

/// Compilers print a value without an enumerator as a cast: "(assay::Device)2".
template <auto kValue>
consteval bool has_enumerator() {
  std::string_view spelled = __PRETTY_FUNCTION__;
  spelled.remove_suffix(1);
  return spelled[spelled.find_last_not_of("0123456789")] != ')';
}

}  // namespace detail

/// Whether `Enum` has exactly `kCount` values. They must count up from 0.
template <typename Enum, std::size_t kCount>
inline constexpr bool is_complete = detail::has_enumerator<static_cast<Enum>(kCount - 1)>() &&
                                    !detail::has_enumerator<static_cast<Enum>(kCount)>();

template <typename Enum, std::size_t kCount>
class Enumerators {
 public:
  consteval explicit Enumerators(const std::string_view (&names)[kCount]) : names_(std::to_array(names)) {
    static_assert(is_complete<Enum, kCount>, "a name for each enumerator, and no more");
  }

  constexpr std::string_view operator[](Enum value) const {
    return names_.at(static_cast<std::size_t>(value));
  }
  /// Empty for an unknown name.
  constexpr std::optional<Enum> find(std::string_view name) const {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<Enum>(found - names_.begin());
  }
  constexpr const std::array<std::string_view, kCount>& names() const { return names_; }
  constexpr std::array<Enum, kCount> values() const {
    std::array<Enum, kCount> values{};
    for (std::size_t i = 0; i < kCount; ++i) values[i] = static_cast<Enum>(i);
    return values;
  }

 private:
  std::array<std::string_view, kCount> names_;
};

/// Example: `constexpr auto kDevices = enumerators<Device>({"cpu", "cuda"});`
template <typename Enum, std::size_t kCount>
consteval Enumerators<Enum, kCount> enumerators(const std::string_view (&names)[kCount]) {
  return Enumerators<Enum, kCount>(names);
}

}  // namespace assay
