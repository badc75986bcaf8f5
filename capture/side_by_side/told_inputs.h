// Told inputs: what a native recorder knows of a run before it sees it.
#pragma once

#include <vector>

#include "capture/native/native_recorder.h"
#include "capture/side_by_side/side.h"
#include "harness/graph/graph.h"

namespace assay::replay {

/// The side's tensors, once each: a tied weight and an argument that holds an input have several names.
void tell_inputs(const Side& side, native::NativeRecorder& recorder);

/// The graph's inputs. What a later graph gets out of an earlier one the recorder has seen made.
void tell_inputs(const Graph& graph, const std::vector<c10::IValue>& inputs,
                 native::NativeRecorder& recorder);

}  // namespace assay::replay
