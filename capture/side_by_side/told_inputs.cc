// Inputs for a native recorder, by role and name.
#include "capture/side_by_side/told_inputs.h"

#include <set>

#include "capture/execute/py_values.h"
#include "capture/walker/tensor_reader.h"

namespace assay::replay {

void tell_inputs(const Side& side, native::NativeRecorder& recorder) {
  std::set<const void*> told;
  for (const Held& held : side.held()) {
    if (TensorReader::is_tensor(held.value) && told.insert(held.value.ptr()).second)
      recorder.input(std::string(to_string(held.role)), held.name, {}, held.value);
  }
}

void tell_inputs(const Graph& graph, const std::vector<c10::IValue>& inputs,
                 native::NativeRecorder& recorder) {
  std::size_t position = 0;
  for (const Node& node : graph.nodes) {
    if (node.kind != NodeKind::kInput) continue;
    const c10::IValue& input = inputs[position++];
    if (node.role == Role::kSaved || node.role == Role::kConstant || !input.isTensor()) continue;
    recorder.input(std::string(to_string(node.role)), node.name.str(), {}, to_python(input));
  }
}

}  // namespace assay::replay
