// The table of capture methods (docs/methods.md).
#include "harness/zoo/method.h"

#include <algorithm>
#include <array>

namespace assay {
namespace {

using enum Need;
using enum Trait;

constexpr std::string_view kNeedsValues = "real tracing needs values; the phantom has none";
constexpr std::string_view kAssaysMode = "the TorchDispatchMode is Assay's, and so is what writes the graph";
constexpr std::string_view kAssaysRecorder = "the recorder in the dispatcher is Assay's; PyTorch has none";

std::span<const Method> table() {
  static const auto kMethods = std::to_array<Method>({
      {.id = MethodId::kSymbolicTrace,
       .name = "symbolic_trace",
       .summary = "torch.fx.symbolic_trace with ShapeProp: Python-level calls, states by name",
       .expressed = {kShapes, kMutation, kAliasing, kNames},
       .graphs = {"forward"},
       .traits = {kAboveAutograd, kRunsModel, kTakesNumbers}},
      {.id = MethodId::kMakeFx,
       .name = "make_fx",
       .summary = "make_fx of functional_call, fake tracing",
       .expressed = {kShapes, kMutation, kAliasing, kNames},
       .graphs = {"forward"}},
      {.id = MethodId::kMakeFxReal,
       .name = "make_fx_real",
       .summary = "make_fx of functional_call, real tracing",
       .expressed = {kShapes, kMutation, kAliasing, kNames},
       .graphs = {"forward"},
       .traits = {kRunsModel},
       .phantom_reason = kNeedsValues},
      {.id = MethodId::kMakeFxSymbolic,
       .name = "make_fx_symbolic",
       .summary = "make_fx of functional_call, symbolic tracing",
       .expressed = {kShapes, kMutation, kAliasing, kDynamic, kNames},
       .graphs = {"forward"}},
      {.id = MethodId::kMakeFxPlain,
       .name = "make_fx_plain",
       .summary = "make_fx of the model itself, default tracing; states named by identity",
       .expressed = {kShapes, kMutation, kAliasing, kNames},
       .graphs = {"forward"},
       .traits = {kRunsModel}},
      {.id = MethodId::kMakeFxCoreAten,
       .name = "make_fx_core_aten",
       .summary = "make_fx of functional_call, fake tracing, core_aten_decompositions",
       .expressed = {kShapes, kMutation, kAliasing, kNames},
       .graphs = {"forward"},
       .policies = {ReplayPolicy::kFinite}},  // masks become products
      {.id = MethodId::kMakeFxGrad,
       .name = "make_fx_grad",
       .summary = "make_fx (fake) of forward and torch.autograd.grad",
       .expressed = {kBackward, kShapes, kMutation, kAliasing, kNames},
       .graphs = {"joint"},
       .options = {"loss"}},
      {.id = MethodId::kPrecompile,
       .name = "precompile",
       .summary = "torch.compiler.precompile of forward and backward, traced by make_fx",
       .expressed = {kBackward, kShapes, kMutation, kAliasing, kNames},
       .graphs = {"joint"},
       .traits = {kRunsModel},
       .options = {"loss"},
       .phantom_reason = kNeedsValues,
       .torch = ">=2.15"},
      {.id = MethodId::kDispatch,
       .name = "dispatch",
       .summary = "a TorchDispatchMode around forward and backward, in execution order",
       .expressed = {kBackward, kShapes, kMutation, kAliasing, kNames},
       .graphs = {"joint"},
       .traits = {kRecordsRun, kRunsModel},
       .options = {"loss"},
       .assay_reason = kAssaysMode},
      {.id = MethodId::kNative,
       .name = "native",
       .summary = "a C++ fallback in the dispatcher around forward and backward, in execution order",
       .expressed = {kBackward, kShapes, kMutation, kAliasing, kNames},
       .graphs = {"joint"},
       .traits = {kRecordsRun, kRunsModel},
       .options = {"loss"},
       .assay_reason = kAssaysRecorder},
      {.id = MethodId::kNativeComposite,
       .name = "native_composite",
       .summary = "the same around the forward pass, above autograd: composite operators (linear, conv2d) "
                  "stay whole",
       .expressed = {kShapes, kMutation, kAliasing, kNames},
       .graphs = {"forward"},
       .traits = {kRecordsRun, kRunsModel},
       .assay_reason = kAssaysRecorder},
      {.id = MethodId::kAotJoint,
       .name = "aot_joint",
       .summary = "aot_function's joint graph as its partition_fn gets it",
       .expressed = {kBackward, kShapes, kMutation, kNames},
       .graphs = {"joint"}},
      {.id = MethodId::kAotJointCompile,
       .name = "aot_joint_compile",
       .summary = "the joint graph of each Dynamo graph, from aot_autograd as a torch.compile backend",
       .expressed = {kBackward, kShapes, kMutation, kDynamic, kNames},
       .graphs = {"joint"},
       .traits = {kInParts, kRunsModel},
       .options = {"dynamic"}},
      {.id = MethodId::kAot,
       .name = "aot",
       .summary = "aot_function's forward and backward graphs, default_partition",
       .expressed = {kBackward, kShapes, kMutation, kNames},
       .graphs = {"forward", "backward"}},
      {.id = MethodId::kAotMinCut,
       .name = "aot_min_cut",
       .summary = "aot_function's forward and backward graphs, min_cut_rematerialization_partition",
       .expressed = {kBackward, kShapes, kMutation, kNames},
       .graphs = {"forward", "backward"}},
      {.id = MethodId::kExport,
       .name = "export",
       .summary = "torch.export.export",
       .expressed = {kShapes, kMutation, kAliasing, kDynamic, kNames},
       .graphs = {"forward"},
       .traits = {kAboveAutograd},
       .options = {"dynamic"}},
      {.id = MethodId::kExportStrict,
       .name = "export_strict",
       .summary = "torch.export.export(strict=True)",
       .expressed = {kShapes, kMutation, kAliasing, kDynamic, kNames},
       .graphs = {"forward"},
       .traits = {kAboveAutograd},
       .options = {"dynamic"}},
      {.id = MethodId::kDynamo,
       .name = "dynamo",
       .summary = "torch.compile with a recording backend: Python-level calls, one graph per graph break",
       .expressed = {kShapes, kMutation, kDynamic, kNames},
       .graphs = {"forward"},
       .traits = {kAboveAutograd, kInParts, kRunsModel},
       .options = {"dynamic"}},
  });
  static_assert(is_complete<MethodId, kMethods.size()>);
  return kMethods;
}

template <typename Item>
bool declares(std::string_view name, std::vector<Item> Method::*list, Item item) {
  const std::optional<MethodId> id = method_from_string(name);
  if (!id) return false;
  const std::vector<Item>& items = method(*id).*list;
  return std::ranges::find(items, item) != items.end();
}

}  // namespace

std::span<const Method> all_methods() { return table(); }

// The table has the order of the enumeration. method_test checks it.
const Method& method(MethodId id) { return table()[static_cast<std::size_t>(id)]; }

std::string unsupported_reason(MethodId id, bool phantom, const Version& torch) {
  const Method& asked = method(id);
  const auto versions = VersionRange::parse(asked.torch);
  if (versions && !versions->holds(torch)) return "it is in PyTorch " + std::string(asked.torch);
  return phantom ? std::string(asked.phantom_reason) : "";
}

bool expresses(std::string_view name, Need need) { return declares(name, &Method::expressed, need); }

bool has_trait(std::string_view name, Trait trait) { return declares(name, &Method::traits, trait); }

bool reads_option(std::string_view name, std::string_view key) {
  return declares(name, &Method::options, key);
}

std::string_view to_string(MethodId id) { return method(id).name; }

std::optional<MethodId> method_from_string(std::string_view name) {
  const auto found = std::ranges::find(table(), name, &Method::name);
  return found == table().end() ? std::nullopt : std::optional<MethodId>(found->id);
}

}  // namespace assay
