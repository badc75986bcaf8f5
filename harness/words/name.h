// Name: an interned, immutable string.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace assay {

/// Equal text means equal address: equality and hashing use only the address. The table is thread-safe and
/// lives as long as the process. The default Name is empty. Order is by text: output must never depend on
/// addresses.
class Name {
 public:
  Name();
  explicit Name(std::string_view text);

  const std::string& str() const { return *text_; }
  std::string_view view() const { return *text_; }
  bool empty() const { return text_->empty(); }
  std::size_t hash() const { return std::hash<const void*>{}(text_); }
  /// A number unique to this name in this process.
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(text_); }

  friend bool operator==(Name left, Name right) { return left.text_ == right.text_; }
  friend auto operator<=>(Name left, Name right) { return *left.text_ <=> *right.text_; }

 private:
  const std::string* text_;
};

}  // namespace assay

template <>
struct std::hash<assay::Name> {
  std::size_t operator()(assay::Name name) const { return name.hash(); }
};
