// The place in PyTorch where a failure was raised.
#pragma once

#include <string>
#include <string_view>

namespace assay::operators {

/// Of a traceback as the worker writes it, the innermost frame in PyTorch's own Python:
/// "torch/_subclasses/fake_tensor.py:1234 in dispatch". Empty where there is none: the failure is of the
/// model's or of an operator's own code.
std::string raised_at(std::string_view traceback);

}  // namespace assay::operators
