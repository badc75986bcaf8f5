// nearest: what somebody who typed a wrong name probably meant.
#pragma once

#include <string>
#include <vector>

namespace assay {

/// The nearest names to `wanted` by edit distance (a swap of neighbours is one edit), at most three, nearest
/// first; none when nothing is near. A name is also near by its last component: "resnet81" is near
/// "torchvision/resnet18". Case is ignored.
std::vector<std::string> nearest(const std::string& wanted, const std::vector<std::string>& names);

/// "; did you mean 'a', 'b'?", or nothing when nothing is near: the end of a message.
std::string did_you_mean(const std::string& wanted, const std::vector<std::string>& names);

}  // namespace assay
