// Feature: something that programs do and capture methods may get wrong, with the case that shows it.
//
// A feature is a name and a probe. What becomes of it under a method is not written here: the probe's case
// file declares that, with its reason, and the table of methods declares the six features of its own. What
// nothing here can probe is a feature with the reason in the probe's place: a row without cells.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/zoo/method.h"
#include "harness/zoo/observation.h"

namespace assay {

/// What a capture of it does to its process or to the capture after it, whatever graph it gives.
struct KnownAftermath {
  std::string says;      ///< part of what a pair's aftermath says: "forward-mode AD was on, is off"
  std::string shown_by;  ///< a program without Assay that shows why, below the project
};

/// How a program shows an error that the feature's row declares of a method: by what, and at what. Where: at
/// a statement that has the feature, or at what hangs on it.
struct KnownFinding {
  std::vector<std::string> methods = {};  ///< ids or globs; empty: all of which the row says `diverges`
  std::vector<ComparedValue::Kind> values = {};  ///< those that may be wrong
  std::vector<Observable> beside = {};           ///< what else may be
  std::vector<std::string> operators = {};       ///< globs: where the replay departs
  std::string raises = {};                       ///< part of the message, of what raises

  bool is_of(MethodId method) const;
  bool shows(const Observation& observed) const;
  bool departs_at(std::string_view target) const;
};

struct Feature {
  std::string id;          ///< "view_written"
  std::string group;       ///< the heading it is printed under
  std::string means;       ///< one line
  std::string probe;       ///< id of the case that proves its cells; empty: see unprobed
  std::string issue = {};  ///< "pytorch#139789"; empty: none is known
  /// Of those that the table of methods declares: the captures of the probe show it where it is declared, and
  /// nowhere else.
  std::optional<Need> proves = {};
  /// A case with other results whose captures must not equal the probe's; empty: none.
  std::string unlike = {};
  /// The case that does the same without what the feature is about, which every method of its own captures;
  /// empty: none.
  std::string twin = {};
  std::string unprobed = {};  ///< why no case probes it; empty: the probe does
  std::vector<KnownAftermath> aftermath = {};
  std::vector<KnownFinding> findings = {};  ///< of programs that assay fuzz makes
};

/// Strictly, as {"assay_capabilities": 1, "groups": [{"group": TITLE, "features": [{"feature", "means",
/// "probe", "issue"?, "proves"?, "unlike"?, "twin"?, "aftermath"?: [{"says", "shown_by"}]}, {"feature",
/// "means", "unprobed", "issue"?}]}]}, in the file's order; "findings"? of a feature with a probe:
/// [{"methods"?, "values"?, "beside"?, "operators"?, "raises"?}]. InputError for an empty list, a feature
/// named twice, and one of the methods' that two prove.
std::vector<Feature> features_from(const std::filesystem::path& file);

/// Features by id or glob, in the file's order; all for no selectors. A selector that selects nothing is an
/// InputError with the nearest ids.
std::vector<Feature> select_features(const std::vector<Feature>& features,
                                     const std::vector<std::string>& selectors);

}  // namespace assay
