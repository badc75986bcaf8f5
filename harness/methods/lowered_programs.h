// compare_lowered: groups the lowered captures of several methods by program, and compares the programs.
#pragma once

#include <string>
#include <vector>

#include "harness/graph/graph.h"
#include "harness/methods/comparison.h"

namespace assay {

struct LoweredFile {
  MethodId method = MethodId::kMakeFx;
  GraphFile file;
};

/// Why a lowered file is not a single program (several graphs beside sub-graphs). Empty: it is.
std::string not_comparable(const GraphFile& lowered);

/// Adds the lowered capture of a method in the order of methods, if it is comparable. Else returns why not.
std::string add_comparable(MethodId method, GraphFile lowered, std::vector<LoweredFile>& files);

/// The forward part, then the joint part, with all programs and the differences between them. Files that are
/// not comparable are left out.
std::vector<LoweredPart> compare_lowered(const std::vector<LoweredFile>& files);

}  // namespace assay
