// The library of seeded defects: named wrong programs made from correct programs, as in mutation testing.
//
// Each defect is a typical error of captures, compilers or version updates. It has the kind of difference
// that must be reported (docs/judging.md#graphs) and its seeded nodes. The resulting file passes validate(),
// since invalid files need no comparison. A drawn defect may leave an equal graph (swapping the operands of
// `x*x`). The caller checks with isomorphism.h and draws again. Linked by tests only.
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

/// The kinds of docs/judging.md#graphs, with their names in reports.
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

/// A report that names any of these names the seeded place. Two sites for a swapped pair.
using Sites = std::vector<Site>;

struct Defect {
  DefectKind kind;
  std::string_view name;   ///< "swap_two_draws"
  std::string_view story;  ///< its meaning in one line
  /// Nothing, with the specimen unchanged, if it has no place for this defect.
  std::optional<Sites> (*seed)(Specimen&, Random&);
  /// Adds a place for the defect to the unchanged graph, in both programs. Null if graphs have enough places.
  void (*plant)(Specimen&, Random&) = nullptr;
};

std::span<const Defect> node_set_defects();  ///< missing, extra
std::span<const Defect> wiring_defects();    ///< rewired
std::span<const Defect> operator_defects();  ///< target, constant, role
std::span<const Defect> tensor_defects();    ///< shape, dtype, stride, device, alias
std::span<const Defect> order_defects();     ///< order

/// The defect `lose_an_operator` at a given place. False if the node is unsuitable.
bool lose_operator_at(Specimen& specimen, Spot spot);

/// All families above.
std::vector<Defect> all_defects();

}  // namespace assay::defects
