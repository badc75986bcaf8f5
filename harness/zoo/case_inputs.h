// The parts of a case file that describe tensors: `inputs`, `dynamic`, `replay`.
#pragma once

#include "harness/strict_json/json_source.h"

namespace assay {

/// `inputs` with defaults: a REF, a list, or an object of keywords. InputError if docs/case_files.md is
/// violated.
OrderedJson expand_inputs(const JsonPlace& inputs);

/// `dynamic`: input names ("0", "1", .. or keywords) mapped to their dynamic dimensions. Neither is checked
/// if the inputs are a REF.
OrderedJson expand_dynamic(const JsonPlace& dynamic, const OrderedJson& inputs);

/// `replay` with defaults. "inputs": further inputs as REFs. "alias": groups of inputs that are the same
/// tensor. "flip_training": also runs eval for train, or the reverse. "policy": acceptable differences.
OrderedJson expand_replay(const JsonPlace& replay, const OrderedJson& inputs);

/// The REF as written. InputError for any other text.
std::string read_ref(const JsonPlace& place);

}  // namespace assay
