// torch_private: the private names of PyTorch that C++ looks up in Python. No other C++ file in `capture`
// spells them.
#pragma once

#include <array>
#include <string_view>

#include "capture/imported.h"

namespace assay::torch_private {

/// A row of capture/torch_private.py, by its name there.
struct Row {
  const char* called;
};

inline constexpr Row kCustomOperators{"custom_operators"};
inline constexpr Row kDispatchKeySet{"DispatchKeySet"};
inline constexpr Row kDynamoReset{"dynamo_reset"};
inline constexpr Row kDynamoUtils{"dynamo_utils"};
inline constexpr Row kFakeTensor{"FakeTensor"};
inline constexpr Row kHigherOrderOperator{"HigherOrderOperator"};
inline constexpr Row kHigherOrderOps{"higher_order_ops"};
inline constexpr Row kNumpyArray{"numpy_array"};
inline constexpr Row kOperatorBase{"OperatorBase"};
inline constexpr Row kOpOverload{"OpOverload"};
inline constexpr Row kOpOverloadPacket{"OpOverloadPacket"};
inline constexpr Row kQualifiedName{"get_qualified_name"};
inline constexpr Row kRegisterHook{"register_hook"};
inline constexpr Row kSchemasForOperator{"jit_get_schemas_for_operator"};
inline constexpr Row kSideEffectfulFunctions{"side_effectful_functions"};
inline constexpr Row kTraceRules{"trace_rules"};
inline constexpr Row kTreeLeaves{"tree_leaves"};
inline constexpr Row kWrappedFunctions{"wrapped_functions"};

// Attributes, which also have a row there.
inline constexpr const char* kBase = "_base";
inline constexpr const char* kBuffers = "_buffers";
inline constexpr const char* kCallImpl = "_call_impl";
inline constexpr const char* kInitFunction = "_init_fn";
inline constexpr const char* kModules = "_modules";
inline constexpr const char* kParameters = "_parameters";
inline constexpr const char* kQualifiedOpName = "_qualified_op_name";
inline constexpr const char* kSchema = "_schema";

/// Prefixes of the attributes that captures leave on any module. Programs in ci/findings show each without
/// Assay: mark_of_compile.py and constants_of_trace.py.
inline constexpr std::array kLeftOnModules{"_is_torch_compile", "_tensor_constant"};

/// The object of PyTorch, kept for the life of the process. Throws Python's Unsupported if PyTorch lacks it.
inline pybind11::handle found(Row row) { return imported("assay_python.torch_private", row.called); }

/// The module of the built-in functions.
inline constexpr const char* kBinding = "torch._C";

/// A function of `module` that a graph may name. Refused if PyTorch lacks it.
struct InGraphs {
  std::string_view module, name;
};

inline constexpr std::array<InGraphs, 18> kInGraphs = {{
    {"torch.nn.attention", "_sdpa_kernel"},
    {"torch.nn.attention", "_backend_from_string"},
    {"torch._C", "_SDPAParams"},
    {"torch._C._autograd", "_get_data_attr"},
    {"torch._C._autograd", "_saved_tensors_hooks_disable"},
    {"torch._C._autograd", "_saved_tensors_hooks_enable"},
    {"torch._C._functorch", "_grad_decrement_nesting"},
    {"torch._C._functorch", "_grad_increment_nesting"},
    {"torch._C._functorch", "_jvp_decrement_nesting"},
    {"torch._C._functorch", "_jvp_increment_nesting"},
    {"torch._C._functorch", "pop_dynamic_layer_stack"},
    {"torch._C._functorch", "push_dynamic_layer_stack"},
    {"torch._C._functorch", "set_inplace_requires_grad_allowed"},
    {"torch.amp.autocast_mode", "_enter_autocast"},
    {"torch.amp.autocast_mode", "_exit_autocast"},
    {"torch._dynamo.create_parameter_op", "tracable_create_parameter"},
    {"torch._dynamo.external_utils", "untyped_storage_size"},
    {"torch._refs", "tensor"},  // torch.tensor of a number known only at run time
}};

/// A graph may name it, for the attributes listed in capture/walker/numpy_wrapper.h.
inline constexpr InGraphs kNumpyAttribute{"torch._dynamo.utils", "numpy_attr_wrapper"};
/// Prefix of the names of all functions that call NumPy.
inline constexpr std::string_view kNumpyPrefix = "torch._dynamo.utils.";

/// Whether `dotted` is the full name of `one`.
inline bool is_named(std::string_view dotted, const InGraphs& one) {
  return dotted.size() == one.module.size() + 1 + one.name.size() && dotted.starts_with(one.module) &&
         dotted[one.module.size()] == '.' && dotted.ends_with(one.name);
}

/// Modules below torch._C that have only built-in functions, each a kernel of ATen under its Python name.
inline constexpr std::array<const char*, 7> kKernels = {
    "_VariableFunctions", "_nn", "_linalg", "_special", "_fft", "_sparse", "_nested"};

/// A setting of torch._C that a replay restores. Skipped if PyTorch lacks it.
struct Setting {
  const char *get, *set;
};

inline constexpr std::array<Setting, 8> kSettings = {{
    {"_get_float32_matmul_precision", "_set_float32_matmul_precision"},
    {"_get_flash_sdp_enabled", "_set_sdp_use_flash"},
    {"_get_mem_efficient_sdp_enabled", "_set_sdp_use_mem_efficient"},
    {"_get_math_sdp_enabled", "_set_sdp_use_math"},
    {"_get_cudnn_sdp_enabled", "_set_sdp_use_cudnn"},
    {"_get_overrideable_sdp_enabled", "_set_sdp_use_overrideable"},
    {"_get_math_sdp_allow_fp16_bf16_reduction", "_set_math_sdp_allow_fp16_bf16_reduction"},
    {"_get_sdp_priority_order", "_set_sdp_priority_order"},
}};

}  // namespace assay::torch_private
