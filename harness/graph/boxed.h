// Boxed: an optional value behind a pointer.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace assay {

/// For values that few of many objects have, such as the bytes of a constant among a million nodes. Used like
/// std::optional. A copy copies the value.
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
