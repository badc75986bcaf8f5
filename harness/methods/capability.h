// Capabilities: the declared table, method x feature.
//
// A cell says what becomes of a feature's probe under a method on a device: what the probe's case file
// expects there, with the reason, and `captured` where it expects nothing. Decides nothing about whether that
// is true: proof.h does.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/methods/feature_list.h"
#include "harness/zoo/case.h"

namespace assay {

/// Where a table holds: one version of PyTorch, and what `cuda` is there.
struct Setting {
  Version torch;  ///< kLaterThanAny: the newest, where nobody says which
  bool phantom = true;
};

/// Why the method cannot run there, whatever the feature; empty: it can.
std::string unsupported_reason(MethodId method, Device device, const Setting& setting);

struct DeclaredOutcome {
  Outcome outcome = Outcome::kCaptured;
  std::string exception, message;  ///< of a failure: its class, and a part of what it says; may be empty
  std::string reason;              ///< empty for `captured`
  friend bool operator==(const DeclaredOutcome&, const DeclaredOutcome&) = default;
};

/// What `test` declares of a method on a device; nothing where it is not to run.
std::optional<DeclaredOutcome> declared(const Case& test, MethodId method, Device device,
                                        const Setting& setting);

struct CapabilityRow {
  Feature feature;
  std::map<std::pair<MethodId, Device>, DeclaredOutcome> cells;  ///< those that are to run; none if unprobed
};

/// A row per feature, in their order. InputError for a probe that is no case, with the nearest.
std::vector<CapabilityRow> capability_table(const std::vector<Feature>& features,
                                            const std::vector<Case>& cases, const Setting& setting);

/// The case of that id; nullptr when there is none.
const Case* case_of(const std::vector<Case>& cases, const std::string& id);
/// "no case 'seed/mpl'; did you mean .."
std::string no_such_case(const std::vector<Case>& cases, const std::string& id);

/// "raises TraceError: control flow"; "captured".
std::string describe(const DeclaredOutcome& capability);

}  // namespace assay
