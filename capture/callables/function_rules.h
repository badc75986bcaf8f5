// FunctionRules: side effects of the functions that PyTorch lists for graphs. They decide whether a graph
// file, which is untrusted data, may name a function.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::callables {

/// Why a graph file may not name a function. kNothing: it may. Random draws are allowed, because each run
/// seeds its generators. So are changes that kept_settings.h undoes after the run (grad and inference mode,
/// autocast, functorch's levels, default dtype, ..).
enum class Refusal : std::uint8_t {
  kNothing,
  kOpensFiles,
  kRunsCallables,
  kRunsCode,
  kReachesMemory,
  kReachesDispatcher,
  kChangesModes,
  kChangesProcess,
  kDrivesDevice,
  kPickles,
  kStartsThreads,
  kTalksToOthers,
  kWritesOutput,
  kEndsProcess,
  kTests,
};

std::string_view to_string(Refusal refusal);  ///< "it opens files"

/// By the name that torch.overrides or Dynamo's tables list, or by the qualified name. The longest pattern
/// that fits decides. Nothing: not reviewed.
std::optional<Refusal> function_rule(std::string_view name);
/// For a higher-order operator, such as "cond". Nothing: no rule names it.
std::optional<Refusal> higher_order_rule(std::string_view name);
/// For a tensor method that torch.overrides lists.
Refusal method_rule(std::string_view name);
/// Whether a method is a Python operator: "__add__". Other names with underscores are never allowed.
bool is_operator_method(std::string_view name);

}  // namespace assay::callables
