// read_file: a folder opens as a stream and only then fails, so it is asked for first.
#include "harness/files/read_file.h"

#include <fstream>
#include <iterator>

namespace assay {

std::optional<std::string> read_file(const std::filesystem::path& file) {
  std::error_code unknown;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file, unknown)) return std::nullopt;
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) return std::nullopt;
  return bytes;
}

}  // namespace assay
