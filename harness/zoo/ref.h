// Ref text: how case files name Python callables.
#pragma once

#include <string_view>

namespace assay {

inline constexpr std::string_view kRefForm = "package.module:callable or path/to/file.py:callable";

/// Has `text` the form kRefForm? Whether it exists is for the worker to find out.
bool is_ref(std::string_view text);

/// `[A-Za-z_][A-Za-z0-9_]*`, several joined by dots.
bool is_dotted_identifier(std::string_view text);

}  // namespace assay
