// REF: the text by which case files name a Python callable.
#pragma once

#include <string_view>

namespace assay {

inline constexpr std::string_view kRefForm = "package.module:callable or path/to/file.py:callable";

/// Whether `text` has the form kRefForm. Only the worker checks that the callable exists.
bool is_ref(std::string_view text);

/// Whether `text` consists of names `[A-Za-z_][A-Za-z0-9_]*`, joined by dots.
bool is_dotted_identifier(std::string_view text);

}  // namespace assay
