// FunctionRules: what the functions that PyTorch lists for graphs do beside computing, and so whether a graph
// file, which is untrusted data, may name them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::callables {

/// Why a graph file may not name something; kNothing: it may. What a function leaves behind in the process
/// (grad and inference mode, autocast, functorch's levels, default dtype, ..) is no reason where
/// kept_settings.h puts it back after the run; nor are draws, since every run seeds its generators.
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

/// By the name under which torch.overrides or Dynamo's tables list a function, or by its qualified name; the
/// longest pattern that fits decides. Nothing: nobody has looked through it.
std::optional<Refusal> function_rule(std::string_view name);
/// Of a higher-order operator, "cond"; of one that no rule names: nothing.
std::optional<Refusal> higher_order_rule(std::string_view name);
/// Of a tensor method that torch.overrides lists.
Refusal method_rule(std::string_view name);
/// Whether a method is one of Python's operators: "__add__". Other names with underscores are never open.
bool is_operator_method(std::string_view name);

}  // namespace assay::callables
