// Subject: its texts.
#include "capture/side_by_side/subject.h"

#include <string_view>

namespace assay::replay {

Subject state_of(Role role, const std::string& name, bool midway) {
  using enum Subject::Kind;
  return {role == Role::kParameter ? kParameter : role == Role::kBuffer ? kBuffer : kInput, name, midway};
}

std::string_view word_of(Subject::Kind kind) {
  return kind == Subject::Kind::kGradient ? "gradient of" : assay::to_string(kind);
}

std::string to_string(const Subject& subject) {
  return std::string(word_of(subject.kind)) + " " + subject.name;
}

std::string value_text(const Subject& subject) {
  const bool during = subject.kind == Subject::Kind::kResult || subject.kind == Subject::Kind::kGradient;
  return to_string(subject) + (during ? "" : subject.midway ? " after the forward pass" : " afterwards");
}

}  // namespace assay::replay
