// Shard: `--shard I/N`, the part of the cases that one of N machines runs.
#pragma once

#include <string_view>

namespace assay {

struct Shard {
  int index = 1;  ///< 1 .. count
  int count = 1;
};

/// "2/4". Anything else is an InputError.
Shard shard_from_string(std::string_view text);

/// By a hash of the id alone: a case stays on its shard when others are added, and all its pairs (a family's
/// imports) stay together.
bool in_shard(const Shard& shard, std::string_view case_id);

}  // namespace assay
