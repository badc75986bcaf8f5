// uri_below: a path of the sources as a URI reference.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// `path` below the root of the sources, percent-encoded (RFC 3986): every byte but letters, digits and
/// `-._~/`, so that nothing in it is a scheme, a query or a fragment. Empty for what names nothing below the
/// root: an absolute path, one that leaves by `..`, an empty one.
std::string uri_below(std::string_view path);

}  // namespace assay
