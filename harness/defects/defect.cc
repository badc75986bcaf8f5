// The library of seeded defects: the list.
#include "harness/defects/defect.h"

#include <array>

namespace assay::defects {

std::string_view to_string(DefectKind kind) {
  static constexpr std::array<std::string_view, kDefectKinds> names{"missing",  "extra", "target", "rewired",
                                                                    "constant", "shape", "dtype",  "stride",
                                                                    "device",   "order", "alias",  "role"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<Defect> all_defects() {
  std::vector<Defect> all;
  for (auto family :
       {node_set_defects(), wiring_defects(), operator_defects(), tensor_defects(), order_defects()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

}  // namespace assay::defects
