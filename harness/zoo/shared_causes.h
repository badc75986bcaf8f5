// SharedCauses: reasons for outcomes, shared by the case files of a folder and named in their expectations.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/strict_json/json_source.h"
#include "harness/zoo/case.h"

namespace assay {

/// The shared part of an expectation. Device and torch versions belong to each entry.
struct SharedCause {
  Outcome outcome = Outcome::kCaptured;
  std::string reason;
  std::string exception;
  std::string message;
  bool operator==(const SharedCause&) const = default;
};

/// Reads the keys "outcome", "reason", "exception" and "message" of an object. The caller checks others.
SharedCause read_cause(const JsonPlace& entry);

/// Causes shared by the case files of a folder, from `causes.json` beside them: {"assay_causes": 1,
/// "causes": {NAME: {outcome, reason, exception?, message?}, ..}}.
class SharedCauses {
 public:
  SharedCauses() = default;
  /// The causes of the folder of `case_file`, none without `causes.json`. InputError for two equal causes.
  static SharedCauses beside(const std::filesystem::path& case_file);

  /// The cause called `name`. InputError with the nearest name if it is unknown.
  const SharedCause& named(const JsonPlace& name) const;
  /// InputError if an entry repeats a cause in full.
  void require_unnamed(const SharedCause& said, const JsonPlace& entry) const;
  /// InputError for a cause that no expectation names. `cases` must be all cases.
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

/// Whether it is a file of causes, which has no cases.
bool is_causes_file(const std::filesystem::path& file);

}  // namespace assay
