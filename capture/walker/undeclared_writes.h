// What operators write although their schemas do not say so.
#pragma once

#include <string_view>
#include <vector>

namespace assay {

/// Running statistics: the arguments `written`, where the argument `flag` is true.
struct UndeclaredWrites {
  std::string_view op, flag;
  std::vector<std::string_view> written;
};
const std::vector<UndeclaredWrites>& undeclared_writes();

}  // namespace assay
