// The header's plain texts by their keys, shared by both written forms.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "harness/graph/graph.h"

namespace assay {

inline constexpr std::array<std::pair<std::string_view, std::string Header::*>, 9> kHeaderTexts{{
    {"case", &Header::case_id},
    {"method", &Header::method},
    {"device", &Header::device},
    {"phantom", &Header::phantom},
    {"torch", &Header::torch},
    {"python", &Header::python},
    {"case_file", &Header::case_file},
    {"case_sha256", &Header::case_sha256},
    {"lowered_from", &Header::lowered_from},
}};

}  // namespace assay
