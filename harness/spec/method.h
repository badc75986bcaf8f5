// MethodId and the table of capture methods: what each is and what it can express.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "harness/spec/device.h"

namespace assay {

enum class MethodId : std::uint8_t {
  kSymbolicTrace,
  kMakeFx,
  kMakeFxReal,
  kMakeFxSymbolic,
  kMakeFxPlain,
  kMakeFxCoreAten,
  kMakeFxGrad,
  kDispatch,
  kNative,
  kNativeComposite,
  kAotJoint,
  kAotJointCompile,
  kAot,
  kAotMinCut,
  kExport,
  kExportStrict,
  kDynamo,
};

/// What a method declares it can express; harness/capabilities/features.json has a probe for each, and
/// capability_check holds the declarations against the probes' graphs. Aliasing: the results share memory
/// with inputs and each other as eager's do, which replay then asks of them.
enum class Feature : std::uint8_t { kBackward, kShapes, kMutation, kAliasing, kDynamic, kNames };

/// What running its graphs needs to know.
enum class Trait : std::uint8_t {
  kAboveAutograd,  ///< autograd sees its operators: gradients come from running the graph, not out of it
  kInParts,        ///< Dynamo's: Python runs before, between and after its graphs
  kRecordsRun,     ///< it records an eager run: without a device for that, one of fake tensors
};

/// Against which eager run a method's cost is measured.
enum class EagerRun : std::uint8_t { kForward, kForwardBackward };

struct Method {
  MethodId id;
  std::string_view name;     ///< "aot_joint"
  std::string_view summary;  ///< the public entry point it uses, one line
  std::vector<Feature> features;
  /// Names of the graphs it gives. Where Dynamo cuts the program there are "NAME_1", "NAME_2", .. beside
  /// them.
  std::vector<std::string_view> graphs;
  EagerRun eager;
  bool on_phantom;  ///< false: `unsupported` there, with `phantom_reason`
  std::string_view phantom_reason;
  std::vector<std::string_view> options = {};  ///< keys of a case file that change its graphs
  std::vector<Trait> traits = {};
  std::string_view torch = ">=2.11";  ///< the versions of PyTorch it is verified with
};

std::span<const Method> all_methods();  ///< in the order in which tables print them
const Method& method(MethodId id);
/// Whether the method declares it; false for a name that is none.
bool expresses(std::string_view method, Feature feature);
bool has_trait(std::string_view method, Trait trait);
std::string_view to_string(MethodId id);
std::string_view to_string(Feature feature);
std::optional<MethodId> method_from_string(std::string_view name);

}  // namespace assay
