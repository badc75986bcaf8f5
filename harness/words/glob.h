// Globs over ids.
#pragma once

#include <string_view>

namespace assay {

bool is_glob(std::string_view text);  // contains `*`, `?` or `[`

/// `*` matches any characters, also `/`. `?` matches a single character, `[abc]`, `[a-c]` and `[!abc]` a
/// character of a set. An unclosed `[` and a backslash are plain characters.
bool glob_matches(std::string_view pattern, std::string_view text);

/// Whether `selector` is `name` itself or a glob that matches it.
bool selects(std::string_view selector, std::string_view name);

}  // namespace assay
