// SharedCauses: why pairs end as they do, written once for a folder of case files and named by their
// expectations.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/strict_json/json_source.h"
#include "harness/zoo/case.h"

namespace assay {

/// What is written once: everything of an expectation but where it holds, which is each entry's own.
struct SharedCause {
  Outcome outcome = Outcome::kCaptured;
  std::string reason;
  std::string exception;
  std::string message;
  bool operator==(const SharedCause&) const = default;
};

/// Reads the keys "outcome", "reason", "exception" and "message" of an object; others are its caller's.
SharedCause read_cause(const JsonPlace& entry);

/// The causes that the case files of one folder share: `causes.json` beside them,
/// {"assay_causes": 1, "causes": {NAME: {outcome, reason, exception?, message?}, ..}}.
class SharedCauses {
 public:
  SharedCauses() = default;
  /// Of the folder of `case_file`; none without the file. Two causes that say the same are an InputError.
  static SharedCauses beside(const std::filesystem::path& case_file);

  /// The cause that `name` names; another name is an InputError with the nearest.
  const SharedCause& named(const JsonPlace& name) const;
  /// An entry that says in full what a cause says is an InputError: it would be written twice.
  void require_unnamed(const SharedCause& said, const JsonPlace& entry) const;
  /// A cause that no expectation of `cases`, all that there are, names is an InputError.
  void require_used(const std::vector<Case>& cases) const;

 private:
  void add(const std::string& name, const JsonPlace& place);

  struct Written {
    std::string name;
    SharedCause cause;
    JsonPlace place;
  };
  std::filesystem::path file_;
  std::vector<Written> causes_;
};

/// Is it a file of causes, which holds no case?
bool is_causes_file(const std::filesystem::path& file);

}  // namespace assay
