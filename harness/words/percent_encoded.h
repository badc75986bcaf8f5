// percent_encoded: any text as a part of a URI.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// Every byte outside letters, digits and `-._~/` as %XX (RFC 3986). The result has no scheme, query or
/// fragment.
std::string percent_encoded(std::string_view text);

}  // namespace assay
