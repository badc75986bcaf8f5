// rebuild_text: what every exported module begins with.
#pragma once

#include <string_view>

namespace assay {

/// Python: a class that makes a torch.fx graph call by call, and `build`. Source: rebuild.py.
std::string_view rebuild_text();

}  // namespace assay
