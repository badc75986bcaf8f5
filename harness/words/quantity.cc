// counted: English plurals that take an s.
#include "harness/words/quantity.h"

namespace assay {

std::string counted(std::uint64_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

}  // namespace assay
