// Private names: those of PyTorch that a worker needs, and those that its PyTorch lacks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/worker.h"

namespace assay {

/// A name that is missing, or is not what Assay replaces.
struct MissingName {
  std::string name;
  std::vector<std::string> users;  ///< methods, or what else needs it
  std::string reason;
};

struct PrivateNames {
  std::size_t count = 0;  ///< names in the table (capture/torch_private.py)
  std::vector<MissingName> missing;
};

/// Reads what the table's own check printed. InputError, with `where`, for another text.
PrivateNames private_names_from(std::string_view text, const std::string& where);

/// "USERS: REASON" for each that is missing.
std::vector<std::string> lines_of(const PrivateNames& names);

/// Asks the worker's Python, which imports torch, and keeps the answer in the worker's folder until the table
/// or the worker is newer. HarnessError where it cannot be run.
PrivateNames private_names_of(const Worker& worker);

}  // namespace assay
