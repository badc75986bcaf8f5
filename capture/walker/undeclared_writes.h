// Undeclared writes: operators that write arguments without a mark in their schemas.
#pragma once

#include <string_view>
#include <vector>

namespace assay {

/// Running statistics: the arguments `written`, if the argument `flag` is true.
struct UndeclaredWrites {
  std::string_view op, flag;
  std::vector<std::string_view> written;
};
const std::vector<UndeclaredWrites>& undeclared_writes();

}  // namespace assay
