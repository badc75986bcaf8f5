// Names of observables and compared values.
#include "harness/zoo/observation.h"

#include "harness/words/enumerators.h"

namespace assay {
namespace {

constexpr auto kSubjectKinds =
    enumerators<ComparedValue::Kind>({"result", "gradient", "parameter", "buffer", "input"});
constexpr auto kObservables = enumerators<Observable>(
    {"value", "type", "alias", "requires_grad", "absent", "metadata", "raised", "guard"});

}  // namespace

std::string_view to_string(ComparedValue::Kind kind) { return kSubjectKinds[kind]; }
std::string_view to_string(Observable observable) { return kObservables[observable]; }
std::optional<ComparedValue::Kind> subject_kind_from_string(std::string_view name) {
  return kSubjectKinds.find(name);
}
std::optional<Observable> observable_from_string(std::string_view name) { return kObservables.find(name); }

}  // namespace assay
