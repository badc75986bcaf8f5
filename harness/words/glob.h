// Globs over ids.
#pragma once

#include <string_view>

namespace assay {

bool is_glob(std::string_view text);  // has `*`, `?` or `[`

/// `*` matches any run of characters, `/` included; `?` one; `[abc]`, `[a-c]`, `[!abc]` one of a set. An
/// unclosed `[` is a plain character, and so is a backslash.
bool glob_matches(std::string_view pattern, std::string_view text);

/// The name itself, whatever it holds, or a glob that matches it.
bool selects(std::string_view selector, std::string_view name);

}  // namespace assay
