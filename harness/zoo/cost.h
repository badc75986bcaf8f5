// Cost: what capturing one pair took, as the worker measures it and records keep it.
#pragma once

#include <cstdint>
#include <tuple>

#include "harness/strict_json/member.h"

namespace assay {

/// 0 for what was not measured.
struct Cost {
  double eager_seconds = 0;      ///< median of the runs
  double capture_seconds = 0;    ///< asking PyTorch, without loading
  double write_seconds = 0;      ///< walking and writing
  double child_seconds = 0;      ///< fork to reaped
  std::uint64_t peak_bytes = 0;  ///< the child's peak resident memory above the inherited baseline
  /// The most anonymous memory that a run of eager, or asking PyTorch, added to what was there before it.
  std::uint64_t eager_bytes = 0, capture_bytes = 0;
  /// Making the case's programs, imports included. What pairs of a case share is in the first one's figure.
  double load_seconds = 0;
  double first_eager_seconds = 0;  ///< the run of eager before the one that eager_seconds is of
  double tally_seconds = 0;        ///< recording what eager and the replayed graph run
  double pair_seconds =
      0;  ///< from the request to its ending, as `assay` sees it; without waiting for a load
};

/// The one list of measures: the wire and the records have these.
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
