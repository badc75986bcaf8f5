// The library of seeded defects: the list.
#include "harness/testing/defects/defect.h"

namespace assay::defects {

std::vector<Defect> all_defects() {
  std::vector<Defect> all;
  for (auto family :
       {node_set_defects(), wiring_defects(), operator_defects(), tensor_defects(), order_defects()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

}  // namespace assay::defects
