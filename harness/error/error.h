// Error, the base of all errors that library code throws.
#pragma once

#include <stdexcept>
#include <string>

#include "harness/error/command.h"

namespace assay {

/// An error and the next command to type. Only `main` turns errors into an exit status. The message leaves
/// out empty parts.
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

/// "WHERE: WHAT\n  expected: ..\n  found: ..\n  next: ..", without the lines of empty parts.
std::string to_message(const ErrorParts& parts);

/// Bad input (exit 2): a file, a name, a flag.
class InputError : public Error {
 public:
  using Error::Error;
};

/// The harness cannot work (exit 3): no worker, disk full.
class HarnessError : public Error {
 public:
  using Error::Error;
};

}  // namespace assay
