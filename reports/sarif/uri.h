// uri_below: a source path as a URI reference.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// `path` below the sources' root, percent-encoded (RFC 3986). Only letters, digits and `-._~/` stay, so that
/// no part is a scheme, query or fragment. Empty for a path that is empty, absolute, or leaves the root by
/// `..`.
std::string uri_below(std::string_view path);

}  // namespace assay
