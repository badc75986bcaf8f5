// The library of seeded defects: named wrong programs made out of right ones, as mutation testing makes them.
//
// Each defect is something that goes wrong in captures, compilers or version bumps, with the kind of
// difference it must be reported as (design section 9) and the nodes it was seeded at. It leaves a file that
// validate() accepts: what a reader refuses needs no comparison. A drawn defect may leave an equal graph
// (swapping the two of `x*x`); the caller asks isomorphism.h and draws again. Linked by tests only.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "harness/testing/defects/random.h"
#include "harness/testing/defects/specimen.h"
#include "harness/words/enumerators.h"

namespace assay::defects {

/// The kinds of design section 9, named as reports name them.
enum class DefectKind : std::uint8_t {
  kMissing,
  kExtra,
  kTarget,
  kRewired,
  kConstant,
  kShape,
  kDType,
  kStride,
  kDevice,
  kOrder,
  kAlias,
  kRole,
};
inline constexpr auto kDefectKindNames =
    enumerators<DefectKind>({"missing", "extra", "target", "rewired", "constant", "shape", "dtype", "stride",
                             "device", "order", "alias", "role"});
inline std::string_view to_string(DefectKind kind) { return kDefectKindNames[kind]; }
inline constexpr std::size_t kDefectKinds = kDefectKindNames.values().size();

/// A report that names any one of these names the seeded place: two for a pair that changed places.
using Sites = std::vector<Site>;

struct Defect {
  DefectKind kind;
  std::string_view name;   ///< "swap_two_draws"
  std::string_view story;  ///< what it stands for, in one line
  /// Nothing, and the specimen untouched, when it has no place for this defect.
  std::optional<Sites> (*seed)(Specimen&, Random&);
  /// Makes a place for it in the untouched graph, as part of both programs; null where graphs have places
  /// enough.
  void (*plant)(Specimen&, Random&) = nullptr;
};

std::span<const Defect> node_set_defects();  ///< missing, extra
std::span<const Defect> wiring_defects();    ///< rewired
std::span<const Defect> operator_defects();  ///< target, constant, role
std::span<const Defect> tensor_defects();    ///< shape, dtype, stride, device, alias
std::span<const Defect> order_defects();     ///< order

/// The defect `lose_an_operator` at a place of the caller's choice; false where the node is not fit for it.
bool lose_operator_at(Specimen& specimen, Spot spot);

/// All of the above.
std::vector<Defect> all_defects();

}  // namespace assay::defects
