// Compare: what eager gave against what a replay gave, value by value.
#pragma once

#include <cstdint>
#include <string>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/dtype.h"

namespace assay::replay {

/// How close two values are. `bitwise`: every bit, any NaN being any NaN, 0.0 and -0.0 different. `close`:
/// within the tolerances of torch.testing.assert_close for the element type (integers and bools: exactly),
/// NaN being NaN; what differs in type, shape, element type or kind of device is never close. Strides are
/// not compared.
struct Closeness {
  bool bitwise = true;
  bool close = true;
  double absolute = 0, relative = 0;  ///< largest over the finite elements
  std::string message;  ///< unless bitwise: "2 of 6 elements differ, most at [0, 1]: eager 1.5, replay 2"
};

/// Tensors by their elements (side_by_side/likeness.h has what these are, and what is raised).
Closeness compare(const at::Tensor& eager, const at::Tensor& replay);
/// Whatever is no tensor is compared by value: containers and objects by what they hold, where their class
/// has an equality of its own by that.
Closeness compare(const c10::IValue& eager, const c10::IValue& replay);

/// "float32[2, 3]: 1, 2.5, .. " from the element `first` on, bounded to some 8 elements.
std::string show(const c10::IValue& value, std::int64_t first = 0);
/// The first element (in contiguous order) in which two tensors of one shape differ in bits; 0 when none.
std::int64_t first_difference(const at::Tensor& eager, const at::Tensor& replay);

}  // namespace assay::replay
