// The table of capture methods (design section 5).
#include "harness/spec/method.h"

#include <algorithm>

namespace assay {
namespace {

using enum Feature;
using enum Trait;

const std::vector<Method>& table() {
  static const std::vector<Method> methods{
      {MethodId::kSymbolicTrace,
       "symbolic_trace",
       "torch.fx.symbolic_trace with ShapeProp: Python-level calls, states by name",
       {kShapes, kMutation, kAliasing, kNames},
       {"forward"},
       EagerRun::kForward,
       true,
       "",
       {"train"},
       {kAboveAutograd}},
      {MethodId::kMakeFx,
       "make_fx",
       "make_fx of functional_call, fake tracing",
       {kShapes, kMutation, kAliasing, kNames},
       {"forward"},
       EagerRun::kForward,
       true,
       "",
       {"train"}},
      {MethodId::kMakeFxReal,
       "make_fx_real",
       "make_fx of functional_call, real tracing",
       {kShapes, kMutation, kAliasing, kNames},
       {"forward"},
       EagerRun::kForward,
       false,
       "real tracing needs values; the phantom has none",
       {"train"}},
      {MethodId::kMakeFxSymbolic,
       "make_fx_symbolic",
       "make_fx of functional_call, symbolic tracing",
       {kShapes, kMutation, kAliasing, kDynamic, kNames},
       {"forward"},
       EagerRun::kForward,
       true,
       "",
       {"train"}},
      {MethodId::kMakeFxPlain,
       "make_fx_plain",
       "make_fx of the model itself, default tracing; states named by identity",
       {kShapes, kMutation, kAliasing, kNames},
       {"forward"},
       EagerRun::kForward,
       true,
       "",
       {"train"}},
      {MethodId::kMakeFxCoreAten,
       "make_fx_core_aten",
       "make_fx of functional_call, fake tracing, core_aten_decompositions",
       {kShapes, kMutation, kAliasing, kNames},
       {"forward"},
       EagerRun::kForward,
       true,
       "",
       {"train"}},
      {MethodId::kMakeFxGrad,
       "make_fx_grad",
       "make_fx (fake) of forward, loss and torch.autograd.grad",
       {kBackward, kShapes, kMutation, kAliasing, kNames},
       {"joint"},
       EagerRun::kForwardBackward,
       true,
       "",
       {"train", "loss"}},
      {MethodId::kDispatch,
       "dispatch",
       "a TorchDispatchMode around forward, loss and backward, in execution order",
       {kBackward, kShapes, kMutation, kAliasing, kNames},
       {"joint"},
       EagerRun::kForwardBackward,
       true,
       "",
       {"train", "loss"},
       {kRecordsRun}},
      {MethodId::kNative,
       "native",
       "a C++ fallback in the dispatcher around forward, loss and backward, in execution order",
       {kBackward, kShapes, kMutation, kAliasing, kNames},
       {"joint"},
       EagerRun::kForwardBackward,
       true,
       "",
       {"train", "loss"},
       {kRecordsRun}},
      {MethodId::kNativeComposite,
       "native_composite",
       "the same around the forward pass, above autograd: composite operators (linear, conv2d) stay whole",
       {kShapes, kMutation, kAliasing, kNames},
       {"forward"},
       EagerRun::kForward,
       true,
       "",
       {"train"},
       {kRecordsRun}},
      {MethodId::kAotJoint,
       "aot_joint",
       "aot_function's joint graph as its partition_fn gets it",
       {kBackward, kShapes, kMutation, kNames},
       {"joint"},
       EagerRun::kForwardBackward,
       true,
       "",
       {"train"}},
      {MethodId::kAotJointCompile,
       "aot_joint_compile",
       "the joint graph of each Dynamo graph, from aot_autograd as a torch.compile backend",
       {kBackward, kShapes, kMutation, kDynamic, kNames},
       {"joint"},
       EagerRun::kForwardBackward,
       true,
       "",
       {"train", "dynamic"},
       {kInParts}},
      {MethodId::kAot,
       "aot",
       "aot_function's forward and backward graphs, default_partition",
       {kBackward, kShapes, kMutation, kNames},
       {"forward", "backward"},
       EagerRun::kForwardBackward,
       true,
       "",
       {"train"}},
      {MethodId::kAotMinCut,
       "aot_min_cut",
       "aot_function's forward and backward graphs, min_cut_rematerialization_partition",
       {kBackward, kShapes, kMutation, kNames},
       {"forward", "backward"},
       EagerRun::kForwardBackward,
       true,
       "",
       {"train"}},
      {MethodId::kExport,
       "export",
       "torch.export.export",
       {kShapes, kMutation, kAliasing, kDynamic, kNames},
       {"forward"},
       EagerRun::kForward,
       true,
       "",
       {"train", "dynamic"},
       {kAboveAutograd}},
      {MethodId::kExportStrict,
       "export_strict",
       "torch.export.export(strict=True)",
       {kShapes, kMutation, kAliasing, kDynamic, kNames},
       {"forward"},
       EagerRun::kForward,
       true,
       "",
       {"train", "dynamic"},
       {kAboveAutograd}},
      {MethodId::kDynamo,
       "dynamo",
       "torch.compile with a recording backend: Python-level calls, one graph per graph break",
       {kShapes, kMutation, kDynamic, kNames},
       {"forward"},
       EagerRun::kForward,
       true,
       "",
       {"train", "dynamic"},
       {kAboveAutograd, kInParts}},
  };
  return methods;
}

template <typename Item>
bool declares(std::string_view name, std::vector<Item> Method::*list, Item item) {
  const std::optional<MethodId> id = method_from_string(name);
  if (!id) return false;
  const std::vector<Item>& items = method(*id).*list;
  return std::find(items.begin(), items.end(), item) != items.end();
}

}  // namespace

std::span<const Method> all_methods() { return table(); }

// The table is in the order of the enumeration; method_test holds it so.
const Method& method(MethodId id) { return table().at(static_cast<std::size_t>(id)); }

bool expresses(std::string_view name, Feature feature) { return declares(name, &Method::features, feature); }

bool has_trait(std::string_view name, Trait trait) { return declares(name, &Method::traits, trait); }

std::string_view to_string(MethodId id) { return method(id).name; }

std::string_view to_string(Feature feature) {
  switch (feature) {
    case kBackward:
      return "backward";
    case kShapes:
      return "shapes";
    case kMutation:
      return "mutation";
    case kAliasing:
      return "aliasing";
    case kDynamic:
      return "dynamic";
    case kNames:
      return "names";
  }
  return "?";
}

std::optional<MethodId> method_from_string(std::string_view name) {
  const auto found =
      std::find_if(table().begin(), table().end(), [&](const Method& each) { return each.name == name; });
  return found == table().end() ? std::nullopt : std::optional<MethodId>(found->id);
}

}  // namespace assay
