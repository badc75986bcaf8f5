// MethodId and the table of capture methods: what each is and what it can express.
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

/// What running its graphs needs to know.
enum class Trait : std::uint8_t {
  kAboveAutograd,  ///< autograd sees its operators: gradients come from running the graph, not out of it
  kInParts,        ///< Dynamo's: Python runs before, between and after its graphs
  kRecordsRun,     ///< it records an eager run: without a device for that, one of fake tensors
  kRunsModel,      ///< capturing runs the model: what that writes is written once it is captured
  kTakesNumbers,   ///< numbers among its inputs are arguments of its graphs like any other
};

/// The versions of PyTorch that Assay is verified with.
inline constexpr std::string_view kTorchVersions = ">=2.11";

struct Method {
  MethodId id;
  std::string_view name;        ///< "aot_joint"
  std::string_view summary;     ///< the public entry point it uses, one line
  std::vector<Need> expressed;  ///< of those that methods declare
  /// Names of the graphs it gives. Where Dynamo cuts the program there are "NAME_1", "NAME_2", .. beside
  /// them.
  std::vector<std::string_view> graphs;
  std::vector<Trait> traits = {};
  /// Keys of a case file, besides `train`, that change its graphs.
  std::vector<std::string_view> options = {};
  std::vector<ReplayPolicy> policies = {};  ///< what its graphs do otherwise than eager, by its nature
  std::string_view assay_reason = {};       ///< what of Assay it needs; empty: a user can run it without
  std::string_view phantom_reason = {};     ///< why it is `unsupported` on the phantom; empty: it is not
  std::string_view torch = kTorchVersions;  ///< the versions that have it; on others it is `unsupported`
  /// Assay's own recorders: what other methods are held against.
  bool is_reference() const { return !assay_reason.empty(); }
  bool on_phantom() const { return phantom_reason.empty(); }
};

/// Why the method is `unsupported` with this version of PyTorch, on the phantom or off it; empty: it is not.
std::string unsupported_reason(MethodId id, bool phantom, const Version& torch);

std::span<const Method> all_methods();  ///< in the order in which tables print them
const Method& method(MethodId id);
/// Whether the method declares it; false for a name that is none.
bool expresses(std::string_view method, Need need);
bool has_trait(std::string_view method, Trait trait);
/// Whether this key of a case file changes its graphs.
bool reads_option(std::string_view method, std::string_view key);
std::string_view to_string(MethodId id);
std::optional<MethodId> method_from_string(std::string_view name);

}  // namespace assay
