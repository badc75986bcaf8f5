// JSON of a pair, the same in all files of Assay.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/results/pair_result.h"
#include "harness/zoo/named.h"

namespace assay {

template <>
inline constexpr auto kMembers<PairId> = std::tuple{
    Member{"case", &PairId::case_id}, Member{"method", &PairId::method}, Member{"device", &PairId::device}};

/// {"case": "seed/mlp", "method": "make_fx", "device": "cpu"}
nlohmann::ordered_json pair_json(const PairId& pair);

}  // namespace assay
