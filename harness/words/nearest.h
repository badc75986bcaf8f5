// nearest: suggestions for a mistyped name.
#pragma once

#include <string>
#include <vector>

namespace assay {

/// At most three names near `wanted` by edit distance, nearest first. A swap of neighbours counts as a single
/// edit. Case is ignored. The last component of a name may match alone: "resnet81" is near
/// "torchvision/resnet18".
std::vector<std::string> nearest(const std::string& wanted, const std::vector<std::string>& names);

/// The end of a message: "; did you mean 'a', 'b'?". Empty if no name is near.
std::string did_you_mean(const std::string& wanted, const std::vector<std::string>& names);

}  // namespace assay
