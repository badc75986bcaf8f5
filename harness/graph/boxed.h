// Boxed: an optional value that takes a pointer's room where it stands.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace assay {

/// For what few of many have, such as the bytes of a constant among a million nodes. Copies copy the value;
/// otherwise it is used as a std::optional is.
template <typename T>
class Boxed {
 public:
  Boxed() = default;
  Boxed(T value) : held_(std::make_unique<T>(std::move(value))) {}
  Boxed(std::optional<T> value) : held_(value ? std::make_unique<T>(std::move(*value)) : nullptr) {}
  Boxed(const Boxed& other) : held_(other.held_ ? std::make_unique<T>(*other.held_) : nullptr) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(Boxed other) noexcept {
    held_ = std::move(other.held_);
    return *this;
  }
  ~Boxed() = default;

  bool has_value() const { return held_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  T& operator*() { return *held_; }
  const T& operator*() const { return *held_; }
  T* operator->() { return held_.get(); }
  const T* operator->() const { return held_.get(); }
  void reset() { held_.reset(); }

  friend bool operator==(const Boxed& left, const Boxed& right) {
    return left.held_ && right.held_ ? *left == *right : left.has_value() == right.has_value();
  }

 private:
  std::unique_ptr<T> held_;
};

}  // namespace assay
