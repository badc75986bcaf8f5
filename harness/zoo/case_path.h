// Where cases stand: ids, which are paths below golden/, and families, which are folders below models/.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace assay {

inline constexpr std::string_view kCaseIdForm =
    "letters, digits and _ . -, in parts joined by '/', no part '.' or '..', no '-' first, at most 200 "
    "characters";

/// Case ids name folders under golden/ and the results folder: nothing that leaves them is an id.
bool is_case_id(std::string_view text);

/// `text` with '_' for what no id has.
std::string case_id_from(std::string text);

/// The folder of `file` below `models_folder` with '/' separators; "." when it lies directly in it or outside
/// of it.
std::string family_of(const std::filesystem::path& file, const std::filesystem::path& models_folder);

/// Whether a path that is relative to some folder names something below it: it is not absolute, and does not
/// leave by `..`.
bool stays_below(const std::filesystem::path& path);

/// Is `path` below `folder`, links resolved?
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace assay
