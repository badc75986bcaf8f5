// Name: an interned, immutable string.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace assay {

/// Equal text means equal address, so comparing and hashing cost one word. The table lives as long as the
/// process and may be used from several threads. The default Name is empty. Ordering is by text, never by
/// address: nothing that is printed or written may depend on addresses.
class Name {
 public:
  Name();
  explicit Name(std::string_view text);

  const std::string& str() const { return *text_; }
  std::string_view view() const { return *text_; }
  bool empty() const { return text_->empty(); }
  std::size_t hash() const { return std::hash<const void*>{}(text_); }
  /// A number that no other name of this process has.
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
