// Capabilities: the declared outcome of every feature under every method.
//
// A cell is the outcome that the case file of a feature's probe expects from a method on a device, with its
// reason. Without an expectation it is `captured`. A method that cannot run there is `unsupported`. proof.h
// checks the declarations.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/methods/feature_list.h"
#include "harness/zoo/case.h"

namespace assay {

/// The PyTorch version of a table, and whether `cuda` is the phantom.
struct Setting {
  Version torch;  ///< kLaterThanAny: the newest, if no version is known.
  bool phantom = true;
};

/// Why the method cannot run there with any feature. Empty: it can.
std::string unsupported_reason(MethodId method, Device device, const Setting& setting);

struct DeclaredOutcome {
  Outcome outcome = Outcome::kCaptured;
  std::string exception, message;  ///< Of a failure: its class and part of its message. May be empty.
  std::string reason;              ///< Empty for `captured`.
  friend bool operator==(const DeclaredOutcome&, const DeclaredOutcome&) = default;
};

/// The declaration of `test` for a method on a device. Nothing if that pair is not to run.
std::optional<DeclaredOutcome> declared(const Case& test, MethodId method, Device device,
                                        const Setting& setting);

struct CapabilityRow {
  Feature feature;
  std::map<std::pair<MethodId, Device>, DeclaredOutcome> cells;  ///< Pairs to run. Empty if unprobed.
};

/// A row per feature, in order. InputError with the nearest case for a probe that does not exist.
std::vector<CapabilityRow> capability_table(const std::vector<Feature>& features,
                                            const std::vector<Case>& cases, const Setting& setting);

/// The case with that id, or nullptr.
const Case* case_of(const std::vector<Case>& cases, const std::string& id);
/// "no case 'seed/mpl'; did you mean .."
std::string no_such_case(const std::vector<Case>& cases, const std::string& id);

/// "raises TraceError: control flow", or "captured".
std::string describe(const DeclaredOutcome& capability);

}  // namespace assay
