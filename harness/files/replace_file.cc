// replace_file: POSIX calls, checked.
#include "harness/files/replace_file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <unistd.h>

#include "harness/files/write_all.h"

namespace assay {
namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }

std::error_code write_fresh(const std::string& file, std::string_view bytes) {
  unlink(file.c_str());  // a link, or left by a killed process
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return last_error();
  std::error_code error;
  if (!write_all(descriptor, bytes)) error = last_error();
  if (close(descriptor) != 0 && !error) error = last_error();
  return error;
}

}  // namespace

std::error_code replace_file(const std::filesystem::path& file, std::string_view bytes) {
  const std::string written = file.string() + ".tmp";
  std::error_code error = write_fresh(written, bytes);
  if (!error && std::rename(written.c_str(), file.c_str()) != 0) error = last_error();
  if (error) unlink(written.c_str());
  return error;
}

}  // namespace assay
