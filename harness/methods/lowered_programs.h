// compare_lowered: the lowered captures of several methods as the few programs they are, and how these
// differ.
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

/// Why a lowered file is no one program to compare (several graphs beside sub-graphs); empty when it is.
std::string not_comparable(const GraphFile& lowered);

/// Adds what a method was lowered to where it is comparable, in the methods' order, whichever has ended
/// first; else why it is not.
std::string add_comparable(MethodId method, GraphFile lowered, std::vector<LoweredFile>& files);

/// Forward, then joint part; each with its programs and the difference between any two of them. Files that
/// are not comparable are left out.
std::vector<LoweredPart> compare_lowered(const std::vector<LoweredFile>& files);

}  // namespace assay
