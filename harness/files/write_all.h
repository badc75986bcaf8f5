// write_all: bytes to a file descriptor.
#pragma once

#include <string_view>

namespace assay {

/// False where they cannot all be written: errno says why.
bool write_all(int descriptor, std::string_view bytes);

}  // namespace assay
