// write_all: bytes to a file descriptor.
#pragma once

#include <string_view>

namespace assay {

/// False if a byte could not be written; errno has the reason.
bool write_all(int descriptor, std::string_view bytes);

}  // namespace assay
