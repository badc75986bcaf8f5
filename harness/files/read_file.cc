// read_file: checks for a folder, which opens as a stream and fails only when read.
#include "harness/files/read_file.h"

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/files/descriptor.h"

namespace assay {

std::optional<std::string> read_file(const std::filesystem::path& file) {
  std::error_code unknown;
  std::ifstream stream(file, std::ios::binary);
  const std::filesystem::file_status facts = std::filesystem::status(file, unknown);
  if (!stream || std::filesystem::is_directory(facts) || std::filesystem::is_character_file(facts))
    return std::nullopt;
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) return std::nullopt;
  return bytes;
}

std::optional<std::string> read_regular_file(const std::filesystem::path& file, Links links) {
  // Opens without waiting, then asks the open file for its type: the path may change meanwhile.
  const int refused = links == Links::kRefuse ? O_NOFOLLOW : 0;
  const Descriptor opened(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | refused));
  struct stat facts {};
  if (!opened || fstat(opened.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(facts.st_size), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = read(opened.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;  // shorter than before
    done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace assay
