// Feature: a property of programs that capture methods may get wrong, with the case that shows it.
//
// A feature has a name and a probe. The probe's case file declares the outcome under each method, with a
// reason. The table of methods declares the six features that are needs. A feature without a possible probe
// has a reason instead, and a row without cells.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/zoo/method.h"
#include "harness/zoo/observation.h"

namespace assay {

/// A known side effect of a capture, or a known effect on the next capture in the process.
struct KnownAftermath {
  std::string says;      ///< Part of a text in a pair's Aftermath: "forward-mode AD was on, is off".
  std::string shown_by;  ///< A program without Assay that reproduces it, below the project.
};

/// How a program shows an error that the feature's row declares of a method: by which observations, at which
/// operators. The error is at a statement with the feature, or depends on it.
struct KnownFinding {
  std::vector<std::string> methods = {};  ///< Ids or globs. Empty: all methods with `diverges` in the row.
  std::vector<ComparedValue::Kind> values = {};  ///< Values that may be wrong.
  std::vector<Observable> beside = {};           ///< Other observables that may differ.
  std::vector<std::string> operators = {};       ///< Globs: operators at which the replay departs.
  std::string raises = {};                       ///< Part of the message of an exception.

  bool is_of(MethodId method) const;
  bool shows(const Observation& observed) const;
  bool departs_at(std::string_view target) const;
};

struct Feature {
  std::string id;          ///< "view_written"
  std::string group;       ///< Its heading in print.
  std::string means;       ///< One line.
  std::string probe;       ///< Id of the case that proves its cells. Empty: see unprobed.
  std::string issue = {};  ///< "pytorch#139789". Empty: none is known.
  /// A need that it proves: captures of the probe meet it under the methods that declare it, and no others.
  std::optional<Need> proves = {};
  /// A case with other results, whose captures must differ from the probe's. Empty: none.
  std::string unlike = {};
  /// The same case without the feature, which all its methods capture. Empty: none.
  std::string twin = {};
  std::string unprobed = {};  ///< Why no case probes it. Empty: the probe does.
  std::vector<KnownAftermath> aftermath = {};
  std::vector<KnownFinding> findings = {};  ///< In programs of assay fuzz.
};

/// Reads {"assay_capabilities": 1, "groups": [{"group": TITLE, "features": [{"feature", "means", "probe",
/// "issue"?, "proves"?, "unlike"?, "twin"?, "aftermath"?: [{"says", "shown_by"}]}, {"feature", "means",
/// "unprobed", "issue"?}]}]}, in the file's order. A feature with a probe may have "findings": [{"methods"?,
/// "values"?, "beside"?, "operators"?, "raises"?}]. InputError for any other form, an empty list, a feature
/// named twice, or a need proved twice.
std::vector<Feature> features_from(const std::filesystem::path& file);

/// Features by id or glob, in the file's order. No selectors: all features. InputError with the nearest ids
/// for a selector that selects nothing.
std::vector<Feature> select_features(const std::vector<Feature>& features,
                                     const std::vector<std::string>& selectors);

}  // namespace assay
