// The parts of a case file that describe tensors: `inputs`, `dynamic`, `replay`.
#pragma once

#include "harness/strict_json/json_source.h"

namespace assay {

/// `inputs` with every entry's defaults: a REF, a list, or an object of keywords. InputError for what breaks
/// design section 3.
OrderedJson expand_inputs(const JsonPlace& inputs);

/// `dynamic`: names of `inputs` ("0", "1", .. or keywords) to dimensions they have. Names cannot be checked
/// where the inputs are a REF.
OrderedJson expand_dynamic(const JsonPlace& dynamic, const OrderedJson& inputs);

/// `replay`: further inputs as REFs, groups of inputs that are one tensor, and whether the model is also run
/// in the other mode (train for eval, or the reverse), and the policies under which differences are none.
OrderedJson expand_replay(const JsonPlace& replay, const OrderedJson& inputs);

/// A REF, as written.
std::string read_ref(const JsonPlace& place);

}  // namespace assay
