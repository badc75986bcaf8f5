// Compare: eager's values with a replay's, one by one.
#pragma once

#include <cstdint>
#include <string>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/dtype.h"

namespace assay::replay {

/// How close two values are. `bitwise`: all bits are equal, except that any NaN equals any NaN; 0.0 and -0.0
/// differ. `close`: within the tolerances of torch.testing.assert_close for the element type (integers and
/// bools: exact); NaN equals NaN. Values of different type, shape, element type or kind of device are never
/// close. Strides are not compared.
struct Closeness {
  bool bitwise = true;
  bool close = true;
  double absolute = 0, relative = 0;  ///< maximum over the finite elements
  std::string message;  ///< unless bitwise: "2 of 6 elements differ, most at [0, 1]: eager 1.5, replay 2"
};

/// Compares tensors by their elements (see side_by_side/likeness.h for these and for exceptions).
Closeness compare(const at::Tensor& eager, const at::Tensor& replay);
/// Compares values of any kind: tensors as above, floats with the tolerances of float64, other values by
/// `alike` (side_by_side/likeness.h).
Closeness compare(const c10::IValue& eager, const c10::IValue& replay);

/// "float32[2, 3]: 1, 2.5, .. " from the element `first` on, limited to about 8 elements.
std::string show(const c10::IValue& value, std::int64_t first = 0);
/// The first element (in contiguous order) whose bits differ in two tensors of equal shape; 0 if none.
std::int64_t first_difference(const at::Tensor& eager, const at::Tensor& replay);

}  // namespace assay::replay
