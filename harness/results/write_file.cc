// write_file: a stream, checked once.
#include "harness/results/write_file.h"

#include <fstream>

#include "harness/error/error.h"
#include "harness/words/shell_command.h"

namespace assay {

void write_file(const std::filesystem::path& file, std::string_view text) {
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out << text << std::flush;
  if (!out)
    throw HarnessError({.what = "cannot write",
                        .where = file.string(),
                        .next = shell_command("df -h {}", file.parent_path())});
}

}  // namespace assay
