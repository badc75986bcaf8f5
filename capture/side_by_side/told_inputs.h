// Inputs of a run, for a native recorder, before it records.
#pragma once

#include <vector>

#include "capture/native/native_recorder.h"
#include "capture/side_by_side/side.h"
#include "harness/graph/graph.h"

namespace assay::replay {

/// The side's tensors, once each. A tied weight, or an argument that holds an input, has several names.
void tell_inputs(const Side& side, native::NativeRecorder& recorder);

/// The graph's inputs. Omits values from earlier graphs, which the recorder has seen.
void tell_inputs(const Graph& graph, const std::vector<c10::IValue>& inputs,
                 native::NativeRecorder& recorder);

}  // namespace assay::replay
