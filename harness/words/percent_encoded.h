// percent_encoded: any text as a part of an address.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// Every byte but letters, digits and `-._~/` as %XX (RFC 3986), so that nothing in it is a scheme, a query
/// or a fragment.
std::string percent_encoded(std::string_view text);

}  // namespace assay
