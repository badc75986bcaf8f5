// rebuild_text: the beginning of every exported module.
#pragma once

#include <string_view>

namespace assay {

/// Python code: a class that builds a torch.fx graph call by call, and `build`. Source: rebuild.py.
std::string_view rebuild_text();

}  // namespace assay
