// Case: a model factory with its inputs, loss and expectations, read from a case file.
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

/// Devices an expectation applies to. kCudaPhantom and kCudaReal are `cuda` on the phantom or on a real GPU.
enum class ExpectDevice : std::uint8_t { kAny, kCpu, kCuda, kCudaPhantom, kCudaReal };

/// An ENTRY under "expect": METHOD. The first entry that matches the device and the torch version decides.
/// Entries of the case come before entries of its file. Without a match the expectation is `captured`.
struct Expectation {
  Outcome outcome = Outcome::kCaptured;
  std::string reason;
  ExpectDevice device = ExpectDevice::kAny;
  VersionRange torch;
  std::string exception;   ///< Class name without its module. Required for `raises`.
  std::string message;     ///< Part of the message. Empty: any message.
  std::string place = {};  ///< Place in the case file, such as "expect.make_fx*[0]".
  std::string cause = {};  ///< Name among the causes of the folder. Empty: written in full.
  bool of_file = false;    ///< From the "expect" of the whole file, beside `each`.
};

struct Limits {
  double seconds = 120;
  double memory_gb = 6;
};

/// A tier of a case, for all or some of its methods.
struct Tier {
  std::string name;
  std::vector<MethodId> methods = {};  ///< Empty: all methods of the case.
  bool operator==(const Tier&) const = default;
};

struct Case {
  std::string id;      ///< "torchvision/resnet18"
  std::string family;  ///< Folder of the case file below models/. "." directly in models/ or outside of it.
  std::filesystem::path file;  ///< Case file, or the Python file of FILE.py:CALLABLE.
  int line = 1;                ///< Line of the id in the case file, or of the callable's definition.
  std::string selector;  ///< The case on a command line: its id, case file or FILE.py:CALLABLE, as given.
  std::vector<MethodId> methods;  ///< All methods if the file names none.
  std::vector<Device> devices;
  std::vector<Tier> tiers;
  Limits limits;
  Policy policy;
  std::map<MethodId, std::vector<Expectation>> expect;
  std::string transform;  ///< REF of the pass applied before capture. Empty: no pass.
  /// Expected changes by the pass to a method's graph, as change_lines writes them. Empty list: no change.
  std::map<MethodId, std::vector<std::string>> changes;
  /// The case for the worker: all keys of docs/case_files.md except `each` and `changes`, with defaults. A
  /// missing loss, transform, reference or memory_format is null. "folder" is the absolute base folder of
  /// relative REFs.
  std::shared_ptr<const nlohmann::ordered_json> expanded;
  std::string sha256;  ///< SHA-256 of the case file.
};

/// Whether the pairs of `test` by `method` are in the tier. `default` includes `smoke`. `full` includes every
/// method of a case in either.
bool is_in_tier(const Case& test, MethodId method, std::string_view tier);

/// The case's own tiers for its pairs by `method`, or `full` if they are only in `full`.
std::vector<std::string> tiers_of(const Case& test, MethodId method);

/// The tier that CI and a check of the whole zoo run.
inline constexpr std::string_view kDefaultTier = "default";

/// Reads and expands a case file, `each` included. Strict: InputError with file, line (if known), path,
/// expected and found.
std::vector<Case> read_case_file(const std::filesystem::path& file,
                                 const std::filesystem::path& models_folder);

/// Reads `text` as the content of `file`, without a family or shared causes.
std::vector<Case> read_case_text(std::string text, const std::filesystem::path& file);

/// The case of `FILE.py:CALLABLE`, with the id "FILE/CALLABLE" in any folder. The file must exist.
Case case_of_callable(std::string_view file_and_callable);

/// The expectation that decides for a pair. nullptr: `captured`.
const Expectation* expectation_for(const Case& test, MethodId method, Device device, bool phantom,
                                   const Version& torch);

}  // namespace assay
