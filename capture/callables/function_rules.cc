// FunctionRules: the tables, reviewed for PyTorch 2.15.0. Functions that only other versions list have no
// rule and are refused.
#include "capture/callables/function_rules.h"

#include <algorithm>
#include <array>
#include <vector>

namespace assay::callables {

namespace {

// Names below `space`. A trailing `*` makes a prefix.
struct Rules {
  Refusal refusal;
  std::string_view space;
  std::vector<std::string_view> names;
};

const std::vector<Rules>& rules_of_functions() {
  using enum Refusal;
  static const std::vector<Rules> all = {
      // Kernels of ATen under their Python names, and Python functions written with them.
      {kNothing, "torch._C._nn.", {"*"}},
      {kNothing, "torch._C._linalg.", {"*"}},
      {kNothing, "torch._C._special.", {"*"}},
      {kNothing, "torch._C._fft.", {"*"}},
      {kNothing, "torch._C._sparse.", {"*"}},
      {kNothing, "torch._C._nested.", {"*"}},
      {kNothing, "torch.", {"functional.*", "nn.functional.*", "masked._ops.*", "signal.windows.windows.*"}},
      {kNothing, "torch.", {"_linalg_utils.*", "_lowrank.*", "nested.*", "nn.grad.*", "nn._reduction.*"}},
      {kNothing, "torch.", {"nn.modules.utils.*", "sparse.*", "Tensor#split", "Tensor.split", "Size"}},
      {kNothing, "torch.", {"nn.Parameter", "nn.Buffer", "nn.parameter.*", "nn.factory_kwargs"}},
      {kNothing, "torch.nn.utils.stateless.", {"_groupby_tensor"}},
      {kNothing, "torch._utils.", {"_flatten_dense_tensors", "_unflatten_dense_tensors", "is_compiling"}},
      {kNothing, "torch.amp.grad_scaler.", {"_refresh_per_optimizer_state"}},
      {kNothing, "torch.cuda.amp.autocast_mode.", {"_cast"}},
      {kNothing,
       "torch._higher_order_ops.",
       {"map._stack_pytree", "map._unstack_pytree", "utils._stack_pytree"}},
      {kNothing, "torch._higher_order_ops.", {"utils._unstack_pytree", "out_dtype.elementwise_dtypes"}},
      {kNothing, "torch._higher_order_ops.", {"out_dtype.is_int_mm"}},
      {kNothing, "torch._prims_common.", {"elementwise_dtypes", "is_expandable_to"}},
      {kNothing, "torch._dynamo.create_parameter_op.", {"tracable_create_parameter"}},
      {kNothing, "torch._dynamo.utils.", {"numpy_attr_wrapper", "numpy_method_wrapper.*"}},
      {kNothing, "torch._dynamo.utils.", {"numpy_operator_wrapper.*", "numpy_to_tensor_wrapper.*"}},
      {kNothing, "torch._refs.", {"tensor"}},
      {kNothing, "math.", {"*"}},
      {kNothing, "cmath.", {"*"}},
      // They inspect their arguments or the process, or inform a tracer.
      {kNothing,
       "torch.",
       {"_assert", "_check*", "_is_functional_tensor", "_linalg_eigvals",
        "are_deterministic_algorithms_enabled", "compiled_with_cxx11_abi", "get_default_device",
        "get_default_dtype", "get_deterministic_debug_mode", "get_float32_matmul_precision", "is_*", "sym_*",
        "get_autocast_*", "get_num_*", "_jit_internal.is_scripting", "_shape_as_tensor", "_sym_sqrt"}},
      {kNothing,
       "torch._C.",
       {"_are_functorch_transforms_active",
        "_can_use_*",
        "_check_sparse_tensor_invariants",
        "_conv_determine_backend_memory_format",
        "_current_autograd_node",
        "_current_graph_task_*",
        "_cxx_flags",
        "_demangle",
        "_get_autograd_fallback_mode",
        "_get_backcompat_*",
        "_get_blas_preferred_backend",
        "_get_constant_bool_symnode",
        "_get_cpu_capability",
        "_get_cublas_*",
        "_get_cudnn_*",
        "_get_default_device",
        "_get_deterministic_*",
        "_get_flash_sdp_enabled",
        "_get_float32_matmul_precision",
        "_get_linalg_preferred_backend",
        "_get_math_sdp_*",
        "_get_mem_efficient_sdp_enabled",
        "_get_miopen_immediate",
        "_get_mkldnn_enabled",
        "_get_nested_int",
        "_get_nnpack_enabled",
        "_get_overrideable_sdp_enabled",
        "_get_privateuse1_backend_name",
        "_get_qengine",
        "_get_rocm_fa_preferred_backend",
        "_get_sm_carveout_experimental",
        "_get_warnAlways",
        "_group_tensors_by_device_and_dtype",
        "_has_distributed",
        "_has_storage",
        "_has_torch_function*",
        "_infer_size",
        "_is_*",
        "_len_torch_*",
        "_log_api_usage_*",
        "_non_sym_sizes",
        "_overlaps",
        "_parallel_info",
        "_rocm_is_backward_pass",
        "_select_batch_norm_backend",
        "_select_conv_backend",
        "_should_allow_numbers_as_tensors",
        "_show_config",
        "_supported_qengines",
        "_warn*",
        "_will_engine_execute_node",
        "_SDPAParams",
        "get_autocast_*",
        "get_default_dtype",
        "get_num_*",
        "is_*"}},
      {kNothing, "torch._C._cudnn.", {"get*"}},
      {kNothing, "torch._C._cpu.", {"_get_cpu_capability"}},
      {kNothing, "torch._C._autograd.", {"_get_data_attr", "_profiler_enabled"}},
      {kNothing,
       "torch.autograd.",
       {"_calculate_shape", "_is_checkpoint_valid", "_make_grads", "_profiler_enabled",
        "_tensor_or_tensors_to_tuple", "grad", "variable", "graph._get_sid", "graph._get_tid",
        "graph.get_gradient_edge", "forward_ad._maybe_load_decompositions"}},
      {kNothing,
       "torch.backends.",
       {"cpu.get_cpu_capability", "cuda.SDPAParams", "cuda.can_use_*", "cuda.cudnn_sdp_enabled",
        "cuda.flash_sdp_enabled", "cuda.fp16_bf16_reduction_math_sdp_allowed", "cuda.is_*",
        "cuda.math_sdp_enabled", "cuda.mem_efficient_sdp_enabled", "cudnn.is_*", "cudnn.version",
        "mkl.is_available", "mkldnn.is_available", "mps.is_*", "openmp.is_available", "quantized._get_*"}},
      {kNothing, "torch.", {"compiler.is_*", "onnx.is_in_onnx_export", "onnx.operators.shape_as_tensor"}},
      {kNothing,
       "torch.",
       {"overrides.is_tensor_like", "jit.is_scripting", "jit.is_tracing", "jit.annotate"}},
      {kNothing, "torch.", {"jit._trace.is_tracing", "nn.modules.activation._is_make_fx_tracing"}},
      {kNothing, "torch.fx.", {"_symbolic_trace.is_fx_*", "experimental.symbolic_shapes.*"}},
      {kNothing, "torch.__future__.", {"get_overwrite_module_params_on_conversion"}},
      {kNothing, "torch._dynamo.", {"decorators.override_optimization_hint", "external_utils.is_compiling"}},
      {kNothing,
       "torch._dynamo.",
       {"eval_frame._is_in_optimized_module", "external_utils.untyped_storage_size"}},
      {kNothing, "torch.distributed.", {"is_available", "is_initialized", "get_rank", "get_world_size"}},
      {kNothing, "torch.distributed.distributed_c10d.", {"is_initialized", "get_rank", "get_world_size"}},
      {kNothing,
       "torch.accelerator.",
       {"current_accelerator", "current_device_index", "device_count", "is_available", "synchronize"}},
      {kNothing,
       "torch.cuda.",
       {"can_device_access_peer", "current_device", "device_count", "get_arch_list", "get_device_capability",
        "get_device_name", "get_device_properties", "get_gencode_flags", "is_*", "synchronize",
        "_is_compiled", "_utils._get_device_index", "amp.common.amp_definitely_not_available"}},
      {kNothing,
       "torch.xpu.",
       {"current_device", "device_count", "get_arch_list", "get_device_capability", "get_device_name",
        "get_device_properties", "get_gencode_flags", "is_*", "synchronize", "_is_compiled",
        "_utils._get_device_index"}},
      {kNothing,
       "torch.cpu.",
       {"current_device", "device_count", "get_capabilities", "is_available", "synchronize"}},
      {kNothing, "torch.", {"mps.is_available", "mps.synchronize", "mtia.is_available", "mtia.synchronize"}},
      // They draw random numbers (each run seeds its generators) or write their arguments.
      {kNothing, "torch.random.", {"*"}},
      {kNothing, "torch.", {"manual_seed", "seed", "initial_seed"}},
      {kNothing, "torch._C.", {"_increment_version", "_set_conj", "_set_neg"}},
      {kNothing, "torch._C._autograd.", {"_unsafe_set_version_counter"}},
      {kNothing, "torch.autograd.graph.", {"increment_version"}},
      // They change settings that are restored after the run (kept_settings.h).
      {kNothing,
       "torch._C.",
       {"_set_grad_enabled", "_set_fwd_grad_enabled", "_set_multithreading_enabled",
        "_set_view_replay_enabled", "_enter_dual_level", "_exit_dual_level", "_vmapmode_*",
        "_set_default_dtype", "_set_default_tensor_type", "_set_deterministic_algorithms", "_set_sdp_use_*",
        "_set_warnAlways", "_set_float32_matmul_precision", "_set_math_sdp_allow_fp16_bf16_reduction",
        "autocast_*", "clear_autocast_cache", "set_autocast_*"}},
      {kNothing,
       "torch.",
       {"autocast_*", "clear_autocast_cache", "set_autocast_*", "set_default_dtype",
        "set_default_tensor_type", "set_deterministic_debug_mode", "set_float32_matmul_precision",
        "set_warn_always", "use_deterministic_algorithms", "_make_dual", "_unpack_dual"}},
      {kNothing, "torch._C._autograd.", {"_saved_tensors_hooks_disable", "_saved_tensors_hooks_enable"}},
      {kNothing, "torch._C._functorch.", {"*"}},
      {kNothing, "torch._functorch.predispatch.", {"*"}},
      {kNothing, "torch._functorch.", {"pyfunctorch.coerce_cinterpreter", "utils.unwrap_dead_wrappers"}},
      {kNothing,
       "torch._functorch.eager_transforms.",
       {"_any_differentiable", "_autograd_grad", "_is_differentiable", "_set_tensor_requires_grad",
        "assert_flat_tuple_of_tensors"}},
      {kNothing, "torch.amp.autocast_mode.", {"_enter_autocast", "_exit_autocast"}},
      {kNothing, "torch.autograd.grad_mode.", {"_enter_inference_mode", "_exit_inference_mode"}},
      {kNothing, "torch.nn.attention.", {"_sdpa_kernel", "_backend_from_string"}},
      {kNothing,
       "torch.backends.cuda.",
       {"enable_cudnn_sdp", "enable_flash_sdp", "enable_math_sdp", "enable_mem_efficient_sdp",
        "allow_fp16_bf16_reduction_math_sdp"}},

      {kOpensFiles, "torch.", {"from_file", "load", "save", "import_ir_module*"}},
      {kOpensFiles,
       "torch._C.",
       {"_backport_for_mobile*", "_export_*", "_get_file_format", "_get_mobile_*", "_get_model_*",
        "_get_module_info_from_flatbuffer", "_import_ir_module_from_package", "_load_*",
        "_nn_module_to_mobile", "_quantize_ondevice_ptq_dynamic", "_save_*", "import_ir_module*",
        "_enable_mobile_interface_call_export", "_set_should_use_format_with_string_table"}},
      {kOpensFiles, "torch.cuda.memory.", {"_dump_snapshot", "_save_*"}},
      {kRunsCallables,
       "torch.",
       {"__getattr__", "_compile._disable_dynamo", "get_device_module", "quantization.*", "utils.hooks.*"}},
      {kRunsCallables, "torch._C.", {"_disabled_torch_dispatch_impl", "_skip_one_hop_torch_function"}},
      {kRunsCallables,
       "torch._functorch.",
       {"apis.*", "deprecated.*", "eager_transforms.*", "utils.exposed_in"}},
      {kRunsCallables, "torch.", {"func.functionalize", "utils._exposed_in.exposed_in"}},
      {kRunsCallables, "torch._higher_order_ops.", {"map.*", "out_dtype.*", "utils.*"}},
      {kRunsCallables, "torch.amp.autocast_mode.", {"autocast_decorator", "custom_bwd", "custom_fwd"}},
      {kRunsCallables, "torch.cuda.", {"amp.autocast_mode.custom_*", "graphs.make_graphed_callables"}},
      {kRunsCallables,
       "torch.autograd.",
       {"function.*", "functional.*", "graph.allow_mutation_on_saved_tensors"}},
      {kRunsCallables, "torch.autograd.graph.", {"register_multi_grad_hook"}},
      {kRunsCallables, "torch.fx.experimental.", {"const_fold.*", "proxy_tensor.*"}},
      {kRunsCallables, "torch.masked._ops.", {"_apply_docstring_templates", "_generate_docstring"}},
      {kRunsCode, "torch.", {"compile", "_library.*", "library.*", "cuda.jiterator.*", "_utils._dummy_type"}},
      {kRunsCode, "torch.", {"parse_*", "merge_type_from_type_comment", "unify_type_list"}},
      {kRunsCode,
       "torch._C.",
       {"_te.*", "_jit_*", "_jit_tree_views.*", "_compile_*", "_create_*", "_debug_*"}},
      {kRunsCode,
       "torch._C.",
       {"_calculate_package_version_based_on_upgraders",
        "_check_onnx_proto",
        "_dump_upgraders_map",
        "_freeze_module",
        "_fuse_to_static_module",
        "_generate_upgraders_graph",
        "_get_caught_jit_*",
        "_get_custom_class_python_wrapper",
        "_get_graph_executor_optimize",
        "_get_max_operator_version",
        "_get_operation_overload",
        "_get_operator_version_map",
        "_get_schema",
        "_get_upgrader*",
        "_get_version_calculator_flag",
        "_hack_do_not_use_clone_module_with_class",
        "_has_tensorexpr_cpp_tests",
        "_ivalue_*",
        "_last_executed_optimized_graph",
        "_llvm_enabled",
        "_logging_set_logger",
        "_new_symbolic_shape_symbol",
        "_parse_source_def",
        "_propagate_*",
        "_replace_overloaded_method_decl",
        "_resolve_type*",
        "_run_emit_module_hook",
        "_run_tensorexpr_cpp_tests",
        "_set_graph_executor_optimize",
        "merge_type_from_type_comment",
        "parse_*",
        "unify_type_list"}},
      {kReachesMemory, "torch.", {"asarray", "frombuffer", "from_numpy", "from_dlpack", "_from_blob"}},
      {kReachesMemory, "torch._dynamo.utils.", {"numpy_to_tensor_wrapper.from_dlpack"}},
      {kReachesMemory,
       "torch._C.",
       {"_construct_CUDA_Tensor_From_Storage_And_Metadata", "_construct_storage_from_data_pointer",
        "_free_And_Remove_DeleterFn", "_from_dlpack", "_get_cpp_backtrace", "_has_Standard_Deleter",
        "_set_storage_access_error_msg", "_storage_*", "_tensor_impl_raw_handle", "_to_dlpack",
        "_wrap_tensor_impl"}},
      {kReachesDispatcher,
       "torch._C.",
       {"_dispatch_*", "_functionality_to_backend_keys", "_meta_in_tls_dispatch_include",
        "_parse_dispatch_key", "_set_meta_in_tls_dispatch_include", "_to_functionality_key"}},
      {kChangesModes,
       "torch._C.",
       {"_commit_update", "_functionalization_*", "_get_dispatch_mode", "_get_dispatch_stack_at",
        "_get_function_stack_at", "_get_tracing_state", "_get_value_trace", "_pop_torch_*",
        "_push_on_torch_*", "_replace_", "_set_dispatch_mode", "_set_tracing_state", "_set_value_trace",
        "_tracer_*", "_unset_dispatch_mode"}},
      {kChangesModes,
       "torch.",
       {"_disable_functionalization", "_enable_functionalization", "_freeze_functional_tensor",
        "_from_functional_tensor", "_functionalize_*", "_guards.*", "_mirror_autograd_meta_to",
        "_to_functional_tensor", "utils._python_dispatch.*",
        "_functorch.utils.enable_single_level_autograd_function", "_functorch.eager_transforms._maybe_*",
        "_functorch.eager_transforms._unwrap_all_*", "_functorch.eager_transforms._wrap_all_*"}},
      {kChangesProcess,
       "torch._C.",
       {"_add_cached_tensor", "_add_docstr", "_autograd_init", "_initExtension", "_init_names",
        "_register_py_class_for_device", "_remove_cached_tensor", "_rename_privateuse1_backend", "_set_*",
        "_unset_default_mobile_cpu_allocator", "_valgrind_*", "_get_obj_in_tls", "_is_key_in_tls",
        "_stash_obj_in_tls", "_verbose.*"}},
      {kChangesProcess,
       "torch.",
       {"__future__.*", "_C._cpu._init_amx", "_load_global_deps", "_preload_cuda_deps",
        "_register_device_module", "autograd._register_py_tensor_class_for_device", "backends.*",
        "cpu._init_amx", "func.replace_all_batch_norm_modules_", "_functorch.batch_norm_replacement.*",
        "return_types.*", "signal.windows.windows._add_docstr"}},
      {kDrivesDevice, "torch.", {"accelerator.*", "cpu.*", "cuda.*", "mps.*", "mtia.*", "xpu.*", "_cufft_*"}},
      {kDrivesDevice,
       "torch._C.",
       {"_accelerator_*", "_activate_gpu_trace", "_broadcast*", "_cuda_*", "_cudnn_*", "_dynamo.*",
        "_gather*", "_graph_pool_handle", "_itt.*", "_mps_*", "_propagate_xla_data", "_scatter*", "_xpu_*"}},
      {kDrivesDevice, "torch._dynamo.graph_bytecode_inputs.", {"get_external_object_by_index"}},
      {kPickles, "torch.", {"_weights_only_unpickler.*"}},
      {kPickles, "torch._C.", {"_get_tensor_metadata", "_set_tensor_metadata"}},
      {kStartsThreads, "torch.", {"fork", "futures.*", "init_num_threads", "wait"}},
      {kStartsThreads,
       "torch._C.",
       {"_awaitable*", "_collect_all", "_error_if_any_worker_fails", "_multiprocessing_init",
        "_remove_worker_pids", "_set_worker_*", "fork", "init_num_threads", "wait"}},
      {kTalksToOthers, "torch.", {"distributed.*", "cuda.nccl.*", "cuda._memory_viz.*"}},
      {kTalksToOthers,
       "torch._C.",
       {"_c10d_init", "_dist_autograd_init", "_faulty_agent_init", "_nccl_*", "_rpc_init"}},
      {kWritesOutput, "torch.", {"_print", "_C._dump_local_tls_set"}},
      {kEndsProcess, "torch._C.", {"_crash_if_*"}},
      {kTests, "torch.", {"_test_*", "_foobar", "_C._nn._test_*", "_C._test_only_*"}},
  };
  return all;
}

// Operators that call sub-graphs of the file itself are allowed. Operators that call code outside the file
// are refused.
const std::vector<Rules>& rules_of_higher_order_operators() {
  using enum Refusal;
  static const std::vector<Rules> all = {
      {kNothing, "", {"associative_scan", "cond", "map_impl", "scan", "switch"}},
      {kNothing, "", {"while_loop", "while_loop_stack_output", "foreach_map", "hints_wrapper"}},
      {kNothing,
       "",
       {"auto_functionalized", "auto_functionalized_v2", "autograd_function_apply", "register_hook"}},
      {kNothing,
       "",
       {"flex_attention", "flex_attention_backward", "flex_gemm", "invoke_quant", "invoke_quant_packed"}},
      {kNothing, "", {"invoke_subgraph", "out_dtype", "strict_mode", "tag_activation_checkpoint"}},
      {kNothing,
       "",
       {"wrap", "wrap_activation_checkpoint", "wrap_with_autocast", "wrap_with_set_grad_enabled"}},
      {kNothing, "", {"graphsafe_run_with_rng_state", "run_and_save_rng_state", "run_with_rng_state"}},
      {kNothing, "", {"with_effects"}},
      {kRunsCallables, "", {"_export_tracepoint", "call_torchbind", "custom_function_call", "flat_apply"}},
      {kRunsCallables, "", {"dynamo_bypassing_wrapper", "invoke_leaf_function", "trace_wrapped"}},
      {kRunsCode, "", {"aoti_call_delegate", "executorch_call_delegate", "inductor_compiled_code"}},
      {kRunsCode, "", {"inline_asm_elementwise", "run_const_graph", "triton_kernel_wrapper_*"}},
      {kTalksToOthers, "", {"local_map_hop", "run_dtensor_rng_op"}},
      {kWritesOutput, "", {"print"}},
  };
  return all;
}

const std::vector<Rules>& rules_of_methods() {
  using enum Refusal;
  static const std::vector<Rules> all = {
      {kNothing, "", {"*"}},
      {kRunsCallables,
       "",
       {"apply_", "map_", "map2_", "register_hook", "register_post_accumulate_grad_hook"}},
      {kRunsCallables, "", {"module_load", "backward"}},
      {kReachesMemory,
       "",
       {"numpy", "storage", "untyped_storage", "storage_type", "data_ptr", "const_data_ptr", "set_"}},
      {kTalksToOthers, "", {"share_memory_"}},
      {kDrivesDevice, "", {"record_stream"}},
  };
  return all;
}

// How many characters of `name` a pattern fits; nothing if it does not fit. A whole name beats every pattern.
std::optional<std::size_t> fit_of(std::string_view space, std::string_view pattern, std::string_view name) {
  if (!name.starts_with(space)) return {};
  name.remove_prefix(space.size());
  if (!pattern.ends_with('*')) return name == pattern ? std::optional(std::string_view::npos) : std::nullopt;
  pattern.remove_suffix(1);
  return name.starts_with(pattern) ? std::optional(space.size() + pattern.size()) : std::nullopt;
}

std::optional<Refusal> rule_of(const std::vector<Rules>& rules, std::string_view name) {
  std::optional<Refusal> found;
  std::size_t best = 0;
  for (const Rules& one : rules) {
    for (const std::string_view pattern : one.names) {
      const auto fit = fit_of(one.space, pattern, name);
      if (!fit || (found && *fit <= best)) continue;
      found = one.refusal;
      best = *fit;
    }
  }
  return found;
}

}  // namespace

std::string_view to_string(Refusal refusal) {
  using enum Refusal;
  switch (refusal) {
    case kNothing:
      return "nothing";
    case kOpensFiles:
      return "it opens files";
    case kRunsCallables:
      return "it runs callables that the file does not hold, or hands them out";
    case kRunsCode:
      return "it compiles or runs code that is no graph";
    case kReachesMemory:
      return "it reaches memory that is not the program's";
    case kReachesDispatcher:
      return "it reaches the dispatcher past the list of operators";
    case kChangesModes:
      return "it changes the modes that a run is traced or recorded by";
    case kChangesProcess:
      return "it changes the process for longer than the run";
    case kDrivesDevice:
      return "it drives a device: its streams, its memory, its profiler";
    case kPickles:
      return "it pickles";
    case kStartsThreads:
      return "it starts threads or processes, or waits for them";
    case kTalksToOthers:
      return "it talks to other processes or to the network";
    case kWritesOutput:
      return "it writes to the output of the process";
    case kEndsProcess:
      return "it ends the process";
    case kTests:
      return "it is there for PyTorch's own tests";
  }
  return {};
}

std::optional<Refusal> function_rule(std::string_view name) { return rule_of(rules_of_functions(), name); }
std::optional<Refusal> higher_order_rule(std::string_view name) {
  return rule_of(rules_of_higher_order_operators(), name);
}
Refusal method_rule(std::string_view name) {
  return rule_of(rules_of_methods(), name).value_or(Refusal::kNothing);
}

bool is_operator_method(std::string_view name) {
  static constexpr std::array<std::string_view, 52> names = {
      "__add__",     "__and__",       "__bool__",      "__contains__", "__div__",     "__eq__",
      "__float__",   "__floordiv__",  "__ge__",        "__getitem__",  "__gt__",      "__iadd__",
      "__iand__",    "__idiv__",      "__ifloordiv__", "__ilshift__",  "__imod__",    "__imul__",
      "__index__",   "__int__",       "__invert__",    "__ior__",      "__irshift__", "__isub__",
      "__ixor__",    "__le__",        "__len__",       "__lshift__",   "__lt__",      "__matmul__",
      "__mod__",     "__mul__",       "__ne__",        "__or__",       "__radd__",    "__rand__",
      "__rdiv__",    "__rfloordiv__", "__rlshift__",   "__rmatmul__",  "__rmod__",    "__rmul__",
      "__ror__",     "__rpow__",      "__rrshift__",   "__rshift__",   "__rsub__",    "__rxor__",
      "__setitem__", "__sub__",       "__truediv__",   "__xor__"};
  return std::ranges::find(names, name) != names.end();
}

}  // namespace assay::callables
