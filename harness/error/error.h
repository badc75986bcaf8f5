// The one error type of library code.
#pragma once

#include <stdexcept>
#include <string>

#include "harness/error/command.h"

namespace assay {

/// What went wrong, told so that a reader knows what to type next. Library code throws it; only `main` turns
/// it into an exit status. Empty parts are left out of the message.
///
///   what     "unknown key 'shpae'"
///   where    "models/seed/mlp.json:3: inputs[0]"
///   expected "one of: dtype, shape, ..."
///   found    "shpae"
///   next     assay list cases
struct ErrorParts {
  std::string what = {};
  std::string where = {};
  std::string expected = {};
  std::string found = {};
  ShellLine next = {};
};

class Error : public std::runtime_error {
 public:
  explicit Error(ErrorParts parts);
  const ErrorParts& parts() const { return parts_; }

 private:
  ErrorParts parts_;
};

/// "WHERE: WHAT\n  expected: ..\n  found: ..\n  next: .."; lines whose part is empty are absent.
std::string to_message(const ErrorParts& parts);

/// The input is bad (exit 2): a file, a name, a flag.
class InputError : public Error {
 public:
  using Error::Error;
};

/// The harness cannot do its work (exit 3): no worker, disk full.
class HarnessError : public Error {
 public:
  using Error::Error;
};

}  // namespace assay
