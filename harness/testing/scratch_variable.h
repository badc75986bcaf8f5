// ScratchVariable: sets or unsets an environment variable for a test.
#pragma once

#include <optional>
#include <stdlib.h>
#include <string>

namespace assay {

/// nullopt unsets the variable. The destructor restores it.
class ScratchVariable {
 public:
  ScratchVariable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* before = getenv(name)) before_ = before;
    put(value);
  }
  ~ScratchVariable() { put(before_); }
  ScratchVariable(const ScratchVariable&) = delete;
  ScratchVariable& operator=(const ScratchVariable&) = delete;

 private:
  void put(const std::optional<std::string>& value) const {
    value ? setenv(name_, value->c_str(), 1) : unsetenv(name_);
  }
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace assay
