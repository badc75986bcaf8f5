// The list of versions a golden has been verified with.
#pragma once

#include <vector>

#include "harness/graph/graph.h"
#include "harness/zoo/version.h"

namespace assay {

/// What is written down of a capture's versions: torch without its local part and development suffix, Python
/// as MAJOR.MINOR, packages without local parts.
VerifiedWith versions_of(const Header& captured);

bool is_verified(const std::vector<VerifiedWith>& verified, const VerifiedWith& with);

/// Adds `with` where it is not there; ordered by torch, then Python, then packages.
void add_verified(std::vector<VerifiedWith>& verified, const VerifiedWith& with);

/// Versions are data out of a file: InputError for one that is none.
Version torch_version(const VerifiedWith& with);

}  // namespace assay
