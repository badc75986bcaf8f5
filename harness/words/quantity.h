// Numbers with their nouns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

/// "1 graph", "2 graphs", "0 graphs".
std::string counted(std::uint64_t number, std::string_view noun);

}  // namespace assay
