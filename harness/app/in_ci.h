// refuse_in_ci: goldens are accepted by people.
#pragma once

#include <string>

namespace assay {

/// Throws InputError where the environment has CI set: no command changes goldens there. `where` is the
/// command.
void refuse_in_ci(const std::string& where);

}  // namespace assay
