// The versions with which a golden has been verified.
#pragma once

#include <vector>

#include "harness/graph/graph.h"
#include "harness/zoo/version.h"

namespace assay {

/// The recorded versions of a capture: torch without local part and development suffix, Python as
/// MAJOR.MINOR, packages without local parts.
VerifiedWith versions_of(const Header& captured);

bool is_verified(const std::vector<VerifiedWith>& verified, const VerifiedWith& with);

/// Adds `with` unless listed. The order is by torch, then Python, then packages.
void add_verified(std::vector<VerifiedWith>& verified, const VerifiedWith& with);

/// InputError for an invalid version: versions come from files.
Version torch_version(const VerifiedWith& with);

}  // namespace assay
