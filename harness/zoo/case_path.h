// Case ids (paths below golden/) and families (folders below models/).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace assay {

inline constexpr std::string_view kCaseIdForm =
    "letters, digits and _ . -, in parts joined by '/', no part '.' or '..', no '-' first, at most 200 "
    "characters";

/// Ids name folders below golden/ and the results folder and cannot lead out of them.
bool is_case_id(std::string_view text);

/// `text` with '_' in place of characters that ids exclude.
std::string case_id_from(std::string text);

/// Folder of `file` below `models_folder`, with '/' separators. "." directly in it or outside of it.
std::string family_of(const std::filesystem::path& file, const std::filesystem::path& models_folder);

/// Whether `path`, relative to some folder, names something below that folder. False for absolute paths, "."
/// and paths that leave by `..`.
bool stays_below(const std::filesystem::path& path);

/// Whether `path` is `folder` or lies below it, with links resolved.
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace assay
