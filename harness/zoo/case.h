// Case: a model factory, its inputs, its loss, its expectations; and the case file it comes from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "harness/diff/policy.h"
#include "harness/zoo/device.h"
#include "harness/zoo/method.h"
#include "harness/zoo/outcome.h"
#include "harness/zoo/version.h"

namespace assay {

/// A device an expectation speaks of: any, or one, or only the phantom or the real `cuda`.
enum class ExpectDevice : std::uint8_t { kAny, kCpu, kCuda, kCudaPhantom, kCudaReal };

/// One ENTRY under "expect": METHOD. The first entry whose device and torch hold decides, a case's own before
/// those of its file; none means `captured`.
struct Expectation {
  Outcome outcome = Outcome::kCaptured;
  std::string reason;
  ExpectDevice device = ExpectDevice::kAny;
  VersionRange torch;
  std::string exception;   ///< required for `raises`: the exception's class name, without its module
  std::string message;     ///< a part of the message, when given
  std::string place = {};  ///< where the case file has it: "expect.make_fx*[0]"
  std::string cause = {};  ///< what names it among the causes of the folder, if anything does
  bool of_file = false;    ///< said of every case of the file, beside `each`
};

struct Limits {
  double seconds = 120;
  double memory_gb = 6;
};

/// A tier that a case names: with all of its methods, or with those that run there.
struct Tier {
  std::string name;
  std::vector<MethodId> methods = {};  ///< empty: all of the case's
  bool operator==(const Tier&) const = default;
};

struct Case {
  std::string id;      ///< "torchvision/resnet18"
  std::string family;  ///< folder of the case file below models/, "." for a file outside a project's models/
  std::filesystem::path file;  ///< the case file; for FILE.py:CALLABLE the Python file
  int line = 1;                ///< of its id in there, or of the callable's definition
  std::string selector;  ///< what names it on a command line: the id, or as it was given the case file or
                         ///< FILE.py:CALLABLE
  std::vector<MethodId> methods;  ///< all when the file does not say
  std::vector<Device> devices;
  std::vector<Tier> tiers;
  Limits limits;
  Policy policy;
  std::map<MethodId, std::vector<Expectation>> expect;
  std::string transform;  ///< REF of the pass that is applied before capture; empty: none
  /// What the pass changes in the graph of a method, as change_lines writes it; an empty list: nothing.
  std::map<MethodId, std::vector<std::string>> changes;
  /// The case as the worker gets it: every key of design section 3 but `each`, with its default (null: a
  /// transform, reference or memory_format that is not given), plus "folder", the absolute folder that
  /// relative REFs start from.
  std::shared_ptr<const nlohmann::ordered_json> expanded;
  std::string sha256;  ///< of the case file's bytes
};

/// Whether the pairs of `test` by `method` are in the tier. Tiers hold one another: what is in `smoke` is in
/// `default`, and a case of either is in `full` with every method.
bool is_in_tier(const Case& test, MethodId method, std::string_view tier);

/// The tiers that the case names for its pairs by `method`; `full` where they are in that alone.
std::vector<std::string> tiers_of(const Case& test, MethodId method);

/// What a check of the whole zoo runs, and CI with it.
inline constexpr std::string_view kDefaultTier = "default";

/// Reads and expands one case file (`each` included). Strict: InputError with file, line where it can be
/// known, path, expected, found.
std::vector<Case> read_case_file(const std::filesystem::path& file,
                                 const std::filesystem::path& models_folder);

/// The same for a text that stands for `file`.
std::vector<Case> read_case_text(std::string text, const std::filesystem::path& file);

/// The case of `FILE.py:CALLABLE`, id "FILE/CALLABLE" whatever folder the file is in, which must exist.
Case case_of_callable(std::string_view file_and_callable);

/// What `test` expects of a pair; nullptr: `captured`.
const Expectation* expectation_for(const Case& test, MethodId method, Device device, bool phantom,
                                   const Version& torch);

}  // namespace assay
