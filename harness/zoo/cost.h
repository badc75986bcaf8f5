// Cost: time and memory of a pair, as the worker measures them and records keep them.
#pragma once

#include <cstdint>
#include <tuple>

#include "harness/strict_json/member.h"

namespace assay {

/// 0: not measured.
struct Cost {
  double eager_seconds = 0;      ///< The second run, on a fresh program.
  double capture_seconds = 0;    ///< The call of PyTorch, without loading.
  double write_seconds = 0;      ///< Walking PyTorch's graphs and writing the file.
  double child_seconds = 0;      ///< From fork to reaped.
  std::uint64_t peak_bytes = 0;  ///< Peak resident memory of the child above its inherited baseline.
  /// Peak anonymous memory that the second eager run, or the call of PyTorch, added.
  std::uint64_t eager_bytes = 0, capture_bytes = 0;
  /// Building the case's programs, imports included. Work shared by pairs of a case counts for the first.
  double load_seconds = 0;
  double first_eager_seconds = 0;  ///< The first run, which warms libraries up.
  double tally_seconds = 0;        ///< Recording the operators of eager and of the replayed graph.
  double pair_seconds = 0;         ///< From request to ending as `assay` sees it, without waiting for a load.
};

/// The measures in messages and records.
template <>
inline constexpr auto kMembers<Cost> = std::tuple{
    Member{"eager_seconds", &Cost::eager_seconds},
    Member{"capture_seconds", &Cost::capture_seconds},
    Member{"write_seconds", &Cost::write_seconds},
    Member{"child_seconds", &Cost::child_seconds},
    Member{"peak_bytes", &Cost::peak_bytes},
    Member{"eager_bytes", &Cost::eager_bytes},
    Member{"capture_bytes", &Cost::capture_bytes},
    Member{"load_seconds", &Cost::load_seconds},
    Member{"first_eager_seconds", &Cost::first_eager_seconds},
    Member{"tally_seconds", &Cost::tally_seconds},
    Member{"pair_seconds", &Cost::pair_seconds},
};

}  // namespace assay
