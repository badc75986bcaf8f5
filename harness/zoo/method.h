// MethodId and the table of capture methods: entry point, graphs and capabilities.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/words/enumerators.h"
#include "harness/zoo/need.h"
#include "harness/zoo/replay.h"
#include "harness/zoo/version.h"

namespace assay {

enum class MethodId : std::uint8_t {
  kSymbolicTrace,
  kMakeFx,
  kMakeFxReal,
  kMakeFxSymbolic,
  kMakeFxPlain,
  kMakeFxCoreAten,
  kMakeFxGrad,
  kPrecompile,
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

/// Properties of a method that capture and replay depend on.
enum class Trait : std::uint8_t {
  kAboveAutograd,  ///< Autograd sees its operators: gradients come from running the graph.
  kInParts,        ///< Dynamo's: Python runs before, between and after its graphs.
  kRecordsRun,     ///< Records an eager run. On the phantom it records a run of fake tensors.
  kRunsModel,      ///< Capture runs the model, so states keep the writes of that run.
  kTakesNumbers,   ///< Numbers among the inputs are arguments of its graphs, like tensors.
};

/// The versions of PyTorch that Assay is verified with.
inline constexpr std::string_view kTorchVersions = ">=2.11";

struct Method {
  MethodId id;
  std::string_view name;        ///< "aot_joint"
  std::string_view summary;     ///< Its public entry point, in a line.
  std::vector<Need> expressed;  ///< The needs it declares (see is_declared).
  /// Names of its graphs. Graphs after a graph break of Dynamo are "NAME_1", "NAME_2", ..
  std::vector<std::string_view> graphs;
  std::vector<Trait> traits = {};
  /// Keys of a case file, besides `train`, that change its graphs.
  std::vector<std::string_view> options = {};
  std::vector<ReplayPolicy> policies = {};  ///< Differences from eager that its graphs have by design.
  std::string_view assay_reason = {};       ///< Its dependence on Assay. Empty: it runs without Assay.
  std::string_view phantom_reason = {};     ///< Why it is `unsupported` on the phantom. Empty: supported.
  std::string_view torch = kTorchVersions;  ///< Versions that have it. `unsupported` on others.
  /// Assay's own recorders, the reference for other methods.
  bool is_reference() const { return !assay_reason.empty(); }
  bool on_phantom() const { return phantom_reason.empty(); }
};

/// Why the method is `unsupported` with this PyTorch, on the phantom or off it. Empty: supported.
std::string unsupported_reason(MethodId id, bool phantom, const Version& torch);

std::span<const Method> all_methods();  ///< In the order of printed tables.
const Method& method(MethodId id);
/// Whether the method declares the need or trait. False for an unknown method.
bool expresses(std::string_view method, Need need);
bool has_trait(std::string_view method, Trait trait);
/// Whether this key of a case file changes the method's graphs.
bool reads_option(std::string_view method, std::string_view key);
std::string_view to_string(MethodId id);
std::optional<MethodId> method_from_string(std::string_view name);

}  // namespace assay
