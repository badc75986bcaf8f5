// CaseField: the reference of a field of case files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct CaseField {
  std::string name, default_value, type, example, meaning;
  std::string section;  ///< of the page: further text about the field, in Markdown; empty for most
};

/// The fields of a case, as a page like docs/case_files.md has them in its table "field | default | type |
/// example | meaning", and its sections.
std::vector<CaseField> case_fields(std::string_view page);

/// "expect: expected failures\n  default: {}\n  type: object\n  example: ..\n", then its section.
std::string to_text(const CaseField& field);

}  // namespace assay
