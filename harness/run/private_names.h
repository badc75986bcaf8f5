// PrivateNames: the private names of PyTorch that a worker needs, and those missing from its PyTorch.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/worker.h"

namespace assay {

/// A name that is missing, or is not the object that Assay replaces.
struct MissingName {
  std::string name;
  std::vector<std::string> users;  ///< methods and other users
  std::string reason;
};

struct PrivateNames {
  std::size_t count = 0;  ///< names in the table (capture/torch_private.py)
  std::vector<MissingName> missing;
};

/// Parses the output of the table's own check. InputError, with `where`, for any other text.
PrivateNames private_names_from(std::string_view text, const std::string& where);

/// "USERS: REASON" for each missing name.
std::vector<std::string> lines_of(const PrivateNames& names);

/// Runs the worker's Python, which imports torch. Caches the answer in the worker's folder until the table or
/// the worker is newer. HarnessError if it cannot run.
PrivateNames private_names_of(const Worker& worker);

}  // namespace assay
